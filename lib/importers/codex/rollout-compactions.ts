import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { DecodedItem } from "../../formats/openai-responses/decode-item";
import type { RowVerdict } from "../import-run";
import type { ItemContext, ItemThread } from "../item-thread";
import { findKept, keptFields, messagesSentNow } from "../kept-messages";
import { messageIdOf, type SessionDraft } from "../session-draft";
import { when } from "./event-place";
import { originOfItem } from "./origin";
import type { RolloutUsage } from "./rollout-usage";
import type { SessionHeader } from "./session-header";

/** Compactions, by the client or by the server, and the messages that are sent again after them. */
export class RolloutCompactions {
  /** True while the event that repeats the last compaction is still to come. */
  private isAnnounced = false;

  constructor(
    private readonly draft: SessionDraft,
    private readonly thread: ItemThread,
    private readonly header: SessionHeader,
    private readonly usage: RolloutUsage,
  ) {}

  /**
   * The context is replaced with `replacement_history`; old files have only the summary. An empty `message` means that
   * the server compacted. Its summary is an encrypted item, which some published logs leave out.
   */
  compacted(payload: JsonObject, isCopy: boolean, time: string | null, source: SourceLocation): RowVerdict {
    const record = asObject(payload.latest_token_usage_record);
    if (record) this.usage.record(record, isCopy, time, source);
    this.usage.compact();
    this.isAnnounced = true;
    const place = { ...this.tokensBefore(), ...when(time, source) };
    this.markSummaryCall(payload);
    const sent = messagesSentNow(this.draft);
    const event = this.draft.addEvent({ type: "compaction", trigger: "unknown", ...place });
    this.draft.notePrompt(time);
    const atMessage = this.draft.messages.length;
    const end = this.writeHistory(payload, sent, time, source);
    const summaryId = this.draft.messages.slice(atMessage).findLast(({ origin }) => origin === "summary")?.id;
    const isUnreadable = payload.message === "";
    Object.assign(event, {
      ...(summaryId !== undefined && { summaryMessageId: summaryId }),
      ...(isUnreadable && { isSummaryUnreadable: true }),
      ...end,
    });
    return "interpreted";
  }

  /**
   * If the text of the answer before a compaction is in the summary, that answer belongs to the compaction's own call.
   */
  private markSummaryCall(payload: JsonObject) {
    const answer = this.draft.messages.at(-1);
    const text = answer?.parts.findLast((part) => part.type === "text")?.text ?? "";
    const summary = asText(payload.message) ?? "";
    if (answer?.responseId !== undefined && text !== "" && summary.includes(text)) answer.origin = "summary";
  }

  /**
   * Writes the instructions, the kept history (the user's messages) and the summary. Kept messages are not written
   * again, unless the history before them is in another file.
   */
  private writeHistory(payload: JsonObject, sent: readonly number[], time: string | null, source: SourceLocation) {
    const history = asArray(payload.replacement_history) ?? [];
    const text = asText(payload.message);
    const items = history.length === 0 && text !== null ? [summaryItem(text)] : history.map(asObject);
    const keys = history.length === 0 ? ["summary"] : items.map((_, index) => `${index}`);
    const said = items.flatMap((item, index) => {
      const key = keys[index] as string;
      const decoded = item && this.thread.decode(item, { source, time, model: null, key });
      return decoded ? [{ key, decoded, parts: decoded.parts }] : [];
    });
    const [first] = sent;
    const hasInstructions = first !== undefined && this.draft.messages[first]?.role === "system";
    const { before, kept, behind } = findKept(said, sent, this.draft);
    const atMessage = this.draft.messages.length;
    const copy = ({ key, decoded }: (typeof said)[number], origin: "summary" | "client") =>
      this.addCopy(decoded, origin, { source, time, model: null, key });
    const isKept = hasInstructions && kept.length > 0 && before.length === 0;
    if (!isKept) this.header.addInstructions(source);
    for (const item of before) copy(item, "client");
    const behindLead = this.draft.messages.length;
    for (const item of behind) copy(item, item === said.at(-1) ? "summary" : "client");
    const isNew = isKept && !kept.includes(first as number);
    return keptFields(isNew ? [first as number, ...kept] : kept, atMessage, behindLead);
  }

  /** A compaction item means that the server compacted. The item replaces everything before it. */
  byServer(time: string | null, source: SourceLocation) {
    const message = this.draft.messages.at(-1);
    const summary = message ? { summaryMessageId: message.id } : {};
    const place = { ...this.tokensBefore(), ...summary, ...when(time, source) };
    const event = this.draft.addEvent({ type: "compaction", trigger: "auto", isSummaryUnreadable: true, ...place });
    Object.assign(event, { atMessage: this.draft.messages.length - 1 });
    this.isAnnounced = true;
  }

  /** Newer clients repeat a compaction's row as an event; older ones write only the event. */
  announced(time: string | null, source: SourceLocation): RowVerdict {
    const isRepeat = this.isAnnounced;
    this.isAnnounced = false;
    if (isRepeat) return { kept: "event_msg:context_compacted" };
    this.draft.addEvent({ type: "compaction", trigger: "unknown", ...when(time, source) });
    return "interpreted";
  }

  /** Adds a message that was sent again. `origin` replaces "typed", because nobody typed it this time. */
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
}

const summaryItem = (text: string): JsonObject => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});
