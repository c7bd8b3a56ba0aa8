import type { Analysis } from "../pipeline/analyze-session";
import { formatCompaction } from "../wording/number-format";

/** A compaction as the timeline's rule and the transcript's card show it. */
export type CompactionRow = {
  /** Position within the agent of the first request after it; the agent's request count if there is none. */
  readonly at: number;
  /** The prompt before it as the provider reported it; the client's own figure if there is none. */
  readonly before: number | null;
  /** The next prompt. */
  readonly after: number | null;
  readonly trigger: "auto" | "manual" | "unknown";
  readonly time: string | null;
  readonly summary_message_id: string | null;
  /** `167k → 54k` */
  readonly label: string;
};

/** The compactions of one agent, in order. */
export function toCompactionRows(
  { session, requests }: Pick<Analysis, "session" | "requests">,
  agent = "main",
): CompactionRow[] {
  const own = requests.filter((request) => request.agent === agent);
  return session.events.flatMap((event): CompactionRow[] => {
    if (event.type !== "compaction" || event.agent !== agent) return [];
    const found = own.findIndex((request) => request.span.end >= event.atMessage);
    const at = found < 0 ? own.length : found;
    const before = reportedPrompt(own[at - 1]) ?? event.tokensBefore ?? own[at - 1]?.promptTokens.tokens ?? null;
    const after = own[at]?.promptTokens.tokens ?? null;
    return [
      {
        at,
        before,
        after,
        trigger: event.trigger,
        time: event.time ?? null,
        summary_message_id: event.summaryMessageId ?? null,
        label: formatCompaction(before, after),
      },
    ];
  });
}

/** The size of a prompt if its usage was reported: what every other page and the request list show. */
const reportedPrompt = (request: Analysis["requests"][number] | undefined): number | null =>
  request?.usage ? request.promptTokens.tokens : null;
