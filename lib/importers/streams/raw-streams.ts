import { fail, ok } from "../../conversation/errors";
import { asObject, type JsonObject } from "../../formats/json-fields";
import { unknownShape } from "../describe-file";
import type { Importer, Sample } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { readTextLines } from "../text-lines";
import { apiOf, eventIn } from "./assemble-stream";
import { StreamReader } from "./stream-reader";

const ID = "raw-streams";

/**
 * Streamed responses as they were transferred: server-sent events (`data:` lines), or one event as JSON per line, of the APIs
 * Anthropic Messages, OpenAI Chat Completions and OpenAI Responses.
 */
export const rawStreams: Importer = {
  id: ID,
  title: "Raw streams",
  limitations: [
    "A stream holds the response only: the prompt, the tools and the results of calls are not in the file, so the window shows the reported size of prompts, but not their content.",
  ],
  detect(sample) {
    const isStream = sample.shape === "text" ? isEventText(sample.head) : isEventRows(sample);
    return isStream ? "events of a streamed response" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new StreamReader(ID, run);
    const failure =
      sample.shape === "text"
        ? await readTextLines(file, sample.encoding, run, reader.readLine)
        : await readSampleRows(file, sample, run, reader.readRow);
    if (failure) return fail(failure);
    const sessions = reader.finish(file);
    return sessions.length > 0 ? ok(sessions) : fail(unknownShape(null));
  },
};

const isEvent = (event: JsonObject | null) => event !== null && apiOf(event) !== null;

/** Lines that may come before the first `data:` line: other fields of events, comments, and HTTP headers. */
const BEFORE_DATA = /^(event|id|retry)?:|^HTTP\/|^[A-Za-z-]+: |^\s*$/;

/** The first `data:` line decides: a text that quotes a stream further down is no stream. */
function isEventText(head: string): boolean {
  const lines = head.split("\n");
  const first = lines.findIndex((line) => line.startsWith("data:"));
  if (first < 0 || !lines.slice(0, first).every((line) => BEFORE_DATA.test(line))) return false;
  return isEvent(eventIn(lines[first]?.slice(5).trim()));
}

/** True when all rows are events: a log that also holds requests is read by the importer of its API. */
function isEventRows(sample: Sample): boolean {
  const rows = rowsOf(sample).slice(0, 20).map(asObject);
  const isOther = (row: JsonObject | null) => row?.type !== "ping" && !isEvent(row && eventIn(row));
  return rows.some((row) => isEvent(row && eventIn(row))) && !rows.some(isOther);
}
