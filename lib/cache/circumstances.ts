import type { BreakCause } from "./break-cause";
import type { Circumstance, HeadChange } from "./break-evidence";
import { FIVE_MINUTES } from "./time-to-live";
import type { Transition } from "./transition";

/** Causes that are not certain, so all events in between are listed too. */
const OPEN_CAUSES: ReadonlySet<BreakCause> = new Set([
  "unknown",
  "history-edit",
  "floor-collapse",
  "restart",
  "provider-side",
]);

/** Causes for which the log may show the triggering event. */
const CHANGED_START: ReadonlySet<BreakCause> = new Set(["tools-changed", "system-changed"]);

/** Observations apart from the cause's own evidence. `isNamed`: the provider's reason already identifies the cause. */
export function circumstances(transition: Transition, cause: BreakCause, isNamed: boolean): Circumstance[] {
  const { read, readable, gap, timeToLive, previous, floor, cacheMissReason, switchedFrom } = transition;
  const found: Circumstance[] = [{ id: "readable-and-read", readable, read }];
  if (read === 0) found.push({ id: "start-unread" });
  if (floor !== null) found.push({ id: "recurring-floor", tokens: floor.tokens, times: floor.times });
  if (read > 0 && read === previous.usage?.cacheRead) found.push({ id: "read-lags" });
  if (cacheMissReason !== null && !isNamed) found.push({ id: "reported-reason", reason: cacheMissReason });
  if (cause === "ttl-expiry") return [...found, ...restarts(transition), ...awaitedCalls(transition)];
  if (cause === "model-switch")
    return [...found, ...(switchedFrom === null ? restarts(transition) : pauses(transition))];
  if (CHANGED_START.has(cause)) return [...found, ...restarts(transition), ...headChangesBefore(transition)];
  if (!OPEN_CAUSES.has(cause)) return found;
  if (gap !== null && gap <= timeToLive.seconds) found.push(againstExpiry(gap, timeToLive));
  const resumed = cause === "restart" ? [] : restarts(transition);
  return [...found, ...resumed, ...errors(transition), ...headChangesBefore(transition)];
}

/** A pause that no logged entry outlived. */
export const pauses = ({ gap, timeToLive: { seconds, isLogged } }: Transition): Circumstance[] =>
  gap !== null && isLogged && gap > seconds ? [{ id: "expired", gap, timeToLive: seconds, isLogged }] : [];

function againstExpiry(gap: number, { seconds, isLogged }: Transition["timeToLive"]): Circumstance {
  return isLogged
    ? { id: "not-expired", gap, timeToLive: seconds }
    : { id: "hardly-expired", gap, isDoubtful: gap > FIVE_MINUTES };
}

/**
 * What older versions of Claude Code log when a person leaves the client. Later entries in the same log follow a
 * restart.
 */
const EXIT = /<command-name>\/(?:exit|quit)<\/command-name>/;

export function restarts({ events, messages }: Transition): Circumstance[] {
  const isResumed = events.some(({ type }) => type === "resume");
  const isLeft = messages.some(({ parts }) => parts.some((part) => part.type === "text" && EXIT.test(part.text)));
  return isResumed || isLeft ? [{ id: "client-restarted" }] : [];
}

/** The tools whose results took longer than entries live, counted from the answer with the call. */
function awaitedCalls(transition: Transition): Circumstance[] {
  const { messages, previous, timeToLive } = transition;
  const calls = new Map<string, { readonly tool: string; readonly at: number }>();
  const awaited = new Set<string>();
  for (const { parts, time = "" } of messages)
    for (const part of parts) {
      const at = Date.parse(time);
      if (part.type === "tool-call")
        calls.set(part.toolCallId, { tool: part.toolName, at: Math.max(at, Date.parse(previous.endedAt ?? time)) });
      const call = part.type === "tool-result" ? calls.get(part.toolCallId) : undefined;
      if (call && at - call.at > timeToLive.seconds * 1000) awaited.add(call.tool);
    }
  return awaited.size === 0 || restarts(transition).length > 0 ? [] : [{ id: "awaited-calls", tools: [...awaited] }];
}

function errors({ events }: Transition): Circumstance[] {
  const count = events.filter((event) => event.type === "api-error").length;
  return count === 0 ? [] : [{ id: "api-errors", count }];
}

const headChangesBefore = (transition: Transition): Circumstance[] =>
  [...headChanges(transition), ...serverChanges(transition)].map((after) => ({ id: "follows-head-change", after }));

/** Tools that load further tools or text into the start of the prompt. Cache reads often collapse after them. */
const HEAD_CHANGING_TOOLS = /^(Skill|ToolSearch|EnterPlanMode|ExitPlanMode|mcp__.*)$/;

/** What Claude Code logs when a person starts a skill by name. */
const COMMAND = /<command-message>([^<]{1,80})<\/command-message>/;

/**
 * Claude Code's own commands that only show something or affect the client. They do not change tools or system prompt.
 */
const SHOWING_COMMANDS =
  /^(bashes|bug|clear|compact|context|copy|cost|doctor|exit|export|feedback|help|quit|release-notes|rename|resume|stats|status|tasks|theme|todos|usage|vim)$/;

/** Each server that the client added or removed, once. */
function serverChanges({ events }: Transition): HeadChange[] {
  const changes = events.flatMap((event) => (event.type === "tool-servers" ? [event] : []));
  const namesOf = (key: "added" | "removed") => [...new Set(changes.flatMap((event) => event[key]))];
  return [
    ...namesOf("added").map((name): HeadChange => ({ by: "server-added", name })),
    ...namesOf("removed").map((name): HeadChange => ({ by: "server-removed", name })),
  ];
}

/** Distinct calls and commands between the two requests that can change the start of the prompt. */
export function headChanges({ messages }: Transition): HeadChange[] {
  const found = new Map<string, HeadChange>();
  const add = (change: HeadChange) => found.set(`${change.by} ${change.name}`, change);
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type === "tool-call" && HEAD_CHANGING_TOOLS.test(part.toolName)) add({ by: "tool", name: part.toolName });
    const command = part.type === "text" ? COMMAND.exec(part.text)?.[1] : undefined;
    if (command !== undefined && !SHOWING_COMMANDS.test(command)) add({ by: "command", name: command });
  }
  return [...found.values()];
}
