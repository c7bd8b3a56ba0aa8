import fs from "node:fs";
import { getDb } from "../db/get-db";
import { writeWhole } from "../objects/whole-file";
import { isShared, tell } from "../replicas/channel";
import { ownModelsPath } from "./own-models";

/** The database row with the file's text; the Settings page's choices are rows of the same table. */
const NAME = "models.json";

/**
 * Updates this directory's models.json from the database, which takes precedence if several processes share it: imports
 * on every machine read the file. The first file on any of them is adopted.
 */
export async function bringOwnModels(): Promise<void> {
  if (!isShared()) return;
  const row = await (await getDb()).setting.findUnique({ where: { name: NAME } });
  if (row === null) return fs.existsSync(ownModelsPath()) ? writeRow() : undefined;
  const text = JSON.parse(row.valueJson) as string;
  const held = fs.existsSync(ownModelsPath()) ? fs.readFileSync(ownModelsPath(), "utf8") : null;
  if (held !== text) await writeWhole(ownModelsPath(), text);
}

/** Shares this machine's file with the others after a change. */
export async function shareOwnModels(): Promise<void> {
  if (!isShared()) return;
  await writeRow();
  await tell("settings");
}

async function writeRow(): Promise<void> {
  const row = { valueJson: JSON.stringify(fs.readFileSync(ownModelsPath(), "utf8")), changedAt: new Date() };
  await (await getDb()).setting.upsert({ where: { name: NAME }, create: { name: NAME, ...row }, update: row });
}
