import { fail, type Result } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { Envelope, finishAll, firstOf, parseEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { ArchiveEntry, Importer, ImportFailure, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import { readJsonFile } from "../json-file";
import { readSample } from "./sample";

/**
 * Logs of Inspect evaluations: `.eval`, a ZIP with one JSON file per sample, or a single JSON file. Each sample and
 * epoch is a session. Its model events are the calls; scorers' calls are separate conversations. Source: Inspect
 * documentation, "Log files" (inspect_ai 0.3).
 */
export const inspect: Importer = {
  id: "inspect",
  title: "Inspect evaluation log",
  detect(sample) {
    if (sample.shape === "archive")
      return isLogArchive(sample.entries) ? "an archive with samples and a journal" : null;
    return isLog(firstOf(sample)) ? "an evaluation with its samples" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    if (sample.shape === "archive") return parseArchive(file, sample.entries, run);
    return parseEnvelopes(files, sample, run, (log, envelope) => {
      if (!isLog(log)) return null;
      const sessions: ItemSession[] = [];
      envelope.read(asArray(log.samples) ?? [], (value, source) => readInto(sessions, value, log, envelope, source));
      envelope.keepFields(log, ["samples", "eval"]);
      return sessions;
    });
  },
};

const SAMPLE_PATH = /(^|\/)samples\/[^/]+\.json$/;
const isHeader = (path: string) => path === "header.json" || path === "_journal/start.json";

const isLogArchive = (entries: readonly ArchiveEntry[]) => entries.some(({ path }) => isHeader(path));

function isLog(log: JsonObject | null): boolean {
  const evaluation = asObject(log?.eval);
  return !!log && !!evaluation && "task" in evaluation && ("samples" in log || "plan" in log);
}

function readInto(
  sessions: ItemSession[],
  value: unknown,
  log: JsonObject,
  envelope: Envelope,
  source: SourceLocation,
): RowVerdict {
  const sample = asObject(value);
  if (!sample || !Array.isArray(sample.messages))
    return { bad: "invalid-row", message: `Item ${source.line} is not a sample with messages.` };
  sessions.push(readSample(sample, asObject(log.eval) ?? {}, envelope, source));
  return "interpreted";
}

type Sessions = Promise<Result<readonly Session[], ImportFailure>>;

async function parseArchive(file: TranscriptFile, entries: readonly ArchiveEntry[], run: ImportRun): Sessions {
  const header = await headerOf(entries, run);
  const sessions: ItemSession[] = [];
  for (const [index, entry] of entries.entries()) {
    const source = { file: 0, line: index + 1, byteOffset: 0, byteLength: entry.bytes };
    const failure = await readEntry(entry, header, sessions, run, source);
    if (failure) return fail(failure);
  }
  return finishAll(sessions, file, run);
}

/** A log that is still being written contains only the start of its journal. */
async function headerOf(entries: readonly ArchiveEntry[], run: ImportRun): Promise<JsonObject> {
  const entry = entries.find(({ path }) => path === "header.json") ?? entries.find(({ path }) => isHeader(path));
  const header = entry && (await readJsonFile(entry, "utf-8", run));
  return (header?.ok && asObject(header.value)) || {};
}

async function readEntry(
  entry: ArchiveEntry,
  header: JsonObject,
  sessions: ItemSession[],
  run: ImportRun,
  source: SourceLocation,
): Promise<ImportFailure | null> {
  if (!SAMPLE_PATH.test(entry.path)) {
    run.settle({ kept: asText(entry.path.split("/").at(-1)) ?? "file" }, source);
    return null;
  }
  const sample = await readJsonFile(entry, "utf-8", run);
  if (!sample.ok && (sample.error.code === "cancelled" || sample.error.code === "too-large")) return sample.error;
  const verdict: RowVerdict = sample.ok
    ? readInto(sessions, sample.value, header, new Envelope(run, () => source), source)
    : { bad: "invalid-row", message: `${entry.path}: ${sample.error.message}` };
  run.settle(verdict, source);
  return run.advance(entry.bytes);
}
