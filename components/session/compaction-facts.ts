import type { Session } from "@/lib/transcript/session";
import type { CompactionFact, RequestRow } from "./session-data";

type Frame = Pick<Session, "events" | "responses">;

/**
 * The compactions of one agent with what they did to its prompt: `before` is the client's own figure (else the last
 * prompt), `after` the next prompt, both in tokens. A compaction after the last request has no `at` and is left out.
 */
export function toCompactionFacts(frame: Frame, rows: readonly RequestRow[], agent: string): CompactionFact[] {
  return frame.events.flatMap((event) => {
    if (event.type !== "compaction" || event.agent !== agent) return [];
    const at = rows.findIndex((row) => (frame.responses[row.index]?.messageIndex ?? -1) >= event.atMessage);
    const next = rows[at];
    if (!next) return [];
    const before = event.tokensBefore ?? rows[at - 1]?.prompt_tokens ?? null;
    return [{ at, before, after: next.prompt_tokens, trigger: event.trigger, time: event.time ?? null }];
  });
}
