import { alikeExchanges } from "./alike-exchanges";
import { belowMinimum } from "./below-minimum";
import { coldFanOut } from "./cold-fan-out";
import { doubledResults } from "./doubled-results";
import type { CacheFinding, FindingContext, FindingRule } from "./finding";
import type { FindingEvidence } from "./finding-evidence";
import { headPerTurn } from "./head-per-turn";
import { imageShare } from "./image-share";
import { lookbackOverflow } from "./lookback-overflow";
import { nothingMarked } from "./nothing-marked";
import { promptChangeRules } from "./prompt-changes";
import { undefinedTools } from "./undefined-tools";
import { unmarkedHead } from "./unmarked-head";
import { unreadWritesRule } from "./unread-writes";
import { volatileText } from "./volatile-text";

/** Every rule. To add one, write its file and list it here. */
const FINDING_RULES: readonly FindingRule[] = [
  ...promptChangeRules,
  headPerTurn,
  volatileText,
  lookbackOverflow,
  belowMinimum,
  unreadWritesRule,
  coldFanOut,
  unmarkedHead,
  nothingMarked,
  undefinedTools,
  alikeExchanges,
  imageShare,
  doubledResults,
];

/** All findings, costliest first, risks last. */
export function findCacheProblems(context: FindingContext): CacheFinding[] {
  const rank = ({ kind, lostCost, lostTokens }: CacheFinding) =>
    kind === "risk" ? -1 : (lostCost?.amount ?? 0) + lostTokens / 1e12;
  const placed = placesOf(context);
  return FINDING_RULES.flatMap((rule) => rule(context) ?? [])
    .map((finding) => ({ ...finding, evidence: finding.evidence.map(placed) }))
    .sort((a, b) => rank(b) - rank(a));
}

/** Rules count requests over the session; people count them within an agent. */
function placesOf({ requests }: FindingContext): (evidence: FindingEvidence) => FindingEvidence {
  const counts = new Map<string, number>();
  const places = requests.map(({ agent }) => {
    const position = counts.get(agent) ?? 0;
    counts.set(agent, position + 1);
    return { position, ...(agent !== "main" && { agent }) };
  });
  return (evidence) => ("position" in evidence ? { ...evidence, ...places[evidence.position] } : evidence);
}
