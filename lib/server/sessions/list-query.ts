import * as z from "zod";
import { PAGE_LIMITS } from "@/lib/api/page-limits";
import { Problem } from "@/lib/api/problem";
import {
  binQuery,
  type LibraryPlaces,
  type ListedSession,
  libraryFilters,
  libraryQuery,
  placesQuery,
} from "@/lib/api/schemas/library-list";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import type { LibrarySpend } from "@/lib/api/schemas/spend";
import { problemOfZod } from "@/lib/api/zod-problem";
import { queryWords, type SearchWord, snippetOf, wordsOf } from "@/lib/search/words";
import { type SpentSession, sumSpends } from "@/lib/spend/sum-spends";
import { getDb } from "../db/get-db";
import { type LibraryQuery, listSessions } from "../library/list";
import { placesIn } from "../library/search-store";
import { listBin } from "./bin";
import { loadCostAnswer, loadSpend } from "./cache-page";
import { loadIndex, readLines } from "./session-files";
import { findSession, loadSessionSummary } from "./sessions";

type Place = LibraryPlaces["places"][number];

/** About as many sessions as a screen shows. */
const MAX_SESSIONS = 50;

/** Positions of the search words in these sessions; sessions without a matching message are left out. */
async function searchPlaces(query: string, sessions: readonly string[]): Promise<LibraryPlaces> {
  if (sessions.length > MAX_SESSIONS)
    throw new Problem(422, "too-many-sessions", `at most ${MAX_SESSIONS} sessions at a time`, {
      errors: [{ pointer: "sessions", detail: `at most ${MAX_SESSIONS}` }],
    });
  const words = queryWords(query);
  if (words.length === 0) return { places: [] };
  const db = await getDb();
  const states = await db.searchState.findMany({ where: { sessionId: { in: [...sessions] } } });
  const numbers = states.map(({ number }) => number);
  const foundIn = await placesIn(numbers, words);
  const places: Place[] = [];
  for (const { number, sessionId } of states) {
    const found = foundIn.get(number);
    const place = found && (await placeOf(sessionId, found.first, query, words));
    if (found && place) places.push({ ...place, id: sessionId, messages: found.places });
  }
  return { places };
}

/** Null if the session was deleted or re-read meanwhile. */
async function placeOf(id: string, message: number, query: string, words: readonly SearchWord[]) {
  const place = await findSession(id).catch(() => null);
  if (place === null) return null;
  const index = await loadIndex(place);
  if (message >= index.agentOf.length) return null;
  const [row] = await readLines<MessageRow>(place, "message-rows.jsonl", index.rowOffsets, [message]);
  if (!row) return null;
  const part =
    row.parts.find(({ text }) => hasAll(text, words)) ?? row.parts.find(({ text }) => snippetOf(text, query));
  const snippet = part && snippetOf(part.text, query);
  return {
    agent: row.agent,
    request: row.request,
    part_id: part?.id ?? null,
    kind: part?.kind ?? row.parts[0]?.kind ?? "user",
    text: snippet?.text ?? FAR_INSIDE,
    hits: (snippet?.hits ?? []).map(([from, to]): [number, number] => [from, to]),
  };
}

/** A message's row contains only the first few thousand characters of a part; the index contains more. */
const FAR_INSIDE = "far inside a long part";

function hasAll(text: string, words: readonly SearchWord[]): boolean {
  const own = wordsOf(text);
  const begins = (word: string) => [...own].some((other) => other.startsWith(word));
  return words.every(({ word, isPrefix }) => own.has(word) || (isPrefix && begins(word)));
}

const listParams = z.strictObject({
  ...libraryQuery,
  offset: z.coerce.number().pipe(libraryQuery.offset.unwrap()).default(0),
  limit: z.coerce.number().pipe(libraryQuery.limit.unwrap()).default(100),
});
const placesParams = z.strictObject(placesQuery);
const binParams = z.strictObject({
  offset: z.coerce.number().pipe(binQuery.offset.unwrap()).default(0),
  limit: z.coerce.number().pipe(binQuery.limit.unwrap()).default(1_000),
});

function read<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data;
}

/** GET /api/library/sessions. */
export const answerLibraryList = (url: URL) => listSessions(read(url, listParams));

const spendParams = z.strictObject(libraryFilters);

/** GET /api/library/spend: the newest sessions that pass the filters, without copies and built-in examples. */
export async function answerLibrarySpend(url: URL): Promise<LibrarySpend> {
  return loadLibrarySpend(read(url, spendParams));
}

/** What used the tokens and the money of the newest sessions that pass the filters. */
export async function loadLibrarySpend(filters: LibraryQuery): Promise<LibrarySpend> {
  const { sessions, found } = await listSessions({ ...filters, counted: true, limit: PAGE_LIMITS.sessions });
  const spent: SpentSession[] = [];
  const own = sessions.filter(({ is_example }) => !is_example);
  for (const row of own) {
    const session = await loadSpent(row).catch(() => null); // the session was deleted or read again meanwhile
    if (session !== null) spent.push(session);
  }
  return sumSpends(spent, found - (sessions.length - own.length));
}

type Listed = Pick<ListedSession, "id" | "client" | "started_at" | "compactions">;

async function loadSpent({ id, client, started_at, compactions }: Listed): Promise<SpentSession> {
  const spend = await loadSpend(id);
  const base = { spend, client, startedAt: started_at };
  if (compactions === 0) return { ...base, version: null, compactions: null };
  const [summary, answer] = await Promise.all([loadSessionSummary(id), loadCostAnswer(id)]);
  return { ...base, version: summary.client_version, compactions: answer.compactions };
}

/** GET /api/library/bin. */
export const answerBin = (url: URL) => listBin(read(url, binParams));

/** GET /api/library/places. */
export function answerPlaces(url: URL) {
  const { q, sessions } = read(url, placesParams);
  return searchPlaces(q, sessions.split(",").filter(Boolean));
}

/** The query of a page's address. */
type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Rows per page requested by the browser, so the first one has the same length (`PAGE_ROWS` of the components). */
const FIRST_ROWS = 50;

/** The first page for a URL. Invalid values are ignored, because people edit URLs. */
export async function drawFirstPage(params: SearchParams) {
  const said = Object.entries(params).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const wanted = said.filter(
    ([name]) => name !== "offset" && name !== "limit" && Object.hasOwn(libraryQuery, name ?? ""),
  );
  const taken = wanted.filter((pair) => listParams.partial().safeParse(Object.fromEntries([pair])).success);
  const drawnFor: Record<string, string> = Object.fromEntries(taken);
  return { drawn: await listSessions({ ...listParams.parse(drawnFor), limit: FIRST_ROWS }), drawnFor };
}
