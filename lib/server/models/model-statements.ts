import * as z from "zod";
import type { StoredStatement } from "@/lib/transcript/state-model";
import { modelChange } from "../../api/schemas/session";
import { getDb } from "../db/get-db";

/** The models that the reader set for clients whose logs name none; a few rows. */
export async function listStatements(): Promise<StoredStatement[]> {
  const db = await getDb();
  const select = { subject: true, model: true, window: true, changesJson: true };
  const rows = await db.modelStatement.findMany({ select });
  return rows.map(({ changesJson, ...said }) => ({ ...said, changes: readChanges(changesJson) }));
}

const readChanges = (json: string | null) => z.array(modelChange).parse(JSON.parse(json ?? "[]"));
