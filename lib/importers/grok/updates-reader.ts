import type { SourceLocation } from "../../conversation/part";
import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { RowVerdict } from "../import-run";
import { usageOf } from "../part-drafts";
import { timeOf } from "../session-draft";

/** The updates about one prompt and all calls that answered it. */
export type GrokTurn = {
  readonly promptedAt: string | null;
  endedAt: string | null;
  /** Usage of the entire turn, including its sub-agents. */
  usage: Usage | null;
  calls: number | null;
  isIncomplete: boolean;
};

/**
 * `updates.jsonl`: one update per line, `{ timestamp (s), params: { update: { sessionUpdate, … } } }`. Rows are only
 * appended, so rewound messages are still there. Source: xai-org/grok-build at 19d42e3, extensions/notification.rs and
 * session/storage/mod.rs.
 */
export class UpdatesReader {
  /** The turns by their prompt's index in the chat history. */
  readonly turns = new Map<number, GrokTurn>();
  /** The session's own id, which the chat history lacks. */
  sessionId = "";
  private current: number | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const update = asObject(asObject(row?.params)?.update) ?? asObject(row?.update);
    const kind = asText(update?.sessionUpdate);
    this.sessionId ||= asText(asObject(row?.params)?.sessionId) ?? "";
    if (!update || kind === null)
      return { bad: "invalid-row", message: `Line ${source.line} is not an update of Grok.` };
    return this.read(kind, update, timeOf(row?.timestamp)) ? "interpreted" : { kept: kind };
  };

  private read(kind: string, update: JsonObject, time: string | null): boolean {
    switch (kind) {
      case "user_message_chunk":
        return this.prompt(asCount(asObject(update._meta)?.promptIndex), time);
      case "turn_completed":
        return this.end(update, time);
      case "rewind_marker":
        return this.rewind(asCount(update.target_prompt_index));
      default:
        return false;
    }
  }

  /** Prompts without an index are commands of the user's shell. */
  private prompt(index: number | null, time: string | null): boolean {
    const isNew = index !== null && index !== this.current;
    this.current = index;
    if (isNew)
      this.turns.set(index, { promptedAt: time, endedAt: null, usage: null, calls: null, isIncomplete: false });
    return index !== null;
  }

  /** The last end of a prompt counts, because a client that reconnects repeats it. */
  private end(update: JsonObject, time: string | null): boolean {
    const turn = this.current === null ? undefined : this.turns.get(this.current);
    const told = asObject(update.usage);
    if (!turn) return false;
    turn.endedAt = time;
    turn.usage = usageIn(told) ?? turn.usage;
    turn.calls = asCount(told?.modelCalls) ?? turn.calls;
    turn.isIncomplete = told?.usageIsIncomplete === true;
    return true;
  }

  private rewind(target: number | null): boolean {
    if (target === null) return false;
    for (const index of this.turns.keys()) if (index >= target) this.turns.delete(index);
    this.current = null;
    return true;
  }
}

/** The input includes cache reads and writes, and the output includes reasoning. */
function usageIn(told: JsonObject | null): Usage | null {
  const [input, read, written] = [told?.inputTokens, told?.cachedReadTokens, told?.cacheCreationTokens].map(asCount);
  if (input === null || input === undefined) return null;
  return usageOf({
    uncachedInput: Math.max(0, input - (read ?? 0) - (written ?? 0)),
    cacheRead: read ?? null,
    cacheWriteUnsplit: written ?? null,
    output: asCount(told?.outputTokens),
    reasoning: asCount(told?.reasoningTokens),
  });
}
