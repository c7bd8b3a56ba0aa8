import fs from "node:fs";
import { getDb } from "../db/get-db";
import { writeWhole } from "../objects/whole-file";
import { isShared, tell } from "../replicas/channel";
import { ownModelsPath } from "./own-models";

/** The row with the file's text, beside the choices of the page Settings. */
const NAME = "models.json";

/**
 * Brings models.json of this directory to what the database has, which counts if several processes share it: imports
 * of every machine read the file. The first file that any of them has is taken over.
 */
export async function bringOwnModels(): Promise<void> {
  if (!isShared()) return;
  const row = await (await getDb()).setting.findUnique({ where: { name: NAME } });
  if (row === null) return fs.existsSync(ownModelsPath()) ? writeRow() : undefined;
  const text = JSON.parse(row.valueJson) as string;
  const held = fs.existsSync(ownModelsPath()) ? fs.readFileSync(ownModelsPath(), "utf8") : null;
  if (held !== text) await writeWhole(ownModelsPath(), text);
}

/** Passes the file of this machine on to the others, after a change. */
export async function shareOwnModels(): Promise<void> {
  if (!isShared()) return;
  await writeRow();
  await tell("settings");
}

async function writeRow(): Promise<void> {
  const row = { valueJson: JSON.stringify(fs.readFileSync(ownModelsPath(), "utf8")), changedAt: new Date() };
  await (await getDb()).setting.upsert({ where: { name: NAME }, create: { name: NAME, ...row }, update: row });
}
