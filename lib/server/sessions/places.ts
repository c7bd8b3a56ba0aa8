import { Problem } from "@/lib/api/problem";
import type { LibraryPlaces } from "@/lib/api/schemas/library-list";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import { queryWords, type SearchWord, snippetOf, wordsOf } from "@/lib/search/words";
import { getDb } from "../db/get-db";
import { placesIn } from "../library/search-store";
import { loadIndex, readLines } from "./session-files";
import { findSession } from "./sessions";

type Place = LibraryPlaces["places"][number];

/** Most sessions of one call: what a screen shows. */
const MAX_SESSIONS = 50;

/** Where the words of a search stand in these sessions; sessions that have them in no message are left out. */
export async function searchPlaces(query: string, sessions: readonly string[]): Promise<LibraryPlaces> {
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

/** Null when the session was deleted or read again meanwhile. */
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

/** Rows hold the first thousands of characters of a part; the index holds more. */
const FAR_INSIDE = "far inside a long part";

function hasAll(text: string, words: readonly SearchWord[]): boolean {
  const own = wordsOf(text);
  const begins = (word: string) => [...own].some((other) => other.startsWith(word));
  return words.every(({ word, isPrefix }) => own.has(word) || (isPrefix && begins(word)));
}
