import * as z from "zod";
import { type Answer, absent, bytes, count, failure, money, named, tokens } from "./fields";
import { formatNotes } from "./session";

const importIssue = named("ImportIssue", "A row that could not be read, or whose content is doubtful.", {
  line: z.int().describe("From 1; of formats without lines, the item."),
  byte_offset: z.int().describe("Where the row begins, in bytes."),
  code: z.string().describe("A stable name in kebab-case."),
  message: z.string().describe("A sentence for people."),
  excerpt: z.string().describe("At most 200 characters of it."),
  cut: absent(
    z.strictObject({
      bytes: bytes("From the row's beginning to the end of the file."),
      inside: z.enum(["string", "value"]).describe("In what the file ends."),
      tail: z.string().describe("Its last characters, at most 80."),
    }),
  ).describe("Only of a row in which the file ends."),
});
export type ImportIssueAnswer = Answer<typeof importIssue>;

export const fileReport = named("FileReport", "What became of one file.", {
  file_name: z.string().describe("As it was sent."),
  sha256: z.string().describe("Of its bytes, in hexadecimal; empty if the file was refused unread."),
  bytes: bytes("The file."),
  format: z.string().nullable().describe("The format it was read as."),
  detected_by: z.string().nullable().describe("What gave the format away."),
  duplicate: z.boolean().describe("Whether the library had it before."),
  sessions: z.array(z.string()).describe("Ids of the sessions in it."),
  rows: z
    .strictObject({
      read: count("Rows of the file; interpreted + kept + bad."),
      interpreted: count("Rows that became content."),
      kept: count("Rows that were understood and are no content."),
      bad: count("Rows that could not be read."),
      blank: count("Empty lines, counted apart."),
      pending_bytes: bytes("After the last line break: a row that is still being written."),
    })
    .describe("Every row, accounted for."),
  issues: z.array(importIssue).describe("What was wrong, by line."),
  kept_kinds: absent(
    z.array(
      z.strictObject({ kind: z.string().describe("The log's own word for such rows."), count: count("Rows of it.") }),
    ),
  ).describe("What the kept rows are, the most frequent first; absent in reports of older versions."),
  figures: absent(
    z.strictObject({
      requests: count("Requests of all its sessions."),
      output_tokens: tokens("Output of all of them; null if the log reports none.").nullable(),
      cost: money.nullable().describe("What they cost; null if that is unknown."),
      unnamed: count("Sessions whose log names no model."),
      unreported: count("Sessions whose log reports no usage."),
    }),
  ).describe("What was read from it; lower bounds where rows are missing. Absent in reports of older versions."),
  notes: formatNotes.nullable().describe("What the format does not say; null if the file was not imported."),
  shape: z
    .string()
    .nullable()
    .describe("Keys and types without content, for a format that is unknown or was not compared with real files."),
  error: failure.nullable().describe("Why the file was not imported; null when it was."),
});
export type FileReport = Answer<typeof fileReport>;

/** The answer of POST /api/sessions and of POST /api/example when the import is done. */
export const importAnswer = named("ImportAnswer", "What an import brought.", {
  duplicate: absent(z.literal(true)).describe("Only if the library had all of it before."),
  id: absent(z.string().nullable()).describe("Beside `duplicate`: the session that the library had."),
  files: z.array(fileReport).describe("One report per file."),
});
export type ImportAnswer = Answer<typeof importAnswer>;
