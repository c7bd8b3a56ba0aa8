import type { Analysis } from "../pipeline/analyze-session";
import { formatCompaction } from "../wording/number-format";

/** A compaction for the timeline's rule and the transcript's card. */
export type CompactionRow = {
  /**
   * Position within the agent of the first request after the compaction; the agent's request count if there
   * is none.
   */
  readonly at: number;
  /** The previous prompt as reported by the provider; otherwise the client's own figure. */
  readonly before: number | null;
  /** The next prompt. */
  readonly after: number | null;
  readonly trigger: "auto" | "manual" | "unknown";
  readonly time: string | null;
  readonly summary_message_id: string | null;
  /** `167k → 54k` */
  readonly label: string;
};

/** One agent's compactions, in order. */
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

/** A prompt's size if its usage was reported, as on every other page and in the request list. */
const reportedPrompt = (request: Analysis["requests"][number] | undefined): number | null =>
  request?.usage ? request.promptTokens.tokens : null;
