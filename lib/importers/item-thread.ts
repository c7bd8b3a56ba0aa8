import { apparentOrigin } from "../conversation/apparent-origin";
import type { Role } from "../conversation/message";
import type { Part, SourceLocation } from "../conversation/part";
import type { JsonObject } from "../formats/json-fields";
import { type DecodedItem, decodeItem } from "../formats/openai-responses/decode-item";
import type { Origin } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import { placeOf } from "./place-of";
import { type DraftMessage, type DraftResponse, messageIdOf, partIdOf, type SessionDraft } from "./session-draft";

export type ItemContext = {
  readonly source: SourceLocation;
  readonly time: string | null;
  readonly model: string | null;
  /** Distinguishes the items of one row. */
  readonly key?: string;
  readonly responseId?: string;
  readonly usage?: Usage | null;
  readonly originOf?: (role: Role, parts: readonly Part[]) => Origin;
};

/**
 * Turns items of the Responses API, in log order, into messages. Consecutive items by the model are one response. Any
 * other item ends it.
 */
export class ItemThread {
  /** The response that further items by the model belong to. */
  open: DraftResponse | null = null;
  /** The last message that neither the model nor a tool wrote. */
  lastMessage: DraftMessage | null = null;

  constructor(readonly draft: SessionDraft) {}

  /** Adds an item; false if its type is unknown. */
  add(item: JsonObject, context: ItemContext): boolean {
    const decoded = this.decode(item, context);
    if (!decoded) return false;
    if (decoded.by === "model") this.addAnswer(decoded.parts, context);
    else this.addMessage(decoded, context);
    return true;
  }

  decode(item: JsonObject, { source, key }: ItemContext): DecodedItem | null {
    const id = (index: number) => partIdOf(source, key === undefined ? index : `${key}.${index}`);
    return decodeItem(item, { id, source });
  }

  close() {
    this.open = null;
  }

  addMessage(decoded: DecodedItem, context: ItemContext) {
    this.close();
    const { by, parts } = decoded;
    const { time, source } = context;
    const id = idOf(context);
    if (by === "tool") this.draft.addMessage({ id, role: "tool", origin: "tool", parts, time }, source);
    else if (by === "compaction")
      this.draft.addMessage({ id, role: "assistant", origin: "summary", parts, time }, source);
    else if (by === "message") {
      const origin = (context.originOf ?? textOrigin)(decoded.role, parts);
      this.lastMessage =
        this.draft.addMessage({ id, role: decoded.role, origin, parts, time }, source) ?? this.lastMessage;
    }
  }

  private addAnswer(parts: readonly Part[], context: ItemContext) {
    if (parts.length === 0) return;
    const { source, time, model, usage = null } = context;
    if (this.open) return this.draft.extend(this.open, parts, time);
    const id = context.responseId ?? `r${placeOf(source)}${context.key === undefined ? "" : `.${context.key}`}`;
    this.open = this.draft.addResponse({ id, messageId: idOf(context), model, time, parts, usage }, source);
  }
}

const idOf = ({ source, key }: ItemContext) =>
  key === undefined ? messageIdOf(source) : `${messageIdOf(source)}.${key}`;

const textOrigin = (role: Role, parts: readonly Part[]): Origin => apparentOrigin({ role, parts });
