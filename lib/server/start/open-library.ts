import { isDatabaseDamaged } from "../db/database-damage";
import { closeDb } from "../db/get-db";
import { releaseOwnership } from "../db/owner-lock";
import { asServer } from "../process/caller-context";
import { dataDir } from "../process/settings";
import { dispatch } from "../routes/dispatch";
import { goOnWhereStopped, openData, reasonOf } from "./open-data";
import { endJobs } from "./shutdown";

export type Library = {
  /** Answers a call of the API, as the server does. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Ends the work and leaves the data directory to other processes. The library can be opened again. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the embedded library in this process, without a server and its background work. A damaged database is opened
 * too; every answer then reports the damage, as the server's would.
 */
export async function openLibrary(): Promise<Library> {
  try {
    await asServer(openData);
    await asServer(goOnWhereStopped);
  } catch (error) {
    if (!isDatabaseDamaged(error)) throw new Error(`Winnow cannot open its library: ${reasonOf(error)}`);
  }
  return {
    answer: dispatch,
    close: async () => {
      await endJobs();
      await closeDb();
      releaseOwnership(dataDir());
    },
  };
}
