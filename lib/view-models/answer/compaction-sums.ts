import { addAmounts, known, unknown } from "../../answer/amount";
import type { Amount } from "../../api/schemas/cost-answer";
import type { Readers } from "../../evaluation/evidence";
import { modelPricesAt } from "../../models/price-at";
import { writePrice } from "../../models/price-usage";
import type { Analysis } from "../../pipeline/analyze-session";
import { type CompactionPlace, compactionPlaces, countCompaction } from "../../replay/compaction-loss";
import { countingReaders } from "../../replay/counting-readers";
import type { ModelRequest } from "../../requests/reconstruct-requests";
import { cacheWritten } from "../../transcript/usage";
import type { CompactionSums } from "./compaction-words";

/** Needed content dropped by the compactions of all agents; null if there was none. */
export function sumCompactions(analysis: Analysis): CompactionSums | null {
  const { session, ledger } = analysis;
  const places = session.agents.flatMap(({ id }) => compactionPlaces(session, id));
  if (places.length === 0) return null;
  const between = places.filter((place) => place !== null);
  const readers = countingReaders(session, between, (part) => ledger.parts.get(part.id)?.tokens ?? 0);
  const measured = between.map((place) => measure(analysis, place, readers));
  const sum = (of: (entry: (typeof measured)[number]) => number) =>
    measured.reduce((total, entry) => total + of(entry), 0);
  return {
    count: places.length,
    measured: measured.filter(({ needed }) => needed > 0).length,
    needed: sum(({ needed }) => needed),
    kept: sum(({ kept }) => kept),
    gone: sum(({ gone }) => gone),
    files: sum(({ files }) => files),
    refetchTokens: sum(({ tokens }) => tokens),
    refetch: measured.length === 0 ? known(0) : addAmounts(measured.map(({ refetch }) => refetch)),
  };
}

function measure(analysis: Analysis, place: CompactionPlace, readers: Readers) {
  const { needed, lost, gone, rereads } = countCompaction(analysis.session, place, readers);
  const tokens = rereads.reduce((total, reread) => total + reread.tokens, 0);
  const agent = analysis.requests[place.after]?.agent;
  const own = analysis.requests.filter((request) => request.agent === agent);
  return {
    needed,
    kept: needed - lost,
    gone,
    files: rereads.length,
    tokens,
    refetch: addAmounts([known(0), ...rereads.map((reread) => refetchOf(own[reread.at + 1], reread.tokens))]),
  };
}

/** A file read again is written to the cache once more, by the request that first sends it; none: the session ended. */
function refetchOf(request: ModelRequest | undefined, tokens: number): Amount {
  if (request === undefined) return known(0);
  const prices = modelPricesAt(request.model, request.startedAt);
  const { usage } = request;
  if (usage === null) return unknown("no-usage");
  if (prices === null) return unknown("no-price");
  if (usage.cacheRead === null) return unknown("no-cache");
  const written = cacheWritten(usage) ?? 0;
  const oneHour = written === 0 ? null : (usage.cacheWrite1h ?? 0) / written;
  return known((tokens * writePrice(prices, oneHour)) / 1e6);
}
