import { fromPrisma, PgBoss } from "pg-boss";
import type { Transaction } from "../db/get-db";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { readPostgresUrl } from "../process/postgres-url";
import { processState } from "../process/process-state";
import { directDatabaseUrl } from "../process/settings";
import { LANES, type Lane } from "./work";

/** A piece of work for one process: a whole job, one part of it, or gathering its parts. Contains ids only. */
export type Piece = { readonly job: string; readonly step: "whole" | "gather" | number };

/** The queue of pieces that failed, or whose process was killed, too often. */
export const DEAD = "dead";

/**
 * A working process sends a heartbeat every five seconds. A killed process is noticed within ten seconds plus the five
 * between two checks; its piece is queued again and starts with the next fetch.
 */
const HEARTBEAT_SECONDS = 10;
const LOOK_SECONDS = 5;
/** Seconds between two fetches without a notification: for work that waits for a retry. */
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

/**
 * The queue's tables have a schema derived from the library's, so two libraries in one database have separate queues.
 */
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

/** Interactive work comes before the parts of large jobs; work that ends a job comes first. */
const PRIORITY = { gather: 20, whole: 10, part: 0 } as const;

/** Queues the gathering of a job's parts. Repeating it is harmless, because the job has ended by then. */
export async function sendGather(job: string): Promise<void> {
  const piece: Piece = { job, step: "gather" };
  await (await getBoss()).send("light" satisfies Lane, piece, { priority: PRIORITY.gather });
}

/** Queues pieces in a lane within the transaction, so both are stored or neither. */
export async function sendPieces(transaction: Transaction, lane: Lane, pieces: readonly Piece[]): Promise<void> {
  if (pieces.length === 0) return;
  const boss = await getBoss();
  const jobs = pieces.map((data) => ({
    data,
    priority: PRIORITY[typeof data.step === "number" ? "part" : data.step],
  }));
  await boss.insert(lane, jobs, { db: fromPrisma(transaction) });
}
