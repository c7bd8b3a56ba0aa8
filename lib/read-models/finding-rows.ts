import { moneyAnswer } from "../api/answers/money";
import type { FindingAnswer } from "../api/schemas/finding";
import type { BreakCause } from "../cache/break-cause";
import type { CacheFinding, FindingId } from "../cache/findings/finding";
import type { CacheAnalysis } from "../pipeline/analyze-cache";
import type { Analysis } from "../pipeline/analyze-session";
import { windowUse } from "./context-window";
import { hasImages } from "./session-counts";
import { findingEvidence } from "./words/finding-evidence";
import { FINDING_NAMES, FINDING_NOTES, findingText } from "./words/finding-text";

export type FindingRow = FindingAnswer;
/** A request affected by a finding. `at`: position within its agent, from 0. */
export type FindingRequest = FindingRow["requests"][number];

/** Rules without a result: nothing found, or not checkable in this log. */
export type FindingChecks = { readonly clean: readonly FindingCheck[]; readonly unanswered: readonly FindingCheck[] };
export type FindingCheck = { readonly name: string; readonly note: string };

const SHOWN_EVIDENCE = 8;

/** Findings that can do harm without evidence in the log that they did. Losses are causes in the answer. */
export function toRiskRows(analysis: Analysis, { findings }: Pick<CacheAnalysis, "findings">): FindingRow[] {
  return findings.filter(({ kind }) => kind === "risk").map((finding) => toRisk(finding, analysis));
}

function toRisk(finding: CacheFinding, { requests: all }: Analysis): FindingRow {
  const { id, requests, lostTokens, lostCost, evidence } = finding;
  const { title, advice } = findingText(finding);
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
    evidence: evidence.slice(0, SHOWN_EVIDENCE).map((fact) => findingEvidence(fact)),
    advice: [advice],
  };
}

/** The rule that finds the same problem as a break with this cause. */
const RULE_OF_CAUSE: Readonly<Partial<Record<BreakCause, FindingId>>> = {
  "history-edit": "history-edit",
  "tools-changed": "tool-churn",
  "system-changed": "volatile-front",
  "lookback-overflow": "lookback-overflow",
  "below-minimum": "below-minimum",
};

/** Rules that need tools and system prompt in the log. */
const NEEDS_HEAD: ReadonlySet<FindingId> = new Set(["volatile-front", "tool-churn", "tool-choice", "undefined-tools"]);
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

export function toFindingChecks(analysis: Analysis, cache: CacheAnalysis): FindingChecks {
  const found = new Set<string>(cache.findings.map(({ id }) => id));
  const broken = new Set(analysis.cache.breaks.map(({ cause }) => RULE_OF_CAUSE[cause]));
  const silent = (Object.keys(FINDING_NAMES) as FindingId[]).filter((id) => !found.has(id) && !broken.has(id));
  const hasUsage = analysis.requests.some(({ usage }) => usage !== null && usage.cacheRead !== null);
  const lacksHead = analysis.session.tools.length === 0;
  const lacksBodies = analysis.session.captured === undefined;
  const lacksWindow = hasImages(analysis.session) && windowUse(analysis.session, analysis.requests).tokens === null;
  const noteOf = (id: FindingId): string | null => {
    if (lacksWindow && id === "image-share") return FINDING_NOTES.noWindow;
    if (!hasUsage && !NEEDS_NO_USAGE.has(id)) return FINDING_NOTES.noUsage;
    if (lacksHead && NEEDS_HEAD.has(id)) return FINDING_NOTES.noHead;
    return lacksBodies && NEEDS_BODIES.has(id) ? FINDING_NOTES.noBodies : null;
  };
  const { length } = cache.requests;
  return {
    clean: silent
      .filter((id) => noteOf(id) === null)
      .map((id) => ({ name: FINDING_NAMES[id], note: FINDING_NOTES.none(length) })),
    unanswered: silent.flatMap((id) => {
      const note = noteOf(id);
      return note === null ? [] : [{ name: FINDING_NAMES[id], note }];
    }),
  };
}
