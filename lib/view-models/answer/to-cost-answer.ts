import { between, shareOf, unknown } from "../../answer/amount";
import { type BoundingRuns, boundingRuns } from "../../answer/bounding-runs";
import type { CauseFacts, PricedDrop, WastedPart } from "../../answer/cause-facts";
import { settingFor } from "../../answer/client-settings";
import { type CostFacts, costFacts } from "../../answer/cost-facts";
import { unpricedRequests } from "../../answer/cost-of-session";
import type { FoundWaste } from "../../answer/waste";
import { isOwnProgram } from "../../answer/who-acts";
import { roundAmount } from "../../api/answers/money";
import type { AnswerRequest, CostAnswer, CostCause } from "../../api/schemas/cost-answer";
import type { FindingAnswer } from "../../api/schemas/finding";
import type { CacheAnalysis } from "../../pipeline/analyze-cache";
import type { Analysis } from "../../pipeline/analyze-session";
import type { SimulatedSession } from "../../pipeline/simulate-session";
import {
  type AgentComposition,
  type CompositionPart,
  toAgentComposition,
  type WasteSum,
  wasteByKind,
} from "../../read-models/composition";
import type { FindingCheck, FindingChecks } from "../../read-models/finding-rows";
import { requestRowOf } from "../../read-models/request-rows";
import { byAgent } from "../../transcript/by-agent";
import { missingAgents } from "../../transcript/missing-agents";
import { readDrops } from "../cache/read-drops";
import { answerSentence } from "./answer-sentence";
import { causeFact } from "./cause-fact";
import { causeNote } from "./cause-note";
import { CAUSE_WORDS } from "./cause-words";
import { changeFor } from "./change-for";
import { type CompactionSums, toCompactions } from "./compaction-words";

const SHOWN_WASTES = 500;
const SHOWN_PARTS = 50;

export type AnswerInput = {
  readonly analysis: Analysis;
  readonly cache: CacheAnalysis;
  readonly simulated: SimulatedSession | null;
  /** The compositions of all agents, by reported usage. */
  readonly compositions: readonly AgentComposition[];
  readonly checks: FindingChecks;
  readonly risks: readonly FindingAnswer[];
  readonly compactions: CompactionSums | null;
};

/** The answer about a session: its cost, the reasons, and what to change. */
export function toCostAnswer(input: AnswerInput): CostAnswer {
  const { analysis, cache, simulated, checks, risks } = input;
  const ends = simulated && boundingRuns(analysis, simulated);
  const facts = costFacts({
    analysis,
    findings: cache.findings,
    ends: ends && { low: ends.low.cost, high: ends.high.cost },
    drops: dropsOf(analysis),
    waste: wasteOf(input, ends),
    unused: unusedOf(input.compositions),
  });
  const requestOf = numbering(analysis);
  const causes = facts.causes.map((cause) => toCause(cause, facts, requestOf, analysis.session));
  const unexplained = facts.unexplained && toCause(facts.unexplained, facts, requestOf, analysis.session);
  const compactions = toCompactions(input.compactions, facts.rewrites, facts.breaks);
  const { cost, cost_note, list_price, breaks, requests, inputTokens } = facts;
  const named = new Set<string>([...causes, ...risks].map(({ id }) => id));
  const isUnnamed = ({ id }: FindingCheck) => !named.has(id) && !named.has(`${id}-risk`);
  const [checked, unanswerable] = [checks.clean.filter(isUnnamed), checks.unanswered.filter(isUnnamed)];
  const shown = { causes, unexplained, compactions, checked, unanswerable };
  const stated = analysis.session.totals?.cost ?? null;
  const lacking = missingAgents(analysis.session);
  const unpriced = unpricedRequests(analysis.session);
  const sums = {
    ...{ requests, cost, cost_note, breaks, stated_cost: stated, input_tokens: inputTokens },
    ...(lacking > 0 && { agents_missing: lacking }),
    ...(unpriced > 0 && cost.kind === "known" && { requests_unpriced: unpriced }),
  };
  return {
    version: 1,
    case: facts.case,
    sentence: answerSentence({ case: facts.case, cache: facts.cache, ...sums, ...shown }),
    ...sums,
    list_price,
    cache: facts.cache,
    ...shown,
    risks,
  };
}

/** A request's name on pages, by its index over all agents. */
function numbering({ requests }: Analysis): (index: number) => AnswerRequest {
  return (index) => ({
    index,
    agent: requests[index]?.agent ?? "main",
    number: (requests[index]?.indexInAgent ?? index) + 1,
  });
}

