import type { Part } from "../conversation/part";
import type { Session } from "../transcript/session";

/** Length of the summaries left by the log's own compactions, in tokens. */
export type LoggedSummaries = {
  readonly count: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  /** `reported`: output tokens of the calls that wrote them; `counted`: the summaries as shown in the next prompts. */
  readonly basis: "reported" | "counted";
};

/** Shorter messages are what the client kept along with a summary that only its provider can read. */
const FEWEST_TOKENS = 100;

/** The summaries of one agent; null if its log shows none. The provider's counts are preferred, if the log has any. */
export function loggedSummaries(
  { messages, responses, events }: Session,
  agent: string,
  tokensOf: (part: Part) => number,
): LoggedSummaries | null {
  const ids = new Set(events.flatMap((event) => (event.type === "compaction" && event.summaryMessageId) || []));
  const summaries = messages.filter((message) => message.agent === agent && ids.has(message.id));
  const written = new Map(responses.map(({ id, usage }) => [id, usage?.output ?? null]));
  const reported = summaries.flatMap(({ responseId }) => (responseId && written.get(responseId)) || []);
  if (reported.length > 0) return { ...sizesOf(reported), basis: "reported" };
  const counted = summaries
    .map(({ parts }) => parts.reduce((sum, part) => sum + tokensOf(part), 0))
    .filter((tokens) => tokens >= FEWEST_TOKENS);
  return counted.length === 0 ? null : { ...sizesOf(counted), basis: "counted" };
}

const sizesOf = (sizes: readonly number[]) => ({
  count: sizes.length,
  mean: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
  least: Math.min(...sizes),
  most: Math.max(...sizes),
});
