import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../formats/json-fields";
import { partOf } from "./goose/goose-part";
import { gooseTables, parseGooseStore } from "./goose/goose-store";
import { statedTotals } from "./goose/goose-usage";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readJsonl } from "./jsonl-reader";

/**
 * Goose. Before 1.10, one file per session: a header row with the working directory and token totals, then messages.
 * Usage is known only for the entire session, so no response has any. Since 1.10, one database
 * (`goose/goose-store.ts`).
 */
export const goose: Importer = {
  id: "goose",
  title: "Goose",
  detect(sample) {
    if (sample.shape === "store") return gooseTables(sample.store);
    if (sample.shape !== "rows") return null;
    const header = sample.rows[0];
    const hasTotals = header !== undefined && ("message_count" in header || "total_tokens" in header);
    if (hasTotals && asText(header.working_dir) !== null) return "a header with working_dir and token totals";
    return sample.rows.some(hasGooseBlock) ? "messages with toolRequest and toolResponse blocks" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseGooseStore(files, sample, run);
    const [file] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const draft = new ItemSession("goose", "Goose");
    const onRow = (row: unknown, source: SourceLocation) => interpret(row, source, draft, run);
    const failure = await readJsonl(file, 0, sample.encoding, run, onRow);
    return failure ? fail(failure) : ok([draft.finish([file], run)]);
  },
};

function hasGooseBlock(row: JsonObject): boolean {
  const types = (asArray(row.content) ?? []).map((block) => asObject(block)?.type);
  return types.includes("toolRequest") || types.includes("toolResponse");
}

function interpret(value: unknown, source: SourceLocation, draft: ItemSession, run: ImportRun): RowVerdict {
  const row = asObject(value);
  if (row && "working_dir" in row && !("role" in row)) {
    draft.title ??= asText(row.description);
    draft.project ??= asText(row.working_dir);
    reportTotals(row, source, run);
    return "interpreted";
  }
  const blocks = asArray(row?.content);
  if (!row || !blocks || (row.role !== "user" && row.role !== "assistant"))
    return { bad: "invalid-row", message: `Line ${source.line} is not a message of Goose. It was skipped.` };
  return message(row, blocks.map(partOf), source, draft);
}

/** Totals without the prefix `accumulated_` belong to the last request. The first versions had no others. */
function reportTotals(row: JsonObject, source: SourceLocation, run: ImportRun) {
  const isLastRequest = !("accumulated_input_tokens" in row) && !("accumulated_output_tokens" in row);
  const tokens = (side: string) => asCount(row[`${isLastRequest ? "" : "accumulated_"}${side}_tokens`]);
  const stated = statedTotals({ input: tokens("input"), output: tokens("output"), isLastRequest });
  if (stated !== null) run.report("usage-of-session-only", stated, source);
}

function message(row: JsonObject, parts: readonly PartDraft[], source: SourceLocation, draft: ItemSession): RowVerdict {
  const time = isoTime(row.created);
  // After a compaction, the messages it covers stay in the log, marked as invisible to the model.
  const isHidden = asObject(row.metadata)?.agentVisible === false;
  if (row.role === "assistant") {
    const answer = { id: asText(row.id), parts, model: null, usage: null, time, isHidden };
    return draft.answer(answer, source) ? "interpreted" : { kept: "assistant (empty)" };
  }
  const isTool = parts.length > 0 && parts.every((part) => part.type === "tool-result");
  const role = isTool ? "tool" : "user";
  const index = draft.say({ role, origin: isTool ? "tool" : "typed", parts, time, isHidden }, source);
  return index === null ? { kept: "user (empty)" } : "interpreted";
}
