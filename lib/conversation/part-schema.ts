import * as z from "zod";
import { ROLES } from "./message";
import type { JsonValue, Part } from "./part";

/** The schemas of a part and a message, for all data from outside. */

const text = z.string();
const maybe = z.exactOptional;

/** Kept as parsed, including number texts. */
export const jsonValue = z.custom<JsonValue>((value) => value !== undefined).describe("Any JSON value.");

const count = z.number().int().nonnegative();

/** `looseObject` keeps fields of a later version; `strictObject` rejects them. */
type ObjectSchema = typeof z.looseObject | typeof z.strictObject;

export const sourceSchema = (object: ObjectSchema) =>
  object({ file: count, line: count, row: maybe(count), byteOffset: count, byteLength: count }).describe(
    "Where the part stands in the imported file: index of the file, line from 1 (row: if others stand before it in the line), and its bytes.",
  );

export function partSchema(object: ObjectSchema): z.ZodType<Part> {
  const identity = {
    id: text,
    source: maybe(sourceSchema(object)),
    provider: maybe(z.enum(["anthropic", "openai", "google"])),
  };
  const file = { mediaType: text, byteLength: count, data: maybe(text), url: maybe(text) };
  const outputBlock = z.discriminatedUnion("type", [
    object({ type: z.literal("text"), text }),
    object({ type: z.literal("file"), ...file }),
    object({ type: z.literal("opaque"), value: jsonValue }),
  ]);
  return z.discriminatedUnion("type", [
    object({ ...identity, type: z.literal("text"), text, signature: maybe(text) }),
    object({ ...identity, type: z.literal("reasoning"), text, signature: maybe(text), redactedData: maybe(text) }),
    object({
      ...identity,
      type: z.literal("tool-call"),
      toolCallId: text,
      toolName: text,
      input: jsonValue,
      inputText: maybe(text),
      folder: maybe(text),
      signature: maybe(text),
    }),
    object({
      ...identity,
      type: z.literal("tool-result"),
      toolCallId: text,
      toolName: maybe(text),
      output: z.array(outputBlock),
      isError: z.boolean().nullable(),
    }),
    object({ ...identity, type: z.literal("file"), ...file, filename: maybe(text) }),
    object({ ...identity, type: z.literal("opaque"), value: jsonValue }),
  ]);
}

/** A message's fields with parts of the given schema. */
export const messageFields = <Part extends z.ZodType>(part: Part) => ({
  id: text,
  role: z.enum(ROLES),
  parts: z.array(part).min(1),
  time: maybe(text),
});
