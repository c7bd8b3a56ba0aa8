import type { SourceLocation } from "../../conversation/part";
import { asObject, asObjects, asText, type JsonObject } from "../../formats/json-fields";
import type { RowVerdict } from "../import-run";
import { lineOf } from "../place-of";

/** `key` is the message's own id, or one derived from its place in a rewritten list. */
export type MessageRecord = {
  readonly fields: JsonObject;
  readonly source: SourceLocation;
  readonly id: string;
  readonly key: string;
};

/** Changes that the client made to its history, in order. */
export type HistoryStep =
  | { readonly type: "message"; readonly record: MessageRecord }
  | { readonly type: "rewind"; readonly to: string; readonly source: SourceLocation }
  | { readonly type: "replacement"; readonly records: readonly MessageRecord[]; readonly source: SourceLocation };

/**
 * The rows of a session file: a header, messages, and patches. A rewritten message replaces its earlier copy in place
 * (source: chatRecordingService of google-gemini/gemini-cli, 2026). A patch of the message list replaces the entire
 * history; the client writes one when it compresses, and when it resumes a session.
 */
export class MessageRecords {
  readonly steps: HistoryStep[] = [];
  /** Header fields, including changes from later rows. */
  header: JsonObject = {};
  private readonly placeOf = new Map<string, number>();
  /** The list of the last replacement, and the place of each message in it. */
  private listed: MessageRecord[] = [];
  private listedAt = new Map<string, number>();

  /** The id of the session or, in the file of a sub-agent, of the agent. */
  get sessionId(): string {
    return asText(this.header.sessionId) ?? "";
  }

  readonly read = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    if (!row) return { kept: Array.isArray(value) ? "array" : `untyped-${typeof value}` };
    if (typeof row.$rewindTo === "string") {
      this.steps.push({ type: "rewind", to: row.$rewindTo, source });
      return "interpreted";
    }
    const patch = asObject(row.$set);
    if (patch) return this.patch(patch, source);
    if (asText(row.id) !== null && asText(row.type) !== null) return this.message(row, source);
    return "sessionId" in row || "projectHash" in row
      ? this.patch(row, source)
      : { kept: asText(row.type) ?? "untyped" };
  };

  private patch(fields: JsonObject, source: SourceLocation): RowVerdict {
    const { messages, ...header } = fields;
    this.header = { ...this.header, ...header };
    const list = asObjects(messages);
    const isFirst = !this.steps.some(({ type }) => type === "message");
    if (isFirst) for (const message of list) this.read(message, source);
    else if (list.length > 0) this.replace(list, source);
    return "interpreted";
  }

  private replace(list: readonly JsonObject[], source: SourceLocation) {
    const records = list.flatMap((fields, index) => {
      const id = asText(fields.id) ?? "";
      return isReadable(fields) ? { fields, source, id, key: `${lineOf(source)}.${index}.${id}` } : [];
    });
    this.listed = records;
    this.listedAt = placesIn(records);
    this.steps.push({ type: "replacement", records, source });
  }

  private message(fields: JsonObject, source: SourceLocation): RowVerdict {
    if (!isReadable(fields)) return { kept: `message:${asText(fields.type) ?? ""}` };
    const id = fields.id as string;
    const step = { type: "message", record: { fields, source, id, key: id } } as const;
    const place = this.placeOf.get(id);
    if (place !== undefined) this.steps[place] = step;
    if (place === undefined && asObject(fields.tokens)) this.dropListed(fields);
    const isListed = this.rewriteListed(fields, source);
    if (place === undefined && !isListed) this.placeOf.set(id, this.steps.push(step) - 1);
    return "interpreted";
  }

  /** Removes an answer's copy from the replaced history, if the answer's own row is the first to state its tokens. */
  private dropListed(fields: JsonObject) {
    const at = this.listedAt.get(nameOf(fields));
    if (at === undefined) return;
    this.listed.splice(at, 1);
    this.listedAt = placesIn(this.listed);
  }

  /** Rewrites a message of the replaced history as well; false if it is not in there. */
  private rewriteListed(fields: JsonObject, source: SourceLocation): boolean {
    const at = this.listedAt.get(nameOf(fields));
    const known = at === undefined ? undefined : this.listed[at];
    if (at === undefined || !known) return false;
    this.listed[at] = { ...known, fields, source };
    return true;
  }
}

/** An answer and the results of its calls can have the same id. */
const nameOf = ({ type, id }: JsonObject) => JSON.stringify([type, id]);

const placesIn = (records: readonly MessageRecord[]) =>
  new Map(records.map(({ fields }, index) => [nameOf(fields), index]));

/**
 * True for messages that a model sees. `info` and `warning` are notes on the screen, except that the client records a
 * file that a tool returned as `info`.
 */
const isReadable = (fields: JsonObject): boolean =>
  READABLE.has(asText(fields.type) ?? "") || (fields.type === "info" && asObjects(fields.content).some(isFile));

const READABLE = new Set(["user", "gemini", "error"]);

const isFile = (part: JsonObject): boolean => "inlineData" in part || "fileData" in part;
