import * as z from "zod";
import { type Answer, bytes, count, named, tokens } from "./fields";

/** The answer of GET /api/refs/:id. */
export const storedOutput = named("StoredOutput", "A put-aside original, whole or a part of it.", {
  id: z.string(),
  tool: z.string().nullable().describe("The tool whose output it is."),
  tokens: tokens("All of it."),
  bytes: bytes("All of it."),
  total_lines: count("Lines of it, or of what `json_path` chose."),
  text: z.string().describe("What was asked for."),
  matches: z
    .array(z.strictObject({ line: z.int().min(1).describe("From 1."), text: z.string() }))
    .nullable()
    .describe("With `grep`: the lines that match; null without."),
  truncated: z.boolean().describe("Whether more lines match than are given."),
});
export type StoredOutputAnswer = Answer<typeof storedOutput>;
