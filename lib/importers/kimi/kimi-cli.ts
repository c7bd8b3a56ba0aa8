import { fail, ok } from "../../conversation/errors";
import { asObject, asText } from "../../formats/json-fields";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import type { TextEncodingName } from "../line-splitter";
import { rowsOf } from "../sample-rows";
import { takeSample } from "../take-sample";
import { CliContextReader } from "./cli-context-reader";
import { CliWireReader } from "./cli-wire-reader";

/**
 * The Kimi CLI, predecessor of Kimi Code: `~/.kimi/sessions/<md5 of the folder>/<id>/` with `context.jsonl` (the
 * messages of the next prompt) and `wire.jsonl` (all events, with usage). If both exist, the session is read from the
 * second, and only the system prompt and the newest summary from the first. Source: MoonshotAI/kimi-cli, wire protocol
 * 1.10 (2026-07-16).
 */
export const kimiCli: Importer = {
  id: "kimi-cli",
  title: "Kimi CLI",
  limitations: [
    "Its log does not contain model names.",
    "Usage, times and messages before a compaction or an undo are only in wire.jsonl: import it together with context.jsonl.",
    "Only the summary of the newest compaction is in the files, in context.jsonl.",
  ],
  unchecked: "real sessions (only its source code was read)",
  detect(sample) {
    if (isCliWire(sample)) return "records of a wire: a timestamp, and a message with type and payload";
    return isCliContext(sample) ? "messages beside _checkpoint, _usage or _system_prompt" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const pair = await pairOf(files, sample, run);
    const draft = new ItemSession("kimi-cli", "Kimi CLI");
    const failure = await readPair(pair, draft, run);
    return failure ? fail(failure) : ok([draft.finish(pair.used, run)]);
  },
};

const CONTEXT_ROLES = new Set(["_checkpoint", "_usage", "_system_prompt"]);

const isCliWire = (sample: Sample): boolean =>
  sample.shape === "rows" &&
  sample.rows.some((row) => typeof row.timestamp === "number" && asText(asObject(row.message)?.type) !== null);

const isCliContext = (sample: Sample): boolean =>
  sample.shape === "rows" && rowsOf(sample).some((row) => CONTEXT_ROLES.has(asText(asObject(row)?.role) ?? ""));

type Place = { readonly file: TranscriptFile; readonly index: number; readonly encoding: TextEncodingName };
type Pair = { readonly wire: Place | null; readonly context: Place | null; readonly used: readonly TranscriptFile[] };

async function pairOf(files: readonly TranscriptFile[], first: Sample, run: ImportRun): Promise<Pair> {
  const used: TranscriptFile[] = [];
  let wire: Place | null = null;
  let context: Place | null = null;
  for (const file of files) {
    const sample = used.length === 0 ? first : await sampleOf(file, run);
    const isWire = sample !== null && isCliWire(sample) && wire === null;
    const isContext = sample !== null && isCliContext(sample) && context === null;
    if (sample?.shape !== "rows" || !(isWire || isContext)) reportStranger(file, run);
    else {
      const place = { file, index: used.push(file) - 1, encoding: sample.encoding };
      if (isWire) wire = place;
      else context = place;
    }
  }
  return { wire, context, used };
}

async function sampleOf(file: TranscriptFile, run: ImportRun): Promise<Sample | null> {
  const sample = await takeSample(file, run);
  return sample.ok ? sample.value : null;
}

async function readPair({ wire, context }: Pair, draft: ItemSession, run: ImportRun): Promise<ImportFailure | null> {
  const reader = new CliContextReader(draft, wire !== null);
  if (context) {
    const failure = await readJsonl(context.file, context.index, context.encoding, run, reader.interpret);
    if (failure) return failure;
  }
  if (!wire) return null;
  const summary = reader.summary && { ...reader.summary, behind: await compactionsIn(wire, run) };
  const wireReader = new CliWireReader(draft, summary);
  const failure = await readJsonl(wire.file, wire.index, wire.encoding, run, wireReader.interpret);
  wireReader.end();
  return failure;
}

/** The number of compactions. The available summary belongs to the last one. */
async function compactionsIn({ file, index, encoding }: Place, run: ImportRun): Promise<number> {
  let count = 0;
  await readJsonl(file, index, encoding, run.forFirstPass(), (row) => {
    if (asText(asObject(asObject(row)?.message)?.type) === "CompactionEnd") count += 1;
    return "interpreted";
  });
  return count;
}
