import { fromPrisma, PgBoss } from "pg-boss";
import type { Transaction } from "../db/get-db";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { readPostgresUrl } from "../process/postgres-url";
import { processState } from "../process/process-state";
import { directDatabaseUrl } from "../process/settings";
import { LANES, type Lane } from "./work";

/** What a process is asked to do in one go: a whole job, one part of it, or gathering its parts. It holds ids only. */
export type Piece = { readonly job: string; readonly step: "whole" | "gather" | number };

/** Where pieces end up that failed too often, or whose process was killed too often. */
export const DEAD = "dead";

/**
 * A process says every five seconds that it is still at work. One that was killed is noticed within ten seconds and the
 * five between two looks; its piece is then waiting again, and is begun within the seconds between two fetches.
 */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 5;
/** Seconds between two fetches without a notice of new work: for work that waits for a retry. */
export const FETCH_SECONDS = 2;
const HOURS = 3600;
const PIECE_OPTIONS = {
  retryLimit: 3,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 24 * HOURS,
  retentionSeconds: 30 * 24 * HOURS,
  deleteAfterSeconds: HOURS,
  notify: true,
} as const;

/** The open queue of this process. */
export function getBoss(): Promise<PgBoss> {
  const all = processState("bosses", () => new Map<string, Promise<PgBoss>>());
  const url = directDatabaseUrl();
  const held = all.get(url) ?? openBoss(url, () => all.delete(url));
  all.set(url, held);
  held.catch(() => all.delete(url)); // the next caller tries again
  return held;
}

/** Its tables are in a schema beside Winnow's, so that two libraries in one database have a queue each. */
const schemaOf = (url: string): string => `"${(readPostgresUrl(url).schema ?? "winnow").replaceAll('"', "")}_jobs"`;

async function openBoss(url: string, forget: () => void): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    schema: schemaOf(url),
    application_name: "winnow-jobs",
    max: 4,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  });
  boss.on("error", ({ message }) => log().warn({ message }, "the job queue"));
  boss.on("warning", ({ message }) => log().warn({ message }, "the job queue"));
  await boss.start();
  await boss.createQueue(DEAD, PIECE_OPTIONS);
  for (const lane of LANES) await boss.createQueue(lane, { ...PIECE_OPTIONS, deadLetter: DEAD });
  onClose(async () => {
    forget();
    await boss.stop({ graceful: false });
  });
  return boss;
}

/** What somebody waits for comes before the parts of large jobs, and what ends a job first of all. */
const PRIORITY = { gather: 20, whole: 10, part: 0 } as const;

/** Asks for the parts of a job to be gathered. Asking twice does no harm: the second time the job has ended. */
export async function sendGather(job: string): Promise<void> {
  const piece: Piece = { job, step: "gather" };
  await (await getBoss()).send("light" satisfies Lane, piece, { priority: PRIORITY.gather });
}

/** Hands pieces to a lane, as a part of the transaction: either both are there or neither. */
export async function sendPieces(transaction: Transaction, lane: Lane, pieces: readonly Piece[]): Promise<void> {
  if (pieces.length === 0) return;
  const boss = await getBoss();
  const jobs = pieces.map((data) => ({
    data,
    priority: PRIORITY[typeof data.step === "number" ? "part" : data.step],
  }));
  await boss.insert(lane, jobs, { db: fromPrisma(transaction) });
}
