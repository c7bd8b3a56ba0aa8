import { alikeExchanges } from "./alike-exchanges";
import { belowMinimum } from "./below-minimum";
import { coldFanOut } from "./cold-fan-out";
import { doubledResults } from "./doubled-results";
import type { CacheFinding, FindingContext, FindingRule } from "./finding";
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
  return FINDING_RULES.flatMap((rule) => rule(context) ?? []).sort((a, b) => rank(b) - rank(a));
}
