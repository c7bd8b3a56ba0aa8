import type { BreakCause } from "./break-cause";
import type { BreakEvidence, Circumstance, HeadChange } from "./break-evidence";
import { FIVE_MINUTES } from "./time-to-live";
import type { Transition } from "./transition";

/** Causes that leave room for doubt, so that everything that happened in between is listed. */
const OPEN_CAUSES: ReadonlySet<BreakCause> = new Set(["unknown", "history-edit", "floor-collapse", "provider-side"]);

/** Observations beside the evidence of the cause itself. `isNamed`: the provider's reason already names the cause. */
export function circumstances(transition: Transition, cause: BreakCause, isNamed: boolean): BreakEvidence[] {
  const { read, readable, gap, timeToLive, previous, floor, cacheMissReason } = transition;
  const found: Circumstance[] = [{ id: "readable-and-read", readable, read }];
  if (read === 0) found.push({ id: "start-unread" });
  if (floor !== null) found.push({ id: "recurring-floor", tokens: floor.tokens, times: floor.times });
  if (read > 0 && read === previous.usage?.cacheRead) found.push({ id: "read-lags" });
  if (cacheMissReason !== null && !isNamed) found.push({ id: "reported-reason", reason: cacheMissReason });
  if (!OPEN_CAUSES.has(cause)) return found;
  if (gap !== null && gap <= timeToLive.seconds) found.push(againstExpiry(gap, timeToLive));
  return [...found, ...restarts(transition), ...errors(transition), ...headChangesBefore(transition)];
}

function againstExpiry(gap: number, { seconds, isLogged }: Transition["timeToLive"]): Circumstance {
  return isLogged
    ? { id: "not-expired", gap, timeToLive: seconds }
    : { id: "hardly-expired", gap, isDoubtful: gap > FIVE_MINUTES };
}

/** Claude Code's record that the client was left; what follows in the same log was said after it was started again. */
const EXIT = /<command-name>\/(?:exit|quit)<\/command-name>/;

function restarts({ messages }: Transition): Circumstance[] {
  const isRestarted = messages.some(({ parts }) => parts.some((part) => part.type === "text" && EXIT.test(part.text)));
  return isRestarted ? [{ id: "client-restarted" }] : [];
}

function errors({ events }: Transition): Circumstance[] {
  const count = events.filter((event) => event.type === "api-error").length;
  return count === 0 ? [] : [{ id: "api-errors", count }];
}

const headChangesBefore = (transition: Transition): Circumstance[] =>
  headChanges(transition).map((after) => ({ id: "follows-head-change", after }));

/** Tools that load further tools or text into the start of the prompt; cache reads are known to collapse after them. */
const HEAD_CHANGING_TOOLS = /^(Skill|ToolSearch|EnterPlanMode|ExitPlanMode|mcp__.*)$/;

/** Claude Code's record of a skill that a person started by its name. */
const COMMAND = /<command-message>([^<]{1,80})<\/command-message>/;

/** What happened in between that can change the start of the prompt, each once. */
export function headChanges({ messages }: Transition): HeadChange[] {
  const found = new Map<string, HeadChange>();
  const add = (change: HeadChange) => found.set(`${change.by} ${change.name}`, change);
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type === "tool-call" && HEAD_CHANGING_TOOLS.test(part.toolName)) add({ by: "tool", name: part.toolName });
    const command = part.type === "text" ? COMMAND.exec(part.text)?.[1] : undefined;
    if (command !== undefined) add({ by: "command", name: command });
  }
  return [...found.values()];
}
