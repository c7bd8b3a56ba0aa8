import * as z from "zod/mini";
import type { Edit } from "../conversation/edit";
import type { JsonValue, Part } from "../conversation/part";

/**
 * The `state` that POST /api/compress returns, and accepts in the next call about the same history after it has grown.
 * It contains the edits so far and a fingerprint of the history they apply to. Tokens are recounted when it is read.
 */

const id = z.string().check(z.minLength(1), z.maxLength(500));
/** Not parsed, because its numbers keep their original text. */
const json = z.custom<JsonValue>((value) => value !== undefined);
const provider = z.optional(z.enum(["anthropic", "openai", "google"]));
const file = {
  type: z.literal("file"),
  mediaType: z.string(),
  byteLength: z.number(),
  data: z.optional(z.string()),
  url: z.optional(z.string()),
};
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object(file),
  z.object({ type: z.literal("opaque"), value: json }),
]);
const part = z.discriminatedUnion("type", [
  z.object({ id, provider, type: z.literal("text"), text: z.string(), signature: z.optional(z.string()) }),
  z.object({
    id,
    provider,
    type: z.literal("tool-call"),
    toolCallId: z.string(),
    toolName: z.string(),
    input: json,
    signature: z.optional(z.string()),
  }),
  z.object({
    id,
    provider,
    type: z.literal("tool-result"),
    toolCallId: z.string(),
    toolName: z.optional(z.string()),
    output: z.array(block),
    isError: z.nullable(z.boolean()),
  }),
  z.object({ id, provider, filename: z.optional(z.string()), ...file }),
  z.object({ id, provider, type: z.literal("opaque"), value: json }),
]);

const account = {
  reason: z.string().check(z.maxLength(500)),
  step: z.string().check(z.maxLength(100)),
  reversible: z.boolean(),
};
const reference = z.strictObject({ id, toolName: z.optional(z.string()), bytes: z.number(), tokens: z.number() });
const edit = z.discriminatedUnion("op", [
  z.object({ op: z.literal("drop"), targets: z.array(id).check(z.minLength(1)), ...account }),
  z.object({
    op: z.literal("replace"),
    targets: z.tuple([id]),
    produced: part,
    reference: z.optional(reference),
    ...account,
  }),
  z.object({
    op: z.literal("insert"),
    targets: z.array(id),
    message: z.object({
      id,
      role: z.enum(["system", "user", "assistant", "tool"]),
      parts: z.array(part).check(z.minLength(1)),
    }),
    after: z.nullable(id),
    ...account,
  }),
]);

export const compressionState = z.strictObject({
  version: z.literal(1),
  /** Number of calls that changed something. */
  cycle: z.int().check(z.minimum(1)),
  /** Unused. Present in states up to version 7. */
  requests: z.optional(z.int().check(z.minimum(0))),
  /** The number of leading messages that the edits depend on, not counting the system's, and their digest. */
  messages: z.int().check(z.minimum(0)),
  digest: z.string().check(z.maxLength(64)),
  edits: z.array(edit).check(z.maxLength(100_000)),
});
export type CompressionState = z.infer<typeof compressionState>;

/**
 * Edits as a state stores them: those of earlier states and new ones, without token counts, and without texts that a
 * later edit removed. Inserted messages get ids that no later call can produce.
 */
export function stateEdits(edits: readonly Edit[], earlier: number, cycle: number): CompressionState["edits"] {
  const gone = new Set(edits.flatMap((edit) => (edit.op === "drop" ? edit.targets : [])));
  const rename = renaming(edits.slice(earlier), `c${cycle}.`);
  return edits.map((edit) => {
    const { tokensBefore: _, tokensAfter: __, ...kept } = edit;
    return renamed(emptied(kept as UncountedEdit, gone), rename);
  }) as CompressionState["edits"];
}

/** An edit before its tokens are counted. */
export type UncountedEdit = Edit extends infer One
  ? One extends Edit
    ? Omit<One, "tokensBefore" | "tokensAfter">
    : never
  : never;

/** Renames the ids of the messages that these edits insert, of the messages' parts, and of the parts' replacements. */
function renaming(edits: readonly Edit[], prefix: string): (id: string) => string {
  const own = new Set(
    edits.flatMap((edit) => (edit.op === "insert" ? [edit.message.id, ...edit.message.parts.map(({ id }) => id)] : [])),
  );
  return (id) => (own.has(id.split("~", 1)[0] ?? id) ? `${prefix}${id}` : id);
}

function renamed(edit: UncountedEdit, rename: (id: string) => string): UncountedEdit {
  if (edit.op === "drop") return { ...edit, targets: edit.targets.map(rename) };
  const partRenamed = (part: Part): Part => ({ ...part, id: rename(part.id) });
  if (edit.op === "replace")
    return { ...edit, targets: [rename(edit.targets[0])], produced: partRenamed(edit.produced) };
  const { message, after } = edit;
  return {
    ...edit,
    targets: edit.targets.map(rename),
    message: { ...message, id: rename(message.id), parts: message.parts.map(partRenamed) },
    after: after === null ? null : rename(after),
  };
}

function emptied(edit: UncountedEdit, gone: ReadonlySet<string>): UncountedEdit {
  const withoutText = (part: Part): Part => {
    if (!gone.has(part.id)) return part;
    if (part.type === "text") return { ...part, text: "" };
    return part.type === "tool-result" ? { ...part, output: [] } : part;
  };
  if (edit.op === "replace") return { ...edit, produced: withoutText(edit.produced) };
  if (edit.op === "drop") return edit;
  return { ...edit, message: { ...edit.message, parts: edit.message.parts.map(withoutText) } };
}
