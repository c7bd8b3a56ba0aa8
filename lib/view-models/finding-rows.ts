import { moneyAnswer } from "../api/answers/money";
import type { FindingAnswer } from "../api/schemas/finding";
import type { BreakCause } from "../cache/break-cause";
import type { CacheBreak } from "../cache/cache-break";
import type { CacheFinding, FindingId } from "../cache/findings/finding";
import { sumMoney } from "../cache/money";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { windowUse } from "./context-window";
import { hasImages } from "./session-counts";
import { messages } from "./wording";

/** One row of the Findings tab, as GET /api/sessions/:id/findings answers it. */
export type FindingRow = FindingAnswer;
/** A request that a finding concerns. `at`: position within its agent, from 0. */
export type FindingRequest = FindingRow["requests"][number];

/** Rules without a result: nothing found, or nothing that this log could show. */
export type FindingChecks = { readonly clean: readonly FindingCheck[]; readonly unanswered: readonly FindingCheck[] };
export type FindingCheck = { readonly name: string; readonly note: string };

const SHOWN_EVIDENCE = 8;

/** What the rules found, and the breaks that no rule explains by cause; the most expensive first, risks last. */
export function toFindingRows(analysis: Analysis, cache: CacheAnalysis): FindingRow[] {
  const requestOf = (index: number): FindingRequest => ({
    index,
    agent: analysis.requests[index]?.agent ?? "main",
    at: analysis.requests[index]?.indexInAgent ?? 0,
  });
  const rows = [
    ...cache.findings.map((finding) => ofRule(finding, requestOf)),
    ...ofBreaks(unexplainedBreaks(analysis, cache), requestOf),
  ];
  return rows.sort((a, b) => rankOfFinding(b) - rankOfFinding(a));
}

type Ranked = Pick<FindingRow, "kind" | "confidence" | "lost_cost" | "lost_tokens">;

/**
 * The place of a finding in the list: what can be acted on, by money, then by tokens; then losses without a known cause, if
 * there is nothing to change; risks last.
 */
export function rankOfFinding({ kind, confidence, lost_cost, lost_tokens }: Ranked): number {
  if (kind === "risk") return -1;
  const loss = (lost_cost?.amount ?? 0) + lost_tokens / 1e12;
  return confidence === "unknown" ? loss / (1 + loss) - 1 : loss;
}

/** Rules for which the log also proves the cause of the loss. */
const PROVEN: ReadonlySet<FindingId> = new Set([
  "tool-churn",
  "moved-block",
  "key-order",
  "history-edit",
  "unread-writes",
  "tool-choice",
]);

function ofRule(finding: CacheFinding, requestOf: (index: number) => FindingRequest): FindingRow {
  const { id, kind, requests, lostTokens, lostCost, evidence } = finding;
  const { title, advice } = messages.findingText(finding);
  return {
    id: kind === "risk" ? `${id}-risk` : id,
    title,
    kind,
    confidence: PROVEN.has(id) || (id === "volatile-front" && kind === "loss") ? "certain" : "likely",
    lost_tokens: lostTokens,
    lost_cost: moneyAnswer(lostCost),
    requests: requests.map(requestOf),
    evidence: evidence.slice(0, SHOWN_EVIDENCE).map((fact) => messages.findingEvidence(fact)),
    advice: [advice],
  };
}

/** Rules whose losses are not those of breaks: writes that nobody read, or that several agents made at once. */
const OTHER_MONEY: ReadonlySet<FindingId> = new Set(["unread-writes", "cold-fan-out"]);

/** Breaks without those of compactions, which are no mistake, and those that a rule has found, which would be counted twice. */
function unexplainedBreaks({ cache: report }: Analysis, { findings }: CacheAnalysis): CacheBreak[] {
  const named = new Set(
    findings.flatMap(({ id, kind, requests }) => (kind === "loss" && !OTHER_MONEY.has(id) ? requests : [])),
  );
  return report.breaks.filter(({ cause, request }) => cause !== "compaction" && !named.has(request));
}

