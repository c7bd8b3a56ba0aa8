import type { CAUSE_ACTORS, CauseId } from "../api/schemas/cost-answer";

type Actor = (typeof CAUSE_ACTORS)[number];

/** Who can make the change that avoids a cause, in a coding agent's client. */
const ACTORS: Readonly<Record<CauseId, Actor>> = {
  "head-per-turn": "authors",
  "volatile-front": "authors",
  "tool-churn": "authors",
  "tool-choice": "authors",
  "moved-block": "authors",
  "key-order": "authors",
  "history-edit": "authors",
  "skill-loaded": "you",
  "params-changed": "you",
  "model-switch": "you",
  idle: "you",
  refused: "nobody",
  restart: "you",
  "shorter-prompt": "authors",
  "lookback-overflow": "authors",
  "below-minimum": "nobody",
  "nothing-marked": "authors",
  "unread-writes": "authors",
  "doubled-results": "you",
  "stale-read": "winnow",
  "same-text": "winnow",
  "repeated-error": "winnow",
  "restated-plan": "winnow",
  "unused-tools": "you",
  unexplained: "you",
};

/** Formats written by a person's own program, or recorded from its calls. Here the program's author is the person. */
const OWN_PROGRAMS: ReadonlySet<string> = new Set([
  "ai-sdk",
  "anthropic",
  "anthropic-captures",
  "braintrust",
  "gemini-contents",
  "helicone",
  "langchain",
  "langfuse",
  "langsmith",
  "litellm",
  "message-list",
  "openai-chat",
  "openai-responses",
  "otel-genai",
  "phoenix",
  "weave",
]);

/** True if the person wrote the program that made the calls. */
export const isOwnProgram = (format: string): boolean => OWN_PROGRAMS.has(format);

/** The authors of the program that made the calls, as the reader sees them. */
export const authorsOf = (format: string): Actor => (isOwnProgram(format) ? "you" : "authors");

export const actorOf = (id: CauseId, format: string): Actor =>
  ACTORS[id] === "authors" ? authorsOf(format) : ACTORS[id];
