import { moneyAnswer } from "../api/answers/money";
import type { CostAnswer } from "../api/schemas/cost-answer";
import type { CheckFact, FindingAnswer, LackId } from "../api/schemas/finding";
import type { BreakCause } from "../cache/break-cause";
import type { CacheBreak } from "../cache/cache-break";
import { causeOfReason } from "../cache/classify-break";
import type { CacheFinding, FindingId } from "../cache/findings/finding";
import { chainKey } from "../cache/read-expectation";
import { isShortfall } from "../cache/shortfall";
import { resolveModel } from "../models/resolve-model";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { type Segment, segmentsOf } from "../requests/prefix-tree";
import { holdsTexts } from "../transcript/holds-texts";
import { missingAgents } from "../transcript/missing-agents";
import type { Session } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";
import { windowUse } from "./context-window";
import { hasImages } from "./session-counts";
import { holdsDefinitions } from "./unused-tools";
import type { LeaveOutKind } from "./words/composition";
import { findingEvidence } from "./words/finding-evidence";
import { checkName, checkNote, FINDING_NAMES, findingText } from "./words/finding-text";

export type FindingRow = FindingAnswer;
/** A request affected by a finding. `at`: position within its agent, from 0. */
export type FindingRequest = FindingRow["requests"][number];

/**
 * Rules that found nothing (`clean`) or that this log cannot answer (`unanswered`). `clean` also lists the rules that
 * found something, because the answer may attribute every loss to something else. If the answer names a rule's finding,
 * it leaves that rule out.
 */
export type FindingChecks = { readonly clean: readonly FindingCheck[]; readonly unanswered: readonly FindingCheck[] };
export type FindingCheck = CostAnswer["checked"][number];

/** A check without a finding, in English. */
export const toCheck = <Id extends FindingId | LeaveOutKind>(
  id: Id,
  fact: CheckFact,
): FindingCheck & { readonly id: Id } => ({
  id,
  fact,
  name: checkName(id),
  note: checkNote(fact),
});

const SHOWN_EVIDENCE = 8;

/** Findings that can do harm without evidence in the log that they did. Losses are causes in the answer. */
export function toRiskRows(analysis: Analysis, { findings }: Pick<CacheAnalysis, "findings">): FindingRow[] {
  return findings.filter(({ kind }) => kind === "risk").map((finding) => toRisk(finding, analysis));
}

function toRisk(finding: CacheFinding, { requests: all }: Analysis): FindingRow {
  const { id, requests, lostTokens, lostCost, evidence } = finding;
  const { title, advice } = findingText(finding);
  const facts = evidence.slice(0, SHOWN_EVIDENCE);
  const requestOf = (index: number): FindingRequest => ({
    index,
    agent: all[index]?.agent ?? "main",
    at: all[index]?.indexInAgent ?? 0,
  });
  return {
    id: `${id}-risk`,
    title,
    kind: "risk",
    confidence: "likely",
    lost_tokens: lostTokens,
    lost_cost: moneyAnswer(lostCost),
    requests: requests.map(requestOf),
    evidence: facts.map((fact) => findingEvidence(fact)),
    facts,
    advice: [advice],
  };
}

const RULE_OF_CAUSE: Readonly<Partial<Record<BreakCause, FindingId>>> = {
  "history-edit": "history-edit",
  "tools-changed": "tool-churn",
  "system-changed": "volatile-front",
  "lookback-overflow": "lookback-overflow",
  "below-minimum": "below-minimum",
};

/** Rules that need the tools and system prompt to be in the log. */
const NEEDS_HEAD: ReadonlySet<FindingId> = new Set(["volatile-front", "tool-churn", "tool-choice"]);
/** Rules about the prompt's content, which need no cache report. */
const NEEDS_NO_USAGE: ReadonlySet<FindingId> = new Set([
  "undefined-tools",
  "alike-exchanges",
  "image-share",
  "doubled-results",
  "nothing-marked",
]);
/** Rules about bodies as sent, with their cache marks. */
const NEEDS_BODIES: ReadonlySet<FindingId> = new Set(["tool-choice", "unmarked-head", "nothing-marked"]);
/** Rules about changes that a log without bodies does not show. They are ruled out only if every miss has a known cause. */
const MAY_EXPLAIN: ReadonlySet<FindingId> = new Set(["moved-block", "key-order", "history-edit"]);
/** Rules about what was written to the cache. */
const NEEDS_WRITES: ReadonlySet<FindingId> = new Set(["unread-writes", "cold-fan-out"]);
/** Rules about calls and their results, which some logs contain only as text. */
const NEEDS_CALLS: ReadonlySet<FindingId> = new Set(["alike-exchanges", "doubled-results", "undefined-tools"]);

