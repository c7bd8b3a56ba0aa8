import { createHash, randomUUID } from "node:crypto";
import { ACROSS_PROJECTS } from "@/lib/api/caller";
import { Problem, problemOf } from "@/lib/api/problem";
import { staleReasons } from "@/lib/api/run-staleness";
import type { Summary } from "@/lib/api/run-summary";
import { toRunSummary } from "@/lib/api/run-summary";
import type { AdviceSummary } from "@/lib/api/schemas/advise";
import type { CorpusSummary } from "@/lib/api/schemas/corpus";
import type { RunAnswer, RunBody, RunKind, RunRow, RunVersions } from "@/lib/api/schemas/run";
import { MEASURES_VERSION } from "@/lib/evaluation/measures-version";
import { resolveModel } from "@/lib/models/resolve-model";
import { STRATEGIES } from "@/lib/strategies";
import { runTitle, usedStrategies } from "@/lib/view-models/runs/run-title";
import { type Db, getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { type File, type Files, filesOf, type Totals, totalFor, totalsOf, whichExist } from "../library/run-sessions";
import { loadOwnModels } from "../models/own-models";
import { PARSER_VERSION } from "../process/parser-version";

/** Limits for the saved runs of a project; the oldest are dropped first. Bytes count the row's texts. */
export const RUN_LIMITS = { runs: 500, bytes: 32 << 20, bytesPerRun: 512 << 10, bodyBytes: 32 << 20 } as const;

const STRATEGY_VERSIONS: Readonly<Record<string, string>> = Object.fromEntries(
  STRATEGIES.map(({ id, version }) => [id, version]),
);

type NewRun = {
  /** Set if saving the same run again must not create another. */
  readonly id?: string;
  readonly kind: RunKind;
  readonly sessionId: string | null;
  readonly title: string;
  readonly params: object;
  readonly summary: Summary;
  /** The sessions that the result depends on. */
  readonly sessions: readonly string[];
};

/** Saves the figures of an API answer. */
export async function saveRun({ kind, session, title, params, result }: RunBody): Promise<RunAnswer> {
  const summary = toRunSummary(kind, result);
  if (!summary.ok) throw problemOf(422, summary.error);
  const named = title ?? runTitle(kind, summary.value);
  return insertRun({
    kind,
    sessionId: session.id,
    title: named,
    params,
    summary: summary.value,
    sessions: [session.id],
  });
}

const newRunId = (): string => `run_${randomUUID()}`;

/** The run id of a job. It is fixed, because a job's work may be done twice if a process was assumed to be dead. */
export const runIdOf = (job: string): string => `run_${job.replace(/^job_/, "")}`;

export function saveCorpusRun(
  title: string,
  params: object,
  summary: CorpusSummary,
  id = newRunId(),
): Promise<RunAnswer> {
  const sessions = [...summary.sessions, ...summary.left_out].map(({ id }) => id);
  return insertRun({ id, kind: "corpus", sessionId: null, title, params, summary, sessions });
}

/** `sessionId`: the session that the advice is about; null if it is about several. */
export function saveAdviceRun(
  title: string,
  params: object,
  sessionId: string | null,
  summary: AdviceSummary,
  id = newRunId(),
): Promise<RunAnswer> {
  const sessions = [...summary.sessions, ...summary.left_out].map(({ id }) => id);
  return insertRun({ id, kind: "advice", sessionId, title, params, summary, sessions });
}

async function insertRun({
  id = newRunId(),
  kind,
  sessionId,
  title,
  params,
  summary,
  sessions,
}: NewRun): Promise<RunAnswer> {
  const db = await getDb();
  const files = await filesOf(db, sessionId === null ? sessions : [sessionId, ...sessions]);
  if (sessionId !== null && files[sessionId] === undefined)
    throw new Problem(404, "no-such-session", "there is no session with that id", {
      errors: [{ pointer: "$.session.id", detail: "see GET /api/sessions" }],
    });
  const strategies = usedStrategies(kind, summary).map((id) => [id, STRATEGY_VERSIONS[id] ?? "unknown"]);
  const versions: RunVersions = {
    parser: PARSER_VERSION,
    measures: MEASURES_VERSION,
    files: Object.fromEntries(sessions.map((id) => [id, files[id]?.sha256 ?? "deleted"])),
    strategies: Object.fromEntries(strategies),
    prices: pricesOf(sessions, files),
  };
  const texts = {
    paramsJson: JSON.stringify(params),
    versionsJson: JSON.stringify(versions),
    summaryJson: JSON.stringify(summary),
  };
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > RUN_LIMITS.bytesPerRun)
    throw new Problem(
      413,
      "run-too-large",
      `a saved run may have at most ${RUN_LIMITS.bytesPerRun} bytes; this one has ${bytes}`,
    );
  const project = sessionId === null ? null : files[sessionId]?.projectId; // advice on several sessions belongs to the project in which the work runs
  const data = { id, kind, sessionId, title, bytes, ...texts, ...(project && { projectId: project }) };
  const row = await db.run.upsert({ where: { id }, create: data, update: {} });
  await dropOldest(db, row.projectId);
  return toRunJson(row, { files, totals: await totalsFor([row]) });
}

type Stored = Awaited<ReturnType<Db["run"]["create"]>>;

