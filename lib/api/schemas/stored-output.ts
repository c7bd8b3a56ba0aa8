import * as z from "zod";
import { type Answer, bytes, count, named, time, tokens } from "./fields";

export const outputSource = named("StoredOutputSource", "The place of a put-aside original in its conversation.", {
  part_id: z.string().describe("The part, as named in `provenance`."),
  call_id: z.string().nullable().describe("The id of its tool call; null for a text."),
  paths: z.array(z.string()).describe("Files and folders named in the call, in its spelling."),
  command: z.string().nullable().describe("The call's command, its first 1,000 characters; null for other calls."),
  written_at: z
    .string()
    .nullable()
    .describe("When its message was written, in ISO 8601; null if the request body gave no time."),
});
export type OutputSource = Answer<typeof outputSource>;

/** The answer to GET /api/refs/:id. */
export const storedOutput = named("StoredOutput", "A put-aside original, whole or in part.", {
  id: z.string(),
  tool: z.string().nullable().describe("The tool of the output."),
  tokens: tokens("All of it."),
  bytes: bytes("All of it."),
  put_aside_at: time("When it was first put aside."),
  source: outputSource.nullable().describe("Its place at that time; null if stored by an older version of Winnow."),
  total_lines: count("Its lines, or those selected by `json_path`."),
  text: z.string().describe("The requested text."),
  matches: z
    .array(z.strictObject({ line: z.int().min(1).describe("From 1."), text: z.string() }))
    .nullable()
    .describe("With `grep`: the number of matching lines; null without."),
  truncated: z.boolean().describe("Whether more lines match than are returned."),
});
export type StoredOutputAnswer = Answer<typeof storedOutput>;
