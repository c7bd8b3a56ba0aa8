import type { Money } from "../api/schemas/fields";
import { WASTE_KINDS, type WasteKind } from "../evaluation/waste/find-waste";
import type { Analysis } from "../pipeline/analyze-session";
import type { AgentComposition, CompositionPart, PartWaste } from "./composition";
import { isOversized, oversizedFrom } from "./composition-view";
import { type FindingCheck, type FindingRequest, type FindingRow, rankOfFinding } from "./finding-rows";
import type { SessionCache } from "./session-cache";
import { messages } from "./wording";

/** Less is told as a check with nothing found: it is not worth a change of habit. */
const LEAST = { dollars: 0.01, tokens: 1_000 };
const SHOWN_EVIDENCE = 5;

type Found = { readonly part: CompositionPart; readonly waste: PartWaste; readonly agent: string };
/** An agent with what its prompts were made of, and its context window. */
export type ComposedAgent = { readonly own: AgentComposition; readonly window: number | null };

/** The findings of the cache together with those of what the prompts of all agents carried for nothing. */
export function withWasteFindings(
  cache: SessionCache,
  { requests }: Pick<Analysis, "requests">,
  agents: readonly ComposedAgent[],
): SessionCache {
  const places = new Map(requests.map(({ index, agent, indexInAgent }) => [`${agent} ${indexInAgent}`, index]));
  const requestOf: RequestOf = (agent, at) => ({ index: places.get(`${agent} ${at}`) ?? 0, agent, at });
  const results = [
    ...WASTE_KINDS.map((kind) => ofWaste(kind, agents, requestOf)),
    ofOversized(agents, requestOf),
    ...unusedTools(agents),
  ];
  const rows = results.flatMap((result) => ("id" in result ? [result] : []));
  const checks = results.flatMap((result) => ("id" in result ? [] : [result]));
  const told = ({ name, note }: Check): FindingCheck => ({ name, note });
  return {
    ...cache,
    findings: [...cache.findings, ...rows].sort((a, b) => rankOfFinding(b) - rankOfFinding(a)),
    checks: {
      clean: [...cache.checks.clean, ...checks.filter(({ isClean }) => isClean).map(told)],
      unanswered: [...cache.checks.unanswered, ...checks.filter(({ isClean }) => !isClean).map(told)],
    },
  };
}

type RequestOf = (agent: string, at: number) => FindingRequest;
type Check = FindingCheck & { readonly isClean: boolean };

function ofWaste(kind: WasteKind, agents: readonly ComposedAgent[], requestOf: RequestOf): FindingRow | Check {
  const found = agents.flatMap(({ own }) =>
    own.parts.flatMap((part): Found[] =>
      part.waste.filter((waste) => waste.kind === kind).map((waste) => ({ part, waste, agent: own.agent })),
    ),
  );
  const { title, advice } = messages.composition.kinds[kind];
  const tokens = found.reduce((sum, { part }) => sum + part.tokens, 0);
  const cost = addUp(found.map(({ waste }) => waste.cost));
  if (cost === null ? tokens < LEAST.tokens : cost.amount < LEAST.dollars)
    return { name: title, note: messages.composition.littleWaste(tokens), isClean: true };
  const dearest = found.toSorted((a, b) => (b.waste.cost ?? b.part.tokens) - (a.waste.cost ?? a.part.tokens));
  return {
    id: kind,
    title,
    kind: "loss",
    confidence: kind === "same-text" || kind === "restated-plan" ? "certain" : "likely",
    lost_tokens: tokens,
    lost_cost: cost,
    requests: distinct(found.map(({ waste, agent }) => requestOf(agent, waste.from))),
    evidence: dearest
      .slice(0, SHOWN_EVIDENCE)
      .map(({ part, waste }) => messages.composition.wasteEvidence(part, waste)),
    advice: [advice],
  };
}

/** Large outputs may all have been needed, so they are a risk and no loss. */
function ofOversized(agents: readonly ComposedAgent[], requestOf: RequestOf): FindingRow | Check {
  const found = agents.flatMap(({ own, window }) =>
    own.parts.filter((part) => isOversized(part, oversizedFrom(window))).map((part) => ({ part, agent: own.agent })),
  );
  const { title, advice } = messages.composition.kinds["oversized-output"];
  if (found.length === 0) return { name: title, note: messages.composition.noOversized, isClean: true };
  const largest = found.toSorted((a, b) => b.part.tokens - a.part.tokens);
  return {
    id: "oversized-output",
    title,
    kind: "risk",
    confidence: "likely",
    lost_tokens: found.reduce((sum, { part }) => sum + part.tokens, 0),
    lost_cost: null,
    requests: distinct(found.map(({ part, agent }) => requestOf(agent, part.first))),
    evidence: largest.slice(0, SHOWN_EVIDENCE).map(({ part }) => messages.composition.oversizedEvidence(part)),
    advice: [advice],
  };
}

/** Of the main agent alone: the log's definitions are sent with its prompts. Nothing if it made no request. */
function unusedTools(agents: readonly ComposedAgent[]): (FindingRow | Check)[] {
  const main = agents.find(({ own }) => own.agent === "main");
  if (main === undefined) return [];
  const { tools } = main.own;
  const { title, advice } = messages.composition.kinds["unused-tools"];
  const note = messages.composition.unusedToolsNote(tools);
  if (!tools.known) return [{ name: title, note, isClean: false }];
  if (tools.unused.length === 0) return [{ name: title, note, isClean: true }];
  const cost: Money | null = tools.cost === null ? null : { amount: tools.cost, currency: "USD" };
  return [
    {
      id: "unused-tools",
      title,
      kind: "loss",
      confidence: "certain",
      lost_tokens: tools.tokens,
      lost_cost: cost,
      requests: [],
      evidence: [note],
      advice: [advice],
    },
  ];
}

const addUp = (amounts: readonly (number | null)[]): Money | null =>
  amounts.some((amount) => amount === null)
    ? null
    : { amount: amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0), currency: "USD" };

const distinct = (requests: readonly FindingRequest[]): FindingRequest[] =>
  [...new Map(requests.map((request) => [request.index, request])).values()].sort((a, b) => a.index - b.index);