/** Lists runs, newest first, optionally only those with this `sessionId` and `kind`. */
export async function listRuns(only: { sessionId?: string; kind?: RunKind } = {}): Promise<RunRow[]> {
  const db = await getDb();
  await dropOrphans(db);
  const rows = await db.run.findMany({ where: only, orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
  const known = { files: await filesOf(db, rows.flatMap(namedIn)), totals: await totalsFor(rows) };
  return rows.map((row) => {
    const { params: _, versions: __, result: ___, ...listed } = toRunJson(row, known);
    return listed;
  });
}

export async function loadRun(id: string): Promise<RunAnswer> {
  const db = await getDb();
  const row = await db.run.findUnique({ where: { id } });
  if (!row) throw noSuchRun();
  const files = await filesOf(db, namedIn(row));
  if (row.sessionId !== null && files[row.sessionId] === undefined) throw noSuchRun();
  return toRunJson(row, { files, totals: await totalsFor([row]) });
}

export async function deleteRun(id: string): Promise<void> {
  const db = await getDb();
  const { count } = await withReserve(() => db.run.deleteMany({ where: { id } }));
  if (count === 0) throw noSuchRun();
}

const noSuchRun = () => new Problem(404, "no-such-run", "there is no saved run with that id; see GET /api/runs");

/** Defaults for results saved before these fields existed. */
const EARLIEST = { measures: 1, prices: {} };

const versionsOf = (row: Stored): RunVersions => ({
  ...EARLIEST,
  ...(JSON.parse(row.versionsJson) as Omit<RunVersions, keyof typeof EARLIEST>),
});

/** The sessions that a run depends on. */
const namedIn = (row: Stored): string[] => [
  ...(row.sessionId === null ? [] : [row.sessionId]),
  ...Object.keys(versionsOf(row).files),
];

/** Needed only if a run covered all sessions. */
const totalsFor = (rows: readonly Stored[]): Promise<Totals> =>
  rows.some(({ sessionId }) => sessionId === null) ? totalsOf() : Promise.resolve(new Map());

type Known = { readonly files: Files; readonly totals: Totals };

function toRunJson(row: Stored, { files, totals }: Known): RunAnswer {
  const versions = versionsOf(row);
  const params = JSON.parse(row.paramsJson) as Record<string, unknown>;
  const isOverSessions = row.kind === "corpus" || row.kind === "advice";
  const isAll = isOverSessions && params.sessions === undefined;
  const isOf = ({ projectId }: File) => row.projectId === ACROSS_PROJECTS || projectId === row.projectId;
  const named = Object.keys(versions.files).flatMap((id) => {
    const file = files[id];
    return file && isOf(file) && !(isAll && file.isExample) ? [[id, file] as const] : [];
  });
  const contents = Object.fromEntries(named.map(([id, { sha256 }]) => [id, sha256]));
  const listed = named.filter(([, { isBinned }]) => !isBinned).length;
  const added = isAll ? Math.max(0, totalFor(row.projectId, totals) - listed) : 0;
  const prices = pricesOf(Object.keys(versions.files), files);
  const now = {
    parser: PARSER_VERSION,
    measures: MEASURES_VERSION,
    files: contents,
    strategies: STRATEGY_VERSIONS,
    prices,
  };
  return {
    id: row.id,
    kind: row.kind as RunKind,
    title: row.title,
    session_id: row.sessionId,
    created_at: row.createdAt.toISOString(),
    stale: staleReasons(versions, now, added),
    params,
    versions,
    result: isOverSessions ? withTitles(JSON.parse(row.summaryJson), files) : JSON.parse(row.summaryJson),
  };
}

function withTitles<Kept extends CorpusSummary | AdviceSummary>(summary: Kept, files: Files) {
  const titled = <T extends { readonly id: string }>(session: T) => ({
    ...session,
    title: files[session.id]?.title ?? "a session that was deleted",
  });
  return { ...summary, sessions: summary.sessions.map(titled), left_out: summary.left_out.map(titled) };
}

/**
 * A hash of the model data of each of these sessions, because another price, window or cache rule gives other figures.
 * A deleted session has no models; its absence is detected separately.
 */
function pricesOf(sessions: readonly string[], files: Files): RunVersions["prices"] {
  loadOwnModels();
  const names = [...new Set(sessions.flatMap((id) => files[id]?.models ?? []))].sort();
  return Object.fromEntries(names.map((name) => [name, priceVersion(name)]));
}

function priceVersion(name: string): string {
  const model = resolveModel(name);
  const { asOf: _, source: __, ...prices } = model?.prices ?? { asOf: "", source: "" };
  const facts = model && [prices, model.window, model.cache];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
}

/**
 * Removes runs whose session was deleted. Done by the next listing, not with the session, because a re-read session
 * loses its row for a moment.
 */
async function dropOrphans(db: Db): Promise<void> {
  const rows = await db.run.findMany({ where: { sessionId: { not: null } }, select: { id: true, sessionId: true } });
  const known = await whichExist(
    db,
    rows.flatMap(({ sessionId }) => sessionId ?? []),
  );
  const ids = rows.filter(({ sessionId }) => sessionId !== null && !known.has(sessionId)).map(({ id }) => id);
  if (ids.length > 0) await db.run.deleteMany({ where: { id: { in: ids } } });
}

/** Drops the project's oldest runs; one project's runs never displace another's. */
async function dropOldest(db: Db, projectId: string): Promise<void> {
  const rows = await db.run.findMany({
    where: { projectId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, bytes: true },
  });
  let bytes = 0;
  const over = rows.filter((row, index) => {
    bytes += row.bytes;
    return index >= RUN_LIMITS.runs || bytes > RUN_LIMITS.bytes;
  });
  if (over.length > 0) await db.run.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } });
}
