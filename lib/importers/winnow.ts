import { checkJson } from "../conversation/check-json";
import { fail, ok, type Result } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asCount, asObject } from "../formats/json-fields";
import type { Session } from "../transcript/session";
import { WINNOW_VERSION, type WinnowHeader, winnowHeader } from "../transcript/session-schema";
import { notTranscript } from "./describe-file";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer, ImportFailure, TranscriptFile } from "./importer";
import { readJsonl } from "./jsonl-reader";
import { sessionIdOf } from "./session-id";
import { WinnowReader } from "./winnow-reader";

/**
 * Winnow's own file (`lib/transcript/session-schema.ts`). The session equals the exported one except for its id, which
 * is derived from this file, so a file cannot replace another session in the library.
 */
export const winnow: Importer = {
  id: "winnow",
  title: "Winnow session",
  detect(sample) {
    const header = sample.shape === "rows" ? sample.rows[0] : undefined;
    const isHeader = asCount(header?.winnow) !== null && asObject(header?.session) !== null;
    return isHeader ? "a header row with the version of Winnow's own format" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const read = await readWinnow(file, sample.encoding, run);
    return read.ok ? ok([{ ...read.value, id: sessionIdOf(file.sha256, read.value.id, 0) }]) : read;
  },
};

/** Reads the session of a file exactly as it was exported, including its id. */
export async function readWinnow(
  file: TranscriptFile,
  encoding: "utf-8" | "utf-16le" | "utf-16be",
  run: ImportRun,
): Promise<Result<Session, ImportFailure>> {
  let refusal: ImportFailure | null = null;
  let reader: WinnowReader | null = null;
  const onRow = (row: unknown, source: SourceLocation): RowVerdict => {
    if (reader) return reader.interpret(row, source);
    const header = parseHeader(row);
    if (header.ok) reader = new WinnowReader(header.value);
    else refusal ??= header.error;
    return "interpreted";
  };
  const failure = (await readJsonl(file, 0, encoding, run, onRow)) ?? refusal;
  if (failure) return fail(failure);
  const session = (reader as WinnowReader | null)?.finish(run, file.bytes);
  return session ? ok(session) : fail(notTranscript("a Winnow session without its header"));
}

function parseHeader(row: unknown): Result<WinnowHeader, ImportFailure> {
  const parsed = checkJson(winnowHeader, row);
  if (parsed.success) return ok(parsed.data);
  const version = asCount(asObject(row)?.winnow) ?? 0;
  if (version > WINNOW_VERSION)
    return fail(notTranscript(`a Winnow session of version ${version}; this Winnow reads up to ${WINNOW_VERSION}`));
  const [issue] = parsed.error.issues;
  const at = issue ? `$.${issue.path.join(".")}` : "$";
  return fail({ ...notTranscript(`a Winnow session whose header is wrong at ${at.slice(0, 100)}`), at });
}
