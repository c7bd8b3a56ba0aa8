import * as z from "zod";
import { type Answer, bytes, count, named, time, tokens } from "./fields";

export const outputSource = named("StoredOutputSource", "Where a put-aside original stood in its conversation.", {
  part_id: z.string().describe("The part, as `provenance` names it."),
  call_id: z.string().nullable().describe("The id of its tool call; null of a text."),
  paths: z.array(z.string()).describe("Files and folders that the call names, as it wrote them."),
  command: z.string().nullable().describe("The command that the call ran, its first 1,000 characters; null of others."),
  written_at: z
    .string()
    .nullable()
    .describe("When its message was written, in ISO 8601; null of a body, which does not say it."),
});
export type OutputSource = Answer<typeof outputSource>;

/** The answer of GET /api/refs/:id. */
export const storedOutput = named("StoredOutput", "A put-aside original, whole or a part of it.", {
  id: z.string(),
  tool: z.string().nullable().describe("The tool whose output it is."),
  tokens: tokens("All of it."),
  bytes: bytes("All of it."),
  put_aside_at: time("When it was put aside first."),
  source: outputSource.nullable().describe("Where it stood then; null of those that older versions of Winnow kept."),
  total_lines: count("Lines of it, or of what `json_path` chose."),
  text: z.string().describe("What was asked for."),
  matches: z
    .array(z.strictObject({ line: z.int().min(1).describe("From 1."), text: z.string() }))
    .nullable()
    .describe("With `grep`: the lines that match; null without."),
  truncated: z.boolean().describe("Whether more lines match than are given."),
});
export type StoredOutputAnswer = Answer<typeof storedOutput>;
