import { fail, ok, type Result } from "../conversation/errors";
import { textFailure } from "./describe-file";
import { fill } from "./import-failure";
import type { ImportRun } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";
import { parseJsonBytes } from "./json-text";
import { markLength, type TextEncodingName } from "./line-splitter";
import { readWhole } from "./read-whole";

const TOO_DEEP = "The JSON nests deeper than {maxDepth} levels; no transcript does.";
const INVALID_TEXT = "The file is not valid {encoding} text. Save it as UTF-8.";

/** Why a JSON file must be kept in memory: its parts belong together. */
const WHOLE = "a file that is one JSON object has to be held whole and";

/**
 * Reads a file that is one JSON value, starting at byte `start`. All of it must fit in memory, so its size is limited
 * (`maxJsonBytes`).
 */
export async function readJsonFile(
  file: TranscriptFile,
  encoding: TextEncodingName,
  run: ImportRun,
  start = 0,
): Promise<Result<unknown, ImportFailure>> {
  const bytes = await readWhole(file, run, run.limits.maxJsonBytes, WHOLE);
  if (!bytes.ok) return bytes;
  const { maxDepth } = run.limits;
  const json = bytes.value.subarray(Math.max(start, markLength(bytes.value, encoding)));
  const parsed = parseJsonBytes(json, encoding, maxDepth);
  if ("value" in parsed) return ok(parsed.value);
  if (parsed.fault === "too-deep") return fail({ code: "too-deep", message: fill(TOO_DEEP, { maxDepth }) });
  if (parsed.fault === "invalid-utf8")
    return fail({ code: "unsupported-encoding", message: fill(INVALID_TEXT, { encoding }) });
  return fail(textFailure(bytes.value.subarray(0, 4096)));
}
