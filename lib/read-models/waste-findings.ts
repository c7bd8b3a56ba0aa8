import type { CheckFact } from "../api/schemas/finding";
import { WASTE_KINDS, type WasteKind } from "../evaluation/waste/waste-kind";
import type { Analysis } from "../pipeline/analyze-session";
import { holdsTexts } from "../transcript/holds-texts";
import type { Session } from "../transcript/session";
import {
  type AgentComposition,
  type CompositionPart,
  costliestWaste,
  isOversized,
  oversizedFrom,
  ownTokens,
} from "./composition";
import { type FindingCheck, type FindingRequest, type FindingRow, holdsCalls, toCheck } from "./finding-rows";
import type { SessionCache } from "./session-cache";
import { calledTools } from "./unused-tools";
import { compositionWords, type LeaveOutKind } from "./words/composition";

const SHOWN_EVIDENCE = 5;

/** An agent with the content of its prompts and its context window. */
export type ComposedAgent = { readonly own: AgentComposition; readonly window: number | null };

/** The cache's risks and checks, together with those about needless content in the agents' prompts. */
export function withWasteChecks(
  cache: SessionCache,
  { requests, session }: Pick<Analysis, "requests" | "session">,
  agents: readonly ComposedAgent[],
): SessionCache {
  const places = new Map(requests.map(({ index, agent, indexInAgent }) => [`${agent} ${indexInAgent}`, index]));
  const requestOf: RequestOf = (agent, at) => ({ index: places.get(`${agent} ${at}`) ?? 0, agent, at });
  // Some logs contain calls and their results only as text, or only their sizes.
  const lack = holdsTexts(session) ? (holdsCalls(session) ? null : "no-calls") : "no-texts";
  const ofContent = [...WASTE_KINDS.map((kind) => checkWaste(kind, agents)), ofOversized(agents, requestOf)];
  const results = [...ofContent, ...checkTools(agents, session)].map((result) =>
    lack === null || "kind" in result ? result : { ...toCheck(result.id, { id: lack }), isClean: false },
  );
  const rows = results.flatMap((result) => ("kind" in result ? [result] : []));
  const checks = results.flatMap((result) => ("kind" in result ? [] : [result]));
  const plain = ({ isClean: _, ...check }: Check): FindingCheck => check;
  return {
    ...cache,
    risks: [...cache.risks, ...rows],
    checks: {
      clean: [...cache.checks.clean, ...checks.filter(({ isClean }) => isClean).map(plain)],
      unanswered: [...cache.checks.unanswered, ...checks.filter(({ isClean }) => !isClean).map(plain)],
    },
  };
}

type RequestOf = (agent: string, at: number) => FindingRequest;
type Check = FindingCheck & { readonly id: LeaveOutKind; readonly isClean: boolean };

/** The check of a kind of waste, which the answer leaves out if the waste is a cause. */
function checkWaste(kind: WasteKind, agents: readonly ComposedAgent[]): Check {
  const found = agents.flatMap(({ own }) => own.parts.flatMap(({ waste }) => costliestWaste(waste) ?? []));
  const ofKind = found.filter((waste) => waste.kind === kind);
  const tokens = ofKind.reduce((sum, waste) => sum + waste.tokens, 0);
  const isPriced = ofKind.every(({ cost }) => cost !== null);
  return { ...toCheck(kind, { id: "little-waste", tokens, isPriced }), isClean: true };
}

/** Large outputs may all have been needed, so they are a risk rather than a loss. */
function ofOversized(agents: readonly ComposedAgent[], requestOf: RequestOf): FindingRow | Check {
  const found = agents.flatMap(({ own, window }) =>
    own.parts.filter((part) => isOversized(part, oversizedFrom(window))).map((part) => ({ part, agent: own.agent })),
  );
  const { title, advice } = compositionWords.kinds["oversized-output"];
  if (found.length === 0) return { ...toCheck("oversized-output", noOversized(agents)), isClean: true };
  const largest = found.toSorted((a, b) => ownTokens(b.part) - ownTokens(a.part));
  const more = largest.length - SHOWN_EVIDENCE;
  const facts = [
    leastSize(agents),
    ...largest.slice(0, SHOWN_EVIDENCE).map(({ part }) => toRiskFact(part)),
    ...(more > 0 ? [{ id: "more" as const, count: more }] : []),
  ];
  return {
    id: "oversized-output",
    title,
    kind: "risk",
    confidence: "likely",
    lost_tokens: found.reduce((sum, { part }) => sum + ownTokens(part), 0),
    lost_cost: null,
    requests: distinct(found.map(({ part, agent }) => requestOf(agent, part.first))),
    evidence: facts.map((fact) => compositionWords.oversizedEvidence(fact)),
    facts,
    advice: [advice],
  };
}

const hasWindows = (agents: readonly ComposedAgent[]): boolean => agents.every(({ window }) => window !== null);

const leastSize = (agents: readonly ComposedAgent[]) => ({
  id: "oversized-from" as const,
  tokens: Math.min(...agents.map(({ window }) => oversizedFrom(window))),
  isOfWindow: hasWindows(agents),
});

const noOversized = (agents: readonly ComposedAgent[]): CheckFact => ({
  id: "none-oversized",
  from: hasWindows(agents) ? null : oversizedFrom(null),
});

/**
 * Definitions concern only the main agent, because they are sent with its prompts; without them, the tools of all agents
 * count. Empty if it made no request.
 */
function checkTools(agents: readonly ComposedAgent[], { messages }: Pick<Session, "messages">): Check[] {
  const tools = agents.find(({ own }) => own.agent === "main")?.own.tools;
  if (tools === undefined || (tools.known && tools.unused.length > 0)) return [];
  return [
    {
      ...toCheck("unused-tools", {
        id: "tools-called",
        called: tools.known ? tools.called : calledTools(messages.flatMap(({ parts }) => parts)).size,
        defined: tools.known ? tools.defined : null,
      }),
      isClean: tools.known,
    },
  ];
}

const toRiskFact = (part: CompositionPart) => ({
  id: "oversized-part" as const,
  part: `${part.tool ? `${part.tool} ` : ""}${part.label.slice(0, 80)}`,
  tokens: ownTokens(part),
  requests: part.last - part.first + 1,
});

const distinct = (requests: readonly FindingRequest[]): FindingRequest[] =>
  [...new Map(requests.map((request) => [request.index, request])).values()].sort((a, b) => a.index - b.index);
