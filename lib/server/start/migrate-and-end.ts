import { closeDb, getDb } from "../db/get-db";

/** Creates or migrates the tables and ends: `winnow migrate`, run before servers of a new version are started. */
export async function migrateAndEnd(): Promise<void> {
  try {
    await getDb();
    await closeDb();
    process.exit(0);
  } catch (error) {
    console.error(`The tables cannot be created: ${(error as Error).message}`);
    process.exit(1);
  }
}
