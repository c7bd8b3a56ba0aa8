import { getDb } from "../db/get-db";
import { readPostgresUrl } from "../process/postgres-url";
import { databaseUrl } from "../process/settings";
import { getBoss, sendGather } from "./boss";

/**
 * A part waits, is measured by a process, and ends: done with its outcome, or dropped when its job was stopped. A run
 * over hundreds of sessions has hundreds of parts, so each step is a single driver statement.
 */
export const ENDED_PARTS: readonly string[] = ["done", "dropped"];
const OPEN = "('waiting', 'measuring')";

async function run<Row>(
  statement: (table: (name: string) => string) => string,
  values: unknown[],
): Promise<Row | null> {
  const schema = (readPostgresUrl(databaseUrl()).schema ?? "public").replaceAll('"', '""');
  const boss = await getBoss();
  const { rows } = await boss.getDb().executeSql(
    statement((name) => `"${schema}"."${name}"`),
    values,
  );
  return (rows[0] as Row | undefined) ?? null;
}

export type Begun = {
  /** False if the part has already ended, or its job is being stopped. */
  readonly isTaken: boolean;
  readonly isCancelled: boolean;
  /** Unfinished parts of the job. */
  readonly left: number;
};

/** Marks the part as being measured by this process. Null if its job has ended. */
export async function beginPart(jobId: string, position: number): Promise<Begun | null> {
  const row = await run<{ cancelled: boolean; left: string; taken: string }>(
    (table) => `
      WITH started AS (UPDATE ${table("Job")} SET "state" = 'running' WHERE "id" = $1 AND "state" = 'queued'),
      part AS (
        UPDATE ${table("JobPart")} SET "state" = 'measuring'
        WHERE "jobId" = $1 AND "position" = $2 AND "state" IN ${OPEN}
          AND EXISTS (SELECT 1 FROM ${table("Job")} WHERE "id" = $1 AND "cancelAskedAt" IS NULL)
        RETURNING 1)
      SELECT "cancelAskedAt" IS NOT NULL AS cancelled, "partsLeft" AS left, (SELECT count(*) FROM part) AS taken
      FROM ${table("Job")} WHERE "id" = $1 AND "state" IN ('queued', 'running')`,
    [jobId, position],
  );
  return row && { isTaken: Number(row.taken) > 0, isCancelled: row.cancelled, left: Number(row.left) };
}

/**
 * Stores a part's outcome; undefined: it was dropped. The last part to end requests the gathering. Processes count down
 * one after another, because each locks the job's row. If a process is killed in between, its piece runs again, finds
 * nothing left and repeats the request.
 */
export async function endPart(jobId: string, position: number, outcome: unknown): Promise<void> {
  const isDropped = outcome === undefined;
  const values = [jobId, position, isDropped ? "dropped" : "done", isDropped ? null : JSON.stringify(outcome)];
  const row = await run<{ left: string }>(
    (table) => `
      WITH ended AS (
        UPDATE ${table("JobPart")} SET "state" = $3, "resultJson" = $4
        WHERE "jobId" = $1 AND "position" = $2 AND "state" IN ${OPEN} RETURNING 1)
      UPDATE ${table("Job")} SET "partsLeft" = "partsLeft" - (SELECT count(*) FROM ended)
      WHERE "id" = $1 RETURNING "partsLeft" AS left`,
    values,
  );
  if (Number(row?.left) === 0) await sendGather(jobId);
}

/** Drops parts that no process has begun. */
export async function dropWaiting(jobId: string): Promise<void> {
  const row = await run<{ left: string }>(
    (table) => `
      WITH dropped AS (
        UPDATE ${table("JobPart")} SET "state" = 'dropped' WHERE "jobId" = $1 AND "state" = 'waiting' RETURNING 1)
      UPDATE ${table("Job")} SET "partsLeft" = "partsLeft" - (SELECT count(*) FROM dropped)
      WHERE "id" = $1 RETURNING "partsLeft" AS left`,
    [jobId],
  );
  if (Number(row?.left) === 0) await sendGather(jobId);
}

/** The outcomes of the parts in order, without dropped ones. */
export async function outcomesOf(jobId: string): Promise<unknown[]> {
  const rows = await (await getDb()).jobPart.findMany({
    where: { jobId, state: "done" },
    orderBy: { position: "asc" },
  });
  return rows.map(({ resultJson }) => JSON.parse(resultJson ?? "null"));
}

export async function forgetParts(jobId: string): Promise<void> {
  await (await getDb()).jobPart.deleteMany({ where: { jobId } });
}
