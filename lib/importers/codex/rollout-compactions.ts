import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { DecodedItem } from "../../formats/openai-responses/decode-item";
import type { RowVerdict } from "../import-run";
import type { ItemContext, ItemThread } from "../item-thread";
import { messageIdOf, type SessionDraft } from "../session-draft";
import { when } from "./event-place";
import { originOfItem } from "./origin";
import type { RolloutUsage } from "./rollout-usage";
import type { SessionHeader } from "./session-header";

/** Compactions, by the client or by the server, and the messages that are sent again after them. */
export class RolloutCompactions {
  /** True while the event that repeats the last compaction is still expected. */
  private isAnnounced = false;

  constructor(
    private readonly draft: SessionDraft,
    private readonly thread: ItemThread,
    private readonly header: SessionHeader,
    private readonly usage: RolloutUsage,
  ) {}

  /** The context is replaced by `replacement_history`; old files have only the summary. */
  compacted(payload: JsonObject, isCopy: boolean, time: string | null, source: SourceLocation): RowVerdict {
    const record = asObject(payload.latest_token_usage_record);
    if (record) this.usage.record(record, isCopy, time, source);
    this.usage.compact();
    this.isAnnounced = true;
    const place = { ...this.tokensBefore(), ...when(time, source) };
    const event = this.draft.addEvent({ type: "compaction", trigger: "unknown", ...place });
    this.header.addInstructions(source);
    this.draft.notePrompt(time);
    const from = this.draft.messages.length;
    const history = asArray(payload.replacement_history) ?? [];
    for (const [index, item] of history.entries()) this.replacement(asObject(item), `${index}`, time, source);
    const summary = asText(payload.message);
    if (history.length === 0 && summary !== null) this.replacement(summaryItem(summary), "summary", time, source);
    const summaryId = this.draft.messages.slice(from).findLast((message) => message.origin === "summary")?.id;
    if (summaryId !== undefined) Object.assign(event, { summaryMessageId: summaryId });
    return "interpreted";
  }

  /** A compaction item means that the server compacted; the item replaces everything before it. */
  byServer(time: string | null, source: SourceLocation) {
    const message = this.draft.messages.at(-1);
    const summary = message ? { summaryMessageId: message.id } : {};
    const place = { ...this.tokensBefore(), ...summary, ...when(time, source) };
    const event = this.draft.addEvent({ type: "compaction", trigger: "auto", ...place });
    Object.assign(event, { atMessage: this.draft.messages.length - 1 });
    this.isAnnounced = true;
  }

  /** Newer clients repeat the row of a compaction as an event; older ones write only the event. */
  announced(time: string | null, source: SourceLocation): RowVerdict {
    const isRepeat = this.isAnnounced;
    this.isAnnounced = false;
    if (isRepeat) return { kept: "event_msg:context_compacted" };
    this.draft.addEvent({ type: "compaction", trigger: "unknown", ...when(time, source) });
    return "interpreted";
  }

  /** A message that is sent again; `origin` is the origin of a message that was first typed. */
  addCopy(decoded: DecodedItem, origin: "summary" | "client", context: ItemContext) {
    const { source, time, key } = context;
    const { parts } = decoded;
    const id = key === undefined ? messageIdOf(source) : `${messageIdOf(source)}.${key}`;
    this.thread.close();
    if (decoded.by === "model") this.draft.addMessage({ id, role: "assistant", origin: "model", parts, time }, source);
    else {
      const originOf: ItemContext["originOf"] = (role, given) => {
        const found = originOfItem(role, given);
        return found === "typed" ? origin : found;
      };
      this.thread.addMessage(decoded, { ...context, originOf });
    }
  }

  private tokensBefore() {
    const { lastPrompt } = this.usage;
    return lastPrompt === null ? {} : { tokensBefore: lastPrompt };
  }

  /** Messages that were kept are copies: no prompt was typed again and no answer was paid for again. */
  private replacement(item: JsonObject | null, key: string, time: string | null, source: SourceLocation) {
    const decoded = item && this.thread.decode(item, { source, time, model: null, key });
    if (decoded) this.addCopy(decoded, "summary", { source, time, model: null, key });
  }
}

const summaryItem = (text: string): JsonObject => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});