/** Rules that compare the texts of prompts. */
const NEEDS_TEXTS: ReadonlySet<FindingId> = new Set([
  "head-per-turn",
  "moved-block",
  "key-order",
  "history-edit",
  "alike-exchanges",
  "image-share",
  "doubled-results",
]);

export const holdsCalls = ({ messages }: Pick<Session, "messages">): boolean =>
  messages.some(({ parts }) => parts.some(({ type }) => type === "tool-call"));

export function toFindingChecks(analysis: Analysis, cache: CacheAnalysis): FindingChecks {
  const found = new Set<string>(cache.findings.map(({ id }) => id));
  const broken = new Set(analysis.cache.breaks.map(({ cause }) => RULE_OF_CAUSE[cause]));
  const reported = reportedRules(analysis);
  // Cleared results are an edit that the log itself shows.
  if (analysis.session.events.some(({ type }) => type === "micro-compaction")) broken.add("history-edit");
  const unlike = rulesOfUnlikeStarts(cache);
  const isSilent = (id: FindingId) => !found.has(id) && !broken.has(id) && !unlike.has(id);
  const rules = Object.keys(FINDING_NAMES) as FindingId[];
  const silent = rules.filter(isSilent);
  const hasUsage = analysis.requests.some(({ usage }) => usage !== null && usage.cacheRead !== null);
  const { tools, messages } = analysis.session;
  const lacksHead = !holdsDefinitions(tools);
  const headLack = messages.some(({ role }) => role === "system") ? "no-tools" : "no-head";
  const lacksBodies = analysis.session.captured === undefined;
  const lacksWrites = writtenBy(analysis) === 0;
  const lacksCalls = !holdsCalls(analysis.session);
  const lacksAgents = missingAgents(analysis.session) > 0;
  const hasAgents = analysis.requests.some(({ agent }) => agent !== "main");
  const lacksTexts = !holdsTexts(analysis.session);
  const hasOpenMiss =
    lacksBodies && (readsNothing(analysis) || missesWithoutCause(analysis) || reported.has("history-edit"));
  const lacksMinimum = analysis.requests.every(({ model }) => resolveModel(model)?.cache.minimumTokens == null);
  const lacksWindow = hasImages(analysis.session) && windowUse(analysis.session, analysis.requests).tokens === null;
  const lackOf = (id: FindingId): LackId | null => {
    if (lacksWindow && id === "image-share") return "no-window";
    if (!hasUsage && !NEEDS_NO_USAGE.has(id)) return "no-usage";
    if (lacksTexts && NEEDS_TEXTS.has(id)) return "no-texts";
    if (lacksCalls && NEEDS_CALLS.has(id)) return "no-calls";
    if (lacksWrites && NEEDS_WRITES.has(id)) return "no-writes";
    if (lacksAgents && id === "cold-fan-out") return hasAgents ? "few-agents" : "no-agents";
    if (lacksHead && NEEDS_HEAD.has(id)) return headLack;
    if (tools.length === 0 && id === "undefined-tools") return headLack;
    if (lacksMinimum && id === "below-minimum") return "no-minimum";
    if (hasOpenMiss && MAY_EXPLAIN.has(id)) return "no-bodies";
    return lacksBodies && (NEEDS_BODIES.has(id) || reported.has(id)) ? "no-bodies" : null;
  };
  const { length } = cache.requests;
  const unreadTokens = cache.unread.reduce((sum, { tokens }) => sum + tokens, 0);
  const cleanFact = (id: FindingId): CheckFact =>
    id === "unread-writes" && unreadTokens > 0
      ? { id: "few-unread", unread: unreadTokens, written: writtenBy(analysis) }
      : { id: "none", requests: length };
  return {
    clean: [
      ...silent.filter((id) => lackOf(id) === null).map((id) => toCheck(id, cleanFact(id))),
      ...rules
        .filter((id) => !isSilent(id) && !(id === "history-edit" && hasCleared(analysis)))
        .map((id) => toCheck(id, { id: "no-cause" })),
    ],
    unanswered: silent.flatMap((id) => {
      const lack = lackOf(id);
      return lack === null ? [] : [toCheck(id, { id: lack })];
    }),
  };
}