function ofBreaks(breaks: readonly CacheBreak[], requestOf: (index: number) => FindingRequest): FindingRow[] {
  const groups = new Map<BreakCause, CacheBreak[]>();
  for (const entry of breaks) groups.set(entry.cause, [...(groups.get(entry.cause) ?? []), entry]);
  return [...groups].map(([cause, own]): FindingRow => {
    const dearest = own.toSorted((a, b) => b.lostTokens - a.lostTokens);
    return {
      id: `break-${cause}`,
      ...messages.breakAdvice[cause],
      kind: "loss",
      confidence: own.every(({ confidence }) => confidence === own[0]?.confidence)
        ? (own[0]?.confidence ?? "unknown")
        : "likely",
      lost_tokens: own.reduce((sum, { lostTokens }) => sum + lostTokens, 0),
      lost_cost: moneyAnswer(sumMoney(own.map(({ lostCost }) => lostCost))),
      requests: own.map(({ request }) => requestOf(request)),
      evidence: dearest.slice(0, SHOWN_EVIDENCE).map((entry) => sentenceOf(entry, requestOf)),
    };
  });
}

function sentenceOf({ request, cause, evidence }: CacheBreak, requestOf: (index: number) => FindingRequest): string {
  const { agent, at } = requestOf(request);
  // If the cause is unknown the first observation says only that, so the second is more useful.
  const shown = (cause === "unknown" ? evidence[1] : null) ?? evidence[0];
  const sentence = shown === undefined ? "" : messages.breakEvidence(shown);
  return messages.aboutRequest({ at, agent: agent === "main" ? null : agent }, sentence);
}

/** The rule that finds the same thing as a break with this cause. */
const RULE_OF_CAUSE: Readonly<Partial<Record<BreakCause, FindingId>>> = {
  "history-edit": "history-edit",
  "tools-changed": "tool-churn",
  "system-changed": "volatile-front",
  "lookback-overflow": "lookback-overflow",
  "below-minimum": "below-minimum",
};

/** Rules that need tools and system prompt in the log. */
const NEEDS_HEAD: ReadonlySet<FindingId> = new Set(["volatile-front", "tool-churn", "tool-choice", "undefined-tools"]);
/** Rules about what the prompt says, which need no report of the cache. */
const NEEDS_NO_USAGE: ReadonlySet<FindingId> = new Set([
  "undefined-tools",
  "alike-exchanges",
  "image-share",
  "doubled-results",
]);
/** Rules about bodies as they were sent, with their cache marks. */
const NEEDS_BODIES: ReadonlySet<FindingId> = new Set(["tool-choice", "unmarked-head"]);

export function toFindingChecks(
  analysis: Analysis,
  cache: CacheAnalysis,
  findings: readonly FindingRow[],
): FindingChecks {
  const found = new Set(findings.map(({ id }) => id.replace(/-risk$/, "")));
  const broken = new Set(analysis.cache.breaks.map(({ cause }) => RULE_OF_CAUSE[cause]));
  const silent = (Object.keys(messages.findingNames) as FindingId[]).filter((id) => !found.has(id) && !broken.has(id));
  const hasUsage = analysis.requests.some(({ usage }) => usage !== null && usage.cacheRead !== null);
  const lacksHead = analysis.session.tools.length === 0;
  const lacksBodies = analysis.session.captured === undefined;
  const lacksWindow = hasImages(analysis.session) && windowUse(analysis.session, analysis.requests).tokens === null;
  const noteOf = (id: FindingId): string | null => {
    if (lacksWindow && id === "image-share") return messages.findingNotes.noWindow;
    if (!hasUsage && !NEEDS_NO_USAGE.has(id)) return messages.findingNotes.noUsage;
    if (lacksHead && NEEDS_HEAD.has(id)) return messages.findingNotes.noHead;
    return lacksBodies && NEEDS_BODIES.has(id) ? messages.findingNotes.noBodies : null;
  };
  const { length } = cache.requests;
  return {
    clean: silent
      .filter((id) => noteOf(id) === null)
      .map((id) => ({ name: messages.findingNames[id], note: messages.findingNotes.none(length) })),
    unanswered: silent.flatMap((id) => {
      const note = noteOf(id);
      return note === null ? [] : [{ name: messages.findingNames[id], note }];
    }),
  };
}
