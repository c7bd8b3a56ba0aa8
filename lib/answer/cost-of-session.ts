import type { CostAnswer } from "../api/schemas/cost-answer";
import { reportsCache } from "../cache/unreported-cache";
import { isFreeModel } from "../models/free-models";
import { modelPricesAt } from "../models/price-at";
import { priceUsage } from "../models/price-usage";
import type { Analysis } from "../pipeline/analyze-session";
import { missingAgents } from "../transcript/missing-agents";
import { type Session, SUMMARISER } from "../transcript/session";
import { cacheWritten, promptTokens } from "../transcript/usage";
import { between, known, unknown } from "./amount";

export type CacheReporting = CostAnswer["cache"];

/** Which cache figures the log reports. */
export function reportingOf({ requests, cache }: Pick<Analysis, "requests" | "cache">): CacheReporting {
  if (!requests.some(countsPrompt)) return "no-usage";
  if (!reportsCache(requests)) return "not-reported";
  const reads = requests.some(({ usage }) => (usage?.cacheRead ?? 0) > 0);
  const writes = requests.some(({ usage }) => usage !== null && (cacheWritten(usage) ?? 0) > 0);
  const tells = requests.some(({ usage }) => usage !== null && cacheWritten(usage) !== null);
  // Some gateways report 0 for every cache write although the reads grow.
  return writes || (tells && !reads) || cache.expectedRead.some((expected) => expected !== null)
    ? "reported"
    : "reads-only";
}

/** True if the usage counts the prompt, and not only the output. */
const countsPrompt = ({ usage }: Pick<Analysis["requests"][number], "usage">): boolean =>
  usage !== null && promptTokens(usage) !== null;

export type SessionMoney = Pick<CostAnswer, "cost" | "cost_note" | "list_price">;

/**
 * A session's cost. `ends` is its range for logs without cache reads: with a cache that reads everything possible, and
 * without a cache. Requests without a price are left out, so the cost is then a minimum, as `cost_note` says.
 */
export function costOfSession(
  { session, ledger, cache }: Costed,
  ends: { readonly low: number; readonly high: number } | null,
): SessionMoney {
  const priced = listPrice({ session, ledger, cache }, ends);
  const models = [...new Set(session.responses.map(({ model }) => model))];
  const isFree = models.length > 0 && models.every(isFreeModel);
  if (!isFree || (priced.cost.kind === "unknown" && priced.cost.why === "no-usage"))
    return { ...priced, list_price: null };
  const isPriced = priced.cost.kind !== "unknown";
  return { cost: unknown("free-provider"), cost_note: null, list_price: isPriced ? priced.cost : null };
}

/** Requests whose tokens are in the log, but not a model with a known price. */
export const unpricedRequests = ({ responses }: Pick<Session, "responses">): number =>
  responses.filter(
    (response) =>
      countsPrompt(response) &&
      !isFreeModel(response.model) &&
      modelPricesAt(response.model, response.startedAt) === null,
  ).length;

/** Without the cache report, calls that the log lacks are not looked for. */
type Costed = Pick<Analysis, "session" | "ledger"> & { readonly cache?: Analysis["cache"] | undefined };

function listPrice(
  { session, ledger, cache }: Costed,
  ends: { readonly low: number; readonly high: number } | null,
): Pick<CostAnswer, "cost" | "cost_note"> {
  const none = (why: "no-usage" | "no-price" | "no-cache") => ({ cost: unknown(why), cost_note: null });
  const { responses } = session;
  if (!responses.some(countsPrompt)) return none("no-usage");
  let sum = 0;
  let [missing, writes, silent, counted] = [0, 0, 0, 0];
  let isCacheUnknown = false;
  for (const { usage, model, startedAt } of responses) {
    const prices = modelPricesAt(model, startedAt);
    const cost = usage === null || prices === null ? null : priceUsage(usage, prices);
    if (usage === null || prices === null || cost === null) {
      missing += 1;
      continue;
    }
    counted += 1;
    sum += cost.amount;
    const isPlain = usage.cacheRead === null && prices.cacheRead !== prices.input;
    isCacheUnknown ||= isPlain;
    if (usage.output === null) silent += 1;
    if (cost.isPartial && usage.cacheRead !== null && cacheWritten(usage) === null) writes += 1;
  }
  if (counted === 0) return none("no-price");
  if (isCacheUnknown && !reportsCache(responses))
    return ends === null ? none("no-cache") : { cost: between(ends.low, ends.high), cost_note: null };
  const isOutputInPart = ledger.outputs.floors.size > 0 || silent > 0;
  const lacksCalls =
    missing > 0 || missingAgents(session) > 0 || lacksSummaries(session) || (cache?.unloggedCalls ?? []).length > 0;
  return { cost: known(sum), cost_note: noteOf(lacksCalls, isOutputInPart, writes > 0) };
}

function noteOf(lacksCalls: boolean, isOutputInPart: boolean, lacksWrites: boolean): CostAnswer["cost_note"] {
  if (lacksCalls) return isOutputInPart ? "requests-and-output-in-part" : "requests-in-part";
  if (isOutputInPart) return "output-in-part";
  return lacksWrites ? "writes-not-logged" : null;
}

/** True if the log has more summaries that a model wrote for compactions than calls that wrote them. */
function lacksSummaries({ events, responses, messages, agents }: Session): boolean {
  const summarisers = new Set(agents.filter(({ title }) => title === SUMMARISER).map(({ id }) => id));
  const written = events.filter(
    (event) =>
      event.type === "compaction" && !event.isSummaryUnreadable && messages[event.atMessage]?.origin === "summary",
  );
  const calls = responses.filter(({ agent, messageIndex }) => {
    const message = messages[messageIndex];
    return summarisers.has(agent) || message?.isHidden === true || message?.origin === "summary";
  });
  return calls.length < written.length;
}