/** True if cleared results caused a break. */
const hasCleared = ({ cache }: Pick<Analysis, "cache">): boolean =>
  cache.breaks.some(({ evidence: [first] }) => first?.id === "compacted" && first.marker === "micro-compaction");

const RULE_OF_KIND: readonly (readonly [Segment["kind"], FindingId])[] = [
  ["system", "volatile-front"],
  ["tools", "tool-churn"],
];

/**
 * The rules about the start of the prompt, if the models of one agent get different starts. These rules compare only
 * requests to the same model, so they do not notice that.
 */
function rulesOfUnlikeStarts({ requests }: Pick<CacheAnalysis, "requests">): ReadonlySet<FindingId> {
  const firsts = new Map(requests.toReversed().map((request) => [chainKey(request), request]));
  return new Set(
    RULE_OF_KIND.flatMap(([wanted, id]) => {
      const starts = new Map<string, string>();
      const isUnlike = [...firsts.values()].some(({ agent, leaf }) => {
        const parts = segmentsOf(leaf).filter(({ kind }) => kind === wanted);
        const start = parts.map(({ hash }) => hash).join();
        const other = starts.get(agent) ?? start;
        starts.set(agent, start);
        return other !== start;
      });
      return isUnlike ? [id] : [];
    }),
  );
}

/**
 * The rules that explain the cache misses which the provider reports, including misses too small to count as
 * a break.
 */
function reportedRules({ session, cache }: Pick<Analysis, "session" | "cache">): ReadonlySet<FindingId | undefined> {
  const compacted = new Set(cache.breaks.flatMap(({ cause, request }) => (cause === "compaction" ? [request] : [])));
  const left = session.responses.filter((_, request) => !compacted.has(request));
  return new Set(left.map(({ cacheMissReason }) => RULE_OF_CAUSE[causeOfReason(cacheMissReason) ?? "unknown"]));
}

const writtenBy = ({ requests }: Pick<Analysis, "requests">): number =>
  requests.reduce((sum, { usage }) => sum + ((usage && cacheWritten(usage)) ?? 0), 0);

/** Without any cache read, there is no evidence that a prompt began like the previous one. */
const readsNothing = ({ requests }: Pick<Analysis, "requests">): boolean =>
  !requests.some(({ usage }) => (usage?.cacheRead ?? 0) > 0);

/**
 * Causes that explain nothing: the cause is unknown, thinking was only probably switched, or all that is known is that
 * messages changed, because the provider reports it or the prompt shrank.
 */
const isOpen = ({ cause, evidence: [first] }: CacheBreak): boolean =>
  cause === "unknown" ||
  cause === "provider-side" ||
  first?.id === "thinking-switched" ||
  (cause === "history-edit" && (first?.id === "reported-cause" || first?.id === "shrunk"));

/**
 * Whether a break has no known cause, or a request read less or was shorter than the previous one without a break that
 * explains it.
 */
function missesWithoutCause({ requests, cache }: Pick<Analysis, "requests" | "cache">): boolean {
  const causes = new Map(cache.breaks.map(({ request, cause }) => [request, cause]));
  if (cache.breaks.some(isOpen)) return true;
  const last = new Map<string, { readonly read: number; readonly tokens: number }>();
  return requests.some(({ index, agent, model, usage, promptTokens: { tokens } }) => {
    if (usage === null || usage.cacheRead === null) return false;
    const chain = `${agent} ${model}`;
    const before = last.get(chain) ?? { read: 0, tokens: 0 };
    last.set(chain, { read: usage.cacheRead, tokens });
    // A pause explains what was not read, but not that a prompt got shorter.
    if (tokens < before.tokens) return causes.get(index) !== "compaction";
    const readable = Math.min(before.read, tokens);
    return !causes.has(index) && isShortfall(readable - usage.cacheRead, readable);
  });
}
