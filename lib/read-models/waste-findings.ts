import { WASTE_KINDS, type WasteKind } from "../evaluation/waste/waste-kind";
import type { Analysis } from "../pipeline/analyze-session";
import { holdsTexts } from "../transcript/holds-texts";
import { type AgentComposition, isOversized, oversizedFrom } from "./composition";
import { type FindingCheck, type FindingRequest, type FindingRow, holdsCalls } from "./finding-rows";
import type { SessionCache } from "./session-cache";
import { compositionWords } from "./words/composition";
import { FINDING_NOTES } from "./words/finding-text";

/** Smaller waste counts as a check without findings: not worth a change of habit. */
const LEAST = { dollars: 0.01, tokens: 1_000 };
const SHOWN_EVIDENCE = 5;

/** An agent with the content of its prompts and its context window. */
export type ComposedAgent = { readonly own: AgentComposition; readonly window: number | null };

/** The cache's risks and checks together with those about what all agents' prompts carried. */
export function withWasteChecks(
  cache: SessionCache,
  { requests, session }: Pick<Analysis, "requests" | "session">,
  agents: readonly ComposedAgent[],
): SessionCache {
  const places = new Map(requests.map(({ index, agent, indexInAgent }) => [`${agent} ${indexInAgent}`, index]));
  const requestOf: RequestOf = (agent, at) => ({ index: places.get(`${agent} ${at}`) ?? 0, agent, at });
  // Some logs hold calls and their results only as text, or only their sizes.
  const lack = holdsTexts(session) ? (holdsCalls(session) ? null : FINDING_NOTES.noCalls) : FINDING_NOTES.noTexts;
  const ofContent = [...WASTE_KINDS.flatMap((kind) => checkWaste(kind, agents)), ofOversized(agents, requestOf)];
  const results = [...ofContent, ...checkTools(agents)].map((result) =>
    lack === null || "id" in result ? result : { ...result, note: lack, isClean: false },
  );
  const rows = results.flatMap((result) => ("id" in result ? [result] : []));
  const checks = results.flatMap((result) => ("id" in result ? [] : [result]));
  const told = ({ name, note }: Check): FindingCheck => ({ name, note });
  return {
    ...cache,
    risks: [...cache.risks, ...rows],
    checks: {
      clean: [...cache.checks.clean, ...checks.filter(({ isClean }) => isClean).map(told)],
      unanswered: [...cache.checks.unanswered, ...checks.filter(({ isClean }) => !isClean).map(told)],
    },
  };
}

type RequestOf = (agent: string, at: number) => FindingRequest;
type Check = FindingCheck & { readonly isClean: boolean };

/** Waste that is not a cause; causes need no check. */
function checkWaste(kind: WasteKind, agents: readonly ComposedAgent[]): Check[] {
  const found = agents.flatMap(({ own }) =>
    own.parts.flatMap((part) => part.waste.filter((waste) => waste.kind === kind)),
  );
  const { title } = compositionWords.kinds[kind];
  const tokens = found.reduce((sum, waste) => sum + waste.tokens, 0);
  const cost = addUp(found.map((waste) => waste.cost));
  const isCause = cost === null ? tokens >= LEAST.tokens : cost >= LEAST.dollars;
  return isCause ? [] : [{ name: title, note: compositionWords.littleWaste(tokens, cost !== null), isClean: true }];
}

/** Large outputs may all have been needed, so they are a risk rather than a loss. */
function ofOversized(agents: readonly ComposedAgent[], requestOf: RequestOf): FindingRow | Check {
  const found = agents.flatMap(({ own, window }) =>
    own.parts.filter((part) => isOversized(part, oversizedFrom(window))).map((part) => ({ part, agent: own.agent })),
  );
  const { title, advice } = compositionWords.kinds["oversized-output"];
  if (found.length === 0) return { name: title, note: noOversized(agents), isClean: true };
  const largest = found.toSorted((a, b) => b.part.tokens - a.part.tokens);
  return {
    id: "oversized-output",
    title,
    kind: "risk",
    confidence: "likely",
    lost_tokens: found.reduce((sum, { part }) => sum + part.tokens, 0),
    lost_cost: null,
    requests: distinct(found.map(({ part, agent }) => requestOf(agent, part.first))),
    evidence: largest.slice(0, SHOWN_EVIDENCE).map(({ part }) => compositionWords.oversizedEvidence(part)),
    advice: [advice],
  };
}

const noOversized = (agents: readonly ComposedAgent[]): string =>
  agents.every(({ window }) => window !== null)
    ? compositionWords.noOversized
    : compositionWords.oversizedNote([], oversizedFrom(null));

/** Only the main agent: the log's definitions are sent with its prompts. Empty if it made no request. */
function checkTools(agents: readonly ComposedAgent[]): Check[] {
  const tools = agents.find(({ own }) => own.agent === "main")?.own.tools;
  if (tools === undefined || (tools.known && tools.unused.length > 0)) return [];
  const { title } = compositionWords.kinds["unused-tools"];
  return [{ name: title, note: compositionWords.unusedToolsNote(tools), isClean: tools.known }];
}

const addUp = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0 as number | null);

const distinct = (requests: readonly FindingRequest[]): FindingRequest[] =>
  [...new Map(requests.map((request) => [request.index, request])).values()].sort((a, b) => a.index - b.index);
