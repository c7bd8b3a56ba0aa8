import type { CommentJson } from "../api/schemas/comment";
import type { Origin, Response, SessionEvent, SessionMessage } from "../transcript/session";
import { promptTokens } from "../transcript/usage";
import type { ExportInput } from "./exporter";
import { BEST_EFFORT } from "./redact";
import type { Selection, SelectionScope } from "./select-session";

/** Name and value. Both are untrusted text, which the exporter must escape. */
export type Fact = readonly [name: string, value: string];

/**
 * Facts to show before the first message. They do not depend on the current time, so the same session gives the same
 * bytes.
 */
export function factsOf({ selection, redactor }: ExportInput): Fact[] {
  const { frame, length } = selection;
  const models = [...new Set(frame.responses.flatMap(({ model }) => (model === null ? [] : [model])))];
  return [
    ["Holds", scopeText(selection)],
    ["Client", [frame.client ?? "unknown", ...frame.clientVersions.slice(-1)].join(" ")],
    ["Format", frame.format],
    ...(models.length > 0 ? [["Models", models.join(", ")] as const] : []),
    ...(frame.project === null ? [] : [["Project", frame.project] as const]),
    ...(frame.startedAt === undefined ? [] : [["From", frame.startedAt] as const]),
    ...(frame.endedAt === undefined ? [] : [["To", frame.endedAt] as const]),
    ["Messages", String(length)],
    ["Requests", String(frame.responses.length)],
    ["Source", frame.files.map(({ name, sha256 }) => `${name} (sha256 ${sha256.slice(0, 12)}…)`).join(", ")],
    ...(redactor ? [["Redacted", `${redactor.mode}; the list is at the end. ${BEST_EFFORT}`] as const] : []),
  ];
}

function scopeText({ scope }: Selection): string {
  switch (scope.kind) {
    case "session":
      return "the whole session";
    case "agent":
      return `the history of agent ${scope.agent}`;
    case "request":
      return `what request ${scope.indexInAgent + 1} of agent ${scope.agent} sent, as far as the log contains it`;
    default:
      return scope satisfies never;
  }
}

const ORIGINS: Readonly<Record<Origin, string | null>> = {
  typed: null,
  client: "from the client",
  model: null,
  tool: null,
  summary: "summary",
  system: null,
};

/** `3 · user · from the client · agent a1 · 2026-…` */
export function messageHeading(message: SessionMessage, index: number, scope: SelectionScope): string {
  const pieces = [
    String(index + 1),
    message.role,
    ORIGINS[message.origin],
    scope.kind === "session" && message.agent !== "main" ? `agent ${message.agent}` : null,
    message.isHidden ? "not sent" : null,
    message.time ?? null,
  ];
  return pieces.filter((piece) => piece !== null).join(" · ");
}

/** `Comment on request 12 of agent a1 · 2026-…` */
export function commentHeading({ agent, index_in_agent, created_at }: CommentJson): string {
  return `Comment on request ${index_in_agent + 1}${agent === "main" ? "" : ` of agent ${agent}`} · ${created_at}`;
}

export function eventText(event: SessionEvent): string {
  switch (event.type) {
    case "compaction":
      return `Compaction (${event.trigger})${event.tokensBefore === undefined ? "" : ` at ${event.tokensBefore} tokens`}`;
    case "micro-compaction":
      return `${event.clearedToolCallIds.length} tool results were cleared`;
    case "api-error":
      return `API error${event.status === undefined ? "" : ` ${event.status}`}: ${event.message}`;
    case "model-switch":
      return `Model: ${event.from} → ${event.to}`;
    case "mode-switch":
      return `Mode: ${event.from} → ${event.to}`;
    case "thinking-switch":
      return `Thinking: ${event.from} → ${event.to}`;
    case "tool-servers":
      return `Tool servers: ${[...event.added.map((name) => `+ ${name}`), ...event.removed.map((name) => `− ${name}`)].join(", ")}`;
    case "rewind":
    case "fork":
    case "interruption":
    case "resume":
      return event.detail ? `${event.type}: ${event.detail}` : event.type;
    default:
      return event satisfies never;
  }
}

/** The usage that the provider reported; null if there is none. */
export function responseText({ model, usage }: Response): string | null {
  if (usage === null) return null;
  const counters: [string, number | null][] = [
    ["prompt", promptTokens(usage)],
    ["read from cache", usage.cacheRead],
    ["output", usage.output],
  ];
  const known = counters.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  return [model ?? "unknown model", ...known].join(" · ");
}
