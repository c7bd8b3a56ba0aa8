import type { Edit } from "../conversation/edit";
import type { Conversation, Message } from "../conversation/message";
import { type Part, partText } from "../conversation/part";
import { type ContentKind, kindOf } from "../ledger/content-kind";
import type { Compression } from "../strategies/compression";
import { createView } from "../strategies/create-view";
import type { Environment } from "../strategies/environment";
import { clip } from "../strategies/previews/clip";
import type { Origin, SessionMessage } from "../transcript/session";

/** Longest preview in UTF-16 units: one line of the aligned transcript. */
const PREVIEW_CHARACTERS = 160;

/**
 * What one strategy did with one original part, as small as JSON gets it:
 * `0` kept · `["e", before, after, text]` edited · `["d", tokens, reason]` dropped (index into `reasons`) ·
 * `["p", reference, saved, text]` put aside · `["s", tokens, message]` taken in by the inserted message of that id.
 */
export type CompareCell =
  | 0
  | readonly ["e", number, number, string]
  | readonly ["d", number, number]
  | readonly ["p", string, number, string]
  | readonly ["s", number, string];

/** One original part. */
export type CompareRow = {
  readonly partId: string;
  /** Index of its message in the conversation. */
  readonly message: number;
  readonly kind: ContentKind;
  readonly tool: string | null;
  readonly tokens: number;
  readonly preview: string;
};

/** A message that a strategy added; it stands before the row of that index (the count of rows = at the end). */
export type InsertedRow = {
  readonly column: number;
  readonly beforeRow: number;
  readonly messageId: string;
  readonly role: string;
  readonly tokens: number;
  readonly preview: string;
};

export type CompareRows = {
  readonly rows: readonly CompareRow[];
  /** One list per strategy, aligned with `rows`. */
  readonly columns: readonly (readonly CompareCell[])[];
  readonly inserted: readonly InsertedRow[];
  readonly reasons: readonly string[];
};

/** The aligned transcript of Compare: compact enough for thousands of parts and six strategies. */
export function toCompareRows(
  original: Conversation,
  compressions: readonly Compression[],
  environment: Environment,
): CompareRows {
  const rows = toRows(original, environment);
  const reasons = new Interned();
  const columns = compressions.map((compression) => toColumn(compression, rows, reasons, environment));
  const inserted = compressions.flatMap((compression, column) => toInserted(compression, column, rows, original));
  return { rows, columns, inserted, reasons: reasons.values };
}

class Interned {
  readonly values: string[] = [];
  private readonly indexes = new Map<string, number>();

  indexOf(value: string): number {
    const known = this.indexes.get(value);
    if (known !== undefined) return known;
    this.indexes.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}

function toRows(original: Conversation, environment: Environment): CompareRow[] {
  const view = createView(original, environment);
  return view.entries().map(({ part, message, messageIndex }) => {
    const tool = view.toolNameOf(part) ?? null;
    return {
      partId: part.id,
      message: messageIndex,
      kind: kindOf(part, inSession(message), () => tool ?? undefined),
      tool,
      tokens: environment.tokensOf(part),
      preview: previewOf(part),
    };
  });
}

/** Messages of a request body do not say who wrote them; the role stands in. */
function inSession(message: Message): SessionMessage {
  if ("origin" in message) return message as SessionMessage;
  const origins: Record<Message["role"], Origin> = {
    system: "system",
    user: "typed",
    assistant: "model",
    tool: "tool",
  };
  return { ...message, agent: "main", origin: origins[message.role] };
}

function toColumn(
  { edits, provenance }: Compression,
  rows: readonly CompareRow[],
  reasons: Interned,
  environment: Environment,
): CompareCell[] {
  const produced = new Map(edits.flatMap((edit) => (edit.op === "replace" ? [[edit.produced.id, edit.produced]] : [])));
  return provenance.map((fate, index): CompareCell => {
    const tokens = rows[index]?.tokens ?? 0;
    if (fate.fate === "kept") return 0;
    if (fate.fate === "dropped" && fate.summarisedBy !== undefined) return ["s", tokens, fate.summarisedBy];
    if (fate.fate === "dropped") return ["d", tokens, reasons.indexOf(edits[fate.edit]?.reason ?? "")];
    const part = produced.get(fate.by) as Part;
    const after = environment.tokensOf(part);
    if (fate.reference !== undefined) return ["p", fate.reference, tokens - after, previewOf(part)];
    return ["e", tokens, after, previewOf(part)];
  });
}

function toInserted(
  { edits }: Compression,
  column: number,
  rows: readonly CompareRow[],
  original: Conversation,
): InsertedRow[] {
  const indexes = new Map(original.messages.map((message, index) => [message.id, index]));
  return edits.flatMap((edit: Edit) => {
    if (edit.op !== "insert") return [];
    const after = edit.after === null ? -1 : (indexes.get(edit.after) ?? original.messages.length);
    const next = rows.findIndex((row) => row.message > after);
    const preview = clip(edit.message.parts.map(partText).join(" "), PREVIEW_CHARACTERS);
    const { id: messageId, role } = edit.message;
    const beforeRow = next < 0 ? rows.length : next;
    return [{ column, beforeRow, messageId, role, tokens: edit.tokensAfter, preview }];
  });
}

/** The first words on one line. */
function previewOf(part: Part): string {
  const text = part.type === "file" ? (part.filename ?? part.mediaType) : partText(part);
  const start = text.slice(0, PREVIEW_CHARACTERS * 4);
  return clip(start.replace(/\s+/g, " ").trim(), PREVIEW_CHARACTERS);
}
