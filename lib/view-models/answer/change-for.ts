import type { CauseFacts } from "../../answer/cause-facts";
import { actorOf, authorsOf } from "../../answer/who-acts";
import type { CostCause } from "../../api/schemas/cost-answer";
import type { BreakEvidence } from "../../cache/break-evidence";
import { awaitedTools } from "./cause-fact";
import { AWAIT_LESS, CAUSE_WORDS, LONGER_LIFE, RUN_APART, SAME_LIMITS } from "./cause-words";

/** What to change about a cause, and who can: what fits its costliest breaks, or otherwise the cause's own remedy. */
export function changeFor(cause: CauseFacts, format: string, isLongerLife: boolean): Pick<CostCause, "change" | "who"> {
  const { id } = cause;
  const who = actorOf(id, format);
  if (isLongerLife) return { change: LONGER_LIFE, who };
  if (id === "idle" && isMostlyAwaited(cause)) return { change: AWAIT_LESS, who };
  if (id === "params-changed" && shows(cause, (found) => found.id === "streaming-switched"))
    return { change: SAME_LIMITS, who: authorsOf(format) };
  const isByCommand = shows(cause, (found) => found.id === "fell-to-floor" && found.after.by === "command");
  return { change: id === "skill-loaded" && isByCommand ? RUN_APART : CAUSE_WORDS[id].change, who };
}

/** Whether the agent waited for its calls in pauses that took more than half of the tokens. */
function isMostlyAwaited({ breaks, tokens }: CauseFacts): boolean {
  const awaited = breaks.filter(({ evidence }) => awaitedTools(evidence).length > 0);
  return 2 * awaited.reduce((sum, { lostTokens }) => sum + lostTokens, 0) > tokens;
}

/** Whether the costliest break, which the note describes, shows this. */
const shows = ({ breaks: [costliest] }: CauseFacts, isFound: (evidence: BreakEvidence) => boolean): boolean =>
  costliest?.evidence.some(isFound) === true;