function toCause(
  cause: CauseFacts,
  facts: CostFacts,
  requestOf: (index: number) => AnswerRequest,
  session: Analysis["session"],
): CostCause {
  const { id, confidence, money, tokens, requests, count, noun, action, breaks, parts, remedy, saving } = cause;
  const { name } = CAUSE_WORDS[id];
  const setting = settingFor(session, remedy ?? id);
  const isLongerLife = remedy === "longer-life" && (setting !== null || isOwnProgram(session.format));
  const worded = {
    id,
    fact: causeFact(cause, requestOf, brokenRequests(facts)),
    tokens,
    evidence: { count, noun, requests: (parts.length > 0 ? requests.slice(0, SHOWN_WASTES) : requests).map(requestOf) },
    covers: {
      breaks: breaks.map(({ request }) => request).sort((a, b) => a - b),
      parts: parts.slice(0, SHOWN_PARTS).map((part) => toPart(part, requestOf)),
    },
  };
  return {
    ...worded,
    name,
    note: causeNote(worded),
    confidence,
    money,
    share: shareOf(money, facts.cost),
    ...changeFor(cause, session.format, isLongerLife),
    ...(isLongerLife && saving !== null && money.kind !== "unknown" && { saving: roundAmount(saving) }),
    action: setting !== null && action === "see-requests" ? "copy-setting" : action,
    ...(setting && { setting }),
    is_small: facts.small.has(id),
  };
}

/** The requests of all causes' breaks and reduced reads. */
const brokenRequests = ({ causes, unexplained, rewrites }: CostFacts): number[] =>
  [...causes, unexplained, rewrites].flatMap((cause) =>
    cause === null ? [] : [...cause.breaks, ...cause.drops].map(({ request }) => request),
  );

const toPart = (
  { id, label, tokens, first, since, times }: WastedPart,
  requestOf: (index: number) => AnswerRequest,
) => ({
  id,
  label,
  tokens,
  first: requestOf(first),
  since: requestOf(since),
  times,
});

/** Cost of carrying needless parts: exact if the log reports usage, a range if it reports no cache. */
function wasteOf({ analysis, compositions }: AnswerInput, ends: BoundingRuns | null): FoundWaste[] {
  const indexOf = new Map(
    analysis.requests.map(({ agent, indexInAgent, index }) => [`${agent} ${indexInAgent}`, index]),
  );
  const lowest = ends && compositions.map(({ agent }) => costsOf({ ...analysis, requests: ends.low.requests }, agent));
  const highest =
    ends && compositions.map(({ agent }) => costsOf({ ...analysis, requests: ends.high.requests }, agent));
  const missing = analysis.requests.some(({ usage }) => usage === null) ? "no-usage" : "no-price";
  return compositions.flatMap(({ agent, parts }, at) => {
    const place = (position: number) => indexOf.get(`${agent} ${position}`) ?? 0;
    return parts.flatMap((part) =>
      wasteByKind(part.waste).map((waste): FoundWaste => {
        const key = keyOf(part, waste);
        const [low, high] = ends ? [lowest?.[at]?.get(key), highest?.[at]?.get(key)] : [waste.cost, waste.cost];
        return {
          kind: waste.kind,
          isCall: part.kind === "tool_call",
          id: part.id,
          label: part.label,
          tokens: waste.tokens,
          first: place(part.first),
          since: place(waste.from),
          times: waste.times,
          money: typeof low === "number" && typeof high === "number" ? between(low, high) : unknown(missing),
        };
      }),
    );
  });
}

const keyOf = ({ id }: Pick<CompositionPart, "id">, { kind }: Pick<WasteSum, "kind">) => `${id} ${kind}`;

const costsOf = (analysis: Analysis, agent: string): ReadonlyMap<string, number | null> =>
  new Map(
    toAgentComposition(analysis, agent).parts.flatMap((part) =>
      wasteByKind(part.waste).map((waste) => [keyOf(part, waste), waste.cost] as const),
    ),
  );

function unusedOf(compositions: readonly AgentComposition[]) {
  const tools = compositions.find(({ agent }) => agent === "main")?.tools;
  return tools?.known ? { names: tools.unused, tokens: tools.tokens, cost: tools.cost } : null;
}

/** Requests of all agents that read less than the previous one, except breaks. */
function dropsOf(analysis: Analysis): PricedDrop[] {
  const rowOf = requestRowOf(analysis);
  return [...byAgent(analysis.requests).values()].flatMap((requests) => {
    const rows = requests.map(rowOf);
    return readDrops(rows)
      .filter(({ at }) => rows[at]?.break === null)
      .map(
        ({ at, tokens, least, cost, reason, gap }): PricedDrop => ({
          request: rows[at]?.index ?? 0,
          tokens,
          money: cost === null ? unknown("no-price") : between((cost * least) / tokens, cost),
          reason,
          gap,
        }),
      );
  });
}
