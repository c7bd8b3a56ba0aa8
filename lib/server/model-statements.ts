import type { StoredStatement } from "@/lib/transcript/state-model";
import { getDb } from "./db/get-db";

/** Everything that the reader said of logs that do not name their model; a few rows. */
export async function listStatements(): Promise<StoredStatement[]> {
  const db = await getDb();
  return db.modelStatement.findMany({ select: { subject: true, model: true, window: true } });
}
