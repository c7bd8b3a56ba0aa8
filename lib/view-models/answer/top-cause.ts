import type { LibraryItem } from "../../read-models/library-item";
import { english, type Say } from "../../wording/say";
import { CAUSE_WORDS } from "./cause-words";
import { formatCauseMoney } from "./ranked-causes";

/** `$3.10: Pause longer than the cache lifetime`; only the cause if its cost is unknown, null without a cause. */
export function topCauseText({ topCause }: Pick<LibraryItem, "topCause">, say: Say = english): string | null {
  if (topCause === null) return null;
  const cause = say(CAUSE_WORDS[topCause.id].name);
  return topCause.money.kind === "unknown" ? cause : `${formatCauseMoney(topCause, say)}${say(": ")}${cause}`;
}
