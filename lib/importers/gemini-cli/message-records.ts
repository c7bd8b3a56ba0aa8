import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";

export type MessageRecord = { readonly fields: JsonObject; source: SourceLocation; readonly id: string };
export type Rewind = { readonly to: string; readonly beforeRecord: number; readonly source: SourceLocation };

/**
 * The rows of a session file: a header, messages, and patches. A message that is written again replaces its earlier copy in
 * place (source: chatRecordingService of google-gemini/gemini-cli, 2026).
 */
export class MessageRecords {
  readonly messages: MessageRecord[] = [];
  readonly rewinds: Rewind[] = [];
  /** Header fields, including the changes of later rows. */
  header: JsonObject = {};
  private readonly placeOf = new Map<string, number>();

  readonly read = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    if (!row) return { kept: Array.isArray(value) ? "array" : `untyped-${typeof value}` };
    if (typeof row.$rewindTo === "string") {
      this.rewinds.push({ to: row.$rewindTo, beforeRecord: this.messages.length, source });
      return "interpreted";
    }
    const patch = asObject(row.$set);
    if (patch) return this.setHeader(patch, source);
    if (asText(row.id) !== null && asText(row.type) !== null) return this.message(row, source);
    return "sessionId" in row || "projectHash" in row
      ? this.setHeader(row, source)
      : { kept: asText(row.type) ?? "untyped" };
  };

  private setHeader(fields: JsonObject, source: SourceLocation): RowVerdict {
    const { messages, ...header } = fields;
    this.header = { ...this.header, ...header };
    for (const message of asArray(messages) ?? []) this.read(message, source);
    return "interpreted";
  }

  private message(fields: JsonObject, source: SourceLocation): RowVerdict {
    const type = asText(fields.type) ?? "";
    if (!READABLE.has(type)) return { kept: `message:${type}` };
    const id = fields.id as string;
    const place = this.placeOf.get(id);
    if (place === undefined) this.placeOf.set(id, this.messages.push({ fields, source, id }) - 1);
    else this.messages[place] = { fields, source, id };
    return "interpreted";
  }
}

/** Types of messages that are read; `info` and `warning` are notes on the screen that no model sees. */
const READABLE = new Set(["user", "gemini", "error"]);
