import { compactionAnswer, type PartFacts } from "@/lib/api/answers/compaction";
import { Problem } from "@/lib/api/problem";
import type { MessageRow } from "@/lib/api/schemas/message-row";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders } from "@/lib/evaluation/evidence";
import { resolveModel } from "@/lib/models/resolve-model";
import { priceCompaction, type RequestFigures } from "@/lib/replay/compaction-cost";
import { type CompactionPlace, compactionPlaces, measureCompaction } from "@/lib/replay/compaction-loss";
import type { Session } from "@/lib/transcript/session";
import type { SessionIndex } from "../files/derived";
import { readJson, readSlice } from "./derived-reader";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";

/** `index` counts the agent's compactions from 0, as the session page does. */
export type CompactionInput = { readonly sessionId: string; readonly agent: string; readonly index: number };
export type CompactionOutput = { readonly json: string };

/** GET /api/sessions/:id/compactions/:index. Uses the stored counts, so nothing is tokenized. */
export function compactionTask({ sessionId, agent, index }: CompactionInput): CompactionOutput {
  const file = findDerived(sessionId);
  const session = loadSession(file);
  const place = findPlace(session, agent, index);
  const parts = partFacts(file);
  const readers = createReaders((part) => parts.get(part.id)?.tokens ?? 0, rootsOf(session));
  const loss = measureCompaction(session, place, readers);
  const { requests } = readJson<{ requests: RequestRow[] }>(file, "requests/all.json");
  const [before, after] = [requests[place.before], requests[place.after]] as [RequestRow, RequestRow];
  const prices = resolveModel(after.model)?.prices;
  const sizes = {
    before: figuresOf(before),
    after: figuresOf(after),
    newTokens: loss.newTokens,
    summaryTokens: loss.summaryTokens,
    rereadTokens: loss.rereads.reduce((sum, { tokens }) => sum + tokens, 0),
    requests: place.untilAt - place.afterAt,
  };
  const facts = {
    index,
    agent,
    place,
    promptBefore: before.prompt_tokens,
    promptAfter: after.prompt_tokens,
    loss,
    cost: prices ? priceCompaction(sizes, prices) : null,
    partOf: (id: string) => parts.get(id),
  };
  return { json: JSON.stringify(compactionAnswer(facts)) };
}

function findPlace(session: Session, agent: string, index: number): CompactionPlace {
  const places = compactionPlaces(session, agent);
  const place = places[index];
  if (place) return place;
  if (place === null)
    throw new Problem(422, "nothing-to-compare", "the log has no request on both sides of this compaction");
  throw new Problem(404, "no-such-compaction", `agent ${agent} has ${places.length} compactions, counted from 0`);
}

/** Facts of every part with the ledger's counts, read line by line. */
function partFacts(file: string): Map<string, PartFacts> {
  const facts = new Map<string, PartFacts>();
  const { rowOffsets } = readJson<SessionIndex>(file, "index.json");
  const all = { start: 0, end: rowOffsets.length - 1 };
  for (const { parts } of readSlice<MessageRow>(file, "message-rows.jsonl", rowOffsets, all))
    for (const { id, kind, tokens, first_request } of parts) facts.set(id, { kind, tokens, first_request });
  return facts;
}

const figuresOf = (row: RequestRow): RequestFigures => ({
  prompt: row.prompt_tokens,
  read: row.cache_read,
  written1h: row.cache_write_1h,
  written: row.cache_write,
  uncached: row.uncached,
});
