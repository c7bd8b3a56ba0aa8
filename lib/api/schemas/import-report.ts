import * as z from "zod";
import { type Answer, absent, bytes, count, failure, money, named, tokens } from "./fields";
import { formatNotes } from "./session";

const importIssue = named("ImportIssue", "A row that could not be read, or whose content is doubtful.", {
  line: z.int().describe("From 1; the item's number in formats without lines."),
  byte_offset: z.int().describe("Byte offset of the row."),
  code: z.string().describe("A stable name in kebab-case."),
  message: z.string().describe("A sentence for people."),
  excerpt: z.string().describe("At most 200 characters of it."),
  cut: absent(
    z.strictObject({
      bytes: bytes("From the row's beginning to the end of the file."),
      inside: z.enum(["string", "value"]).describe("In what the file ends."),
      tail: z.string().describe("Its last characters, at most 80."),
    }),
  ).describe("Only for a row cut off by the end of the file."),
});
export type ImportIssueAnswer = Answer<typeof importIssue>;

export const fileReport = named("FileReport", "The outcome of one file.", {
  file_name: z.string().describe("Its name as sent."),
  sha256: z.string().describe("Of its bytes, in hexadecimal; empty if the file was refused unread."),
  bytes: bytes("The file."),
  format: z.string().nullable().describe("The format it was read as."),
  detected_by: z.string().nullable().describe("The content that identified the format."),
  duplicate: z.boolean().describe("Whether the library already had it."),
  sessions: z.array(z.string()).describe("Ids of the sessions in it."),
  rows: z
    .strictObject({
      read: count("Rows of the file; interpreted + kept + bad."),
      interpreted: count("Rows that became content."),
      kept: count("Rows that were understood but are not content."),
      bad: count("Rows that could not be read."),
      blank: count("Empty lines, counted separately."),
      pending_bytes: bytes("A row after the last line break, still being written."),
    })
    .describe("Every row, accounted for."),
  issues: z.array(importIssue).describe("Problems by line."),
  kept_kinds: absent(
    z.array(
      z.strictObject({
        kind: z.string().describe("The log's own name for this kind of row."),
        count: count("Number of rows of this kind."),
      }),
    ),
  ).describe("The kinds of kept rows, most frequent first; absent in older reports."),
  figures: absent(
    z.strictObject({
      requests: count("Requests of all its sessions."),
      output_tokens: tokens("Output of all of them; null if the log reports none.").nullable(),
      cost: money.nullable().describe("Their cost; null if unknown."),
      unnamed: count("Sessions whose log names no model."),
      unreported: count("Sessions whose log reports no usage."),
    }),
  ).describe("What was read from it; lower bounds if rows are missing. Absent in older reports."),
  notes: formatNotes.nullable().describe("The limits of the format; null if the file was not imported."),
  shape: z
    .string()
    .nullable()
    .describe("Keys and types without content, for a format that is unknown or was not verified against real files."),
  error: failure.nullable().describe("Why the file was not imported; null if it was."),
});
export type FileReport = Answer<typeof fileReport>;

/** The answer to POST /api/sessions and POST /api/example when the import is done. */
export const importAnswer = named("ImportAnswer", "The result of an import.", {
  duplicate: absent(z.literal(true)).describe("Only if the library already had all of it."),
  id: absent(z.string().nullable()).describe("With `duplicate`: the library's session."),
  files: z.array(fileReport).describe("One report per file."),
});
export type ImportAnswer = Answer<typeof importAnswer>;
