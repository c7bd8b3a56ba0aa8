import { type ArmSession, twoArmsAnswerOf } from "@/lib/api/answers/two-arms";
import { Problem } from "@/lib/api/problem";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { LibraryRow } from "@/lib/api/schemas/session";
import { type ArmChoice, type TwoArmsAnswer, type TwoArmsBody, twoArmsBody } from "@/lib/api/schemas/two-arms";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { usageOfRow } from "@/lib/read-models/request-rows";
import { visibleName } from "@/lib/read-models/visible-name";
import { billOf } from "@/lib/two-arms/bill";
import { compareArms } from "@/lib/two-arms/compare-arms";
import { normalisePrompt } from "@/lib/two-arms/first-prompt";
import type { ArmRun } from "@/lib/two-arms/tasks";
import { readJsonBytes } from "../door/body";
import { chooseSessions } from "../library/choose-sessions";
import { keptValue } from "../library/item-row";
import { libraryDb } from "../library/refresh-items";
import { loadMessageRows, loadRequestRows } from "../sessions/sessions";
import { parseJsonBody } from "../workers/parse-json";

/** Maximum bytes of a body, which contains ids and filters. */
export const TWO_ARMS_BODY_BYTES = 1 << 18;
const MAX_SESSIONS = 200;

/** POST /api/two-arms: reads the bills of both groups, pairs them and reports the difference. */
export async function answerTwoArms(request: Request): Promise<Response> {
  const parsed = checkJson(twoArmsBody, parseJsonBody(await readJsonBytes(request, TWO_ARMS_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return Response.json(await compareTwoArms(parsed.data));
}

async function compareTwoArms(body: TwoArmsBody): Promise<TwoArmsAnswer> {
  const [a, b] = [await chosenSessions(body.a, "a"), await chosenSessions(body.b, "b")];
  const both = a.find(({ id }) => b.some((other) => other.id === id));
  if (both) {
    const detail = `the session “${both.title}” is in both arms`;
    throw new Problem(422, "session-in-both-arms", detail, { errors: [{ pointer: "$.b", detail }] });
  }
  const comparison = compareArms(await runsOf(a, body), await runsOf(b, body), body.across_models);
  const sessions = [...a.map((chosen) => armSession(chosen, "a")), ...b.map((chosen) => armSession(chosen, "b"))];
  return twoArmsAnswerOf(comparison, new Map(sessions.map((session) => [session.id, session])), body);
}

type Chosen = {
  readonly id: string;
  readonly title: string;
  readonly project: string | null;
  readonly row: LibraryRow;
};

const armSession = ({ id, title, row }: Chosen, arm: "a" | "b"): ArmSession => ({
  id,
  title,
  arm,
  hasOutputFloor: row.output_is_floor,
});

/** The sessions of one group, newest imports first. Rows are read only once the count is within the limit. */
async function chosenSessions(choice: ArmChoice, arm: "a" | "b"): Promise<Chosen[]> {
  const { sessions, folder, client, title, from, before } = choice;
  const where = {
    // The list's index of folders cuts very long names.
    ...(folder !== undefined && { project: folder, item: { project: keptValue(visibleName(folder)) } }),
    ...(client !== undefined && { client }),
    ...((from ?? before) !== undefined && {
      startedAt: { ...(from && { gte: new Date(from) }), ...(before && { lt: new Date(before) }) },
    }),
  };
  const found = await chooseSessions(sessions, where, `$.${arm}.sessions`);
  const wanted = found.filter((session) => title === undefined || holds(session.title, title));
  if (wanted.length > MAX_SESSIONS) {
    const detail = `${wanted.length} sessions fit arm ${arm.toUpperCase()}; at most ${MAX_SESSIONS} can be compared`;
    throw new Problem(422, "too-many-sessions", detail, { errors: [{ pointer: `$.${arm}`, detail }] });
  }
  const rows = await (await libraryDb()).session.findMany({
    where: { id: { in: wanted.map(({ id }) => id) } },
    select: { id: true, project: true, rowJson: true },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap(({ id, title }) => {
    const stored = byId.get(id);
    return stored ? [{ id, title, project: stored.project, row: JSON.parse(stored.rowJson) as LibraryRow }] : [];
  });
}

/** Compared here, not in the database: SQLite and PostgreSQL differ in which letters they treat as equal. */
const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** The bills of sessions in US dollars, compared as totals. */
export const dollarRuns = (sessions: readonly Pick<Chosen, "id" | "project" | "row">[]): Promise<ArmRun[]> =>
  runsOf(sessions, { pair_by: "none", unit: "usd" });

type Billing = Pick<TwoArmsBody, "pair_by" | "pairs" | "unit">;

/** One session at a time, to bound memory. */
async function runsOf(chosen: readonly Pick<Chosen, "id" | "project" | "row">[], body: Billing): Promise<ArmRun[]> {
  const runs: ArmRun[] = [];
  for (const session of chosen) {
    const bill = billOf((await loadRequestRows(session.id)).map(billedRequest));
    runs.push({
      id: session.id,
      key: await keyOf(session, body),
      model: session.row.model,
      bill: bill === null ? null : body.unit === "usd" ? bill.dollars : bill.tokens,
    });
  }
  return runs;
}

async function keyOf(
  { id, project }: Pick<Chosen, "id" | "project">,
  { pair_by, pairs }: Billing,
): Promise<string | null> {
  if (pair_by === "none") return "";
  if (pair_by === "folder") return project;
  if (pair_by === "prompt") return firstPrompt(id);
  const pair = pairs?.findIndex((ids) => ids.includes(id)) ?? -1;
  return pair < 0 ? null : String(pair);
}

/** The first prompt is searched for in this many messages; clients put far fewer before it. */
const FIRST_MESSAGES = 50;

async function firstPrompt(id: string): Promise<string | null> {
  const { messages } = await loadMessageRows(id, { limit: FIRST_MESSAGES });
  const typed = messages.find(({ role, origin }) => role === "user" && origin === "typed");
  return typed ? normalisePrompt(typed.parts.map(({ text }) => text).join("\n")) : null;
}

function billedRequest(row: RequestRow) {
  return { agent: row.agent, model: row.model, startedAt: row.started_at, usage: usageOfRow(row) };
}
