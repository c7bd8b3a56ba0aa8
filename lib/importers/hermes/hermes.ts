import { fail, ok, type Result } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { parseEnvelopes } from "../envelopes";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile } from "../importer";
import { ItemSession } from "../item-session";
import { textDrafts } from "../part-drafts";
import { readSampleRows, rowsOf } from "../sample-rows";
import { timeOf } from "../session-draft";
import { hermesTables, parseHermesStore } from "./hermes-store";
import { sayMessage } from "./message";

/**
 * Hermes Agent: its database `~/.hermes/state.db`, and the files in `~/.hermes/sessions`: `session_<id>.json`, or rows after
 * one with the role `session_meta`. Source: NousResearch/hermes-agent, hermes_state.py (schema 30, read 2026-08).
 */
export const hermes: Importer = {
  id: "hermes",
  title: "Hermes Agent",
  limitations: [
    "Hermes states tokens for a whole session only (its JSON files not even that), so no request has usage and all its counts are estimated.",
  ],
  unchecked: "its database (its files were compared with a made-up one)",
  detect(sample) {
    if (sample.shape === "store") return hermesTables(sample.store);
    const first = asObject(rowsOf(sample)[0]);
    if (first?.role === "session_meta") return "messages behind a row of the role session_meta";
    return isSession(first) ? "session_id, platform and session_start with messages" : null;
  },
  async parse(files, sample, run) {
    if (sample.shape === "store") return parseHermesStore(files, sample, run);
    if (asObject(rowsOf(sample)[0])?.role === "session_meta") return parseRows(files, sample, run);
    return parseEnvelopes(files, sample, run, (object, envelope) => {
      if (!isSession(object)) return null;
      const draft = new ItemSession("hermes", "Hermes Agent");
      draft.logId = asText(object.session_id) ?? "";
      draft.isSnapshot = true;
      draft.project = asText(asObject(object.model_config)?.cwd);
      const model = describe(draft, object);
      draft.noteTime(timeOf(object.session_start));
      draft.noteTime(timeOf(object.last_updated));
      envelope.read(asArray(object.messages) ?? [], (value, source) => {
        if (draft.messages.length === 0) saySystem(draft, object, source);
        return readMessage(draft, value, model, source);
      });
      return draft;
    });
  },
};

const isSession = (value: JsonObject | null): value is JsonObject =>
  asText(value?.session_id) !== null &&
  asText(value?.platform) !== null &&
  asText(value?.session_start) !== null &&
  asArray(value?.messages) !== null;

async function parseRows(
  files: readonly TranscriptFile[],
  sample: Sample,
  run: ImportRun,
): Promise<Result<readonly Session[], ImportFailure>> {
  const [file] = files;
  if (!file) throw new Error("an import has at least one file");
  const draft = new ItemSession("hermes", "Hermes Agent");
  let model: string | null = null;
  const failure = await readSampleRows(file, sample, run, (value, source) => {
    const row = asObject(value);
    if (row?.role !== "session_meta") return readMessage(draft, value, model, source);
    model = describe(draft, row) ?? model;
    draft.noteTime(timeOf(row.timestamp));
    return "interpreted";
  });
  return failure ? fail(failure) : ok([draft.finish([file], run)]);
}

function readMessage(draft: ItemSession, value: unknown, model: string | null, source: SourceLocation): RowVerdict {
  const message = asObject(value);
  if (message) return sayMessage(draft, message, { model, agent: null, source });
  return { bad: "invalid-row", message: `Item ${source.line} is not a message of Hermes.` };
}

/** Notes the tools; returns the model. */
function describe(draft: ItemSession, { tools, model }: JsonObject): string | null {
  const defined = (asArray(tools) ?? []).flatMap((value) => listOf(toolOf(asObject(value))));
  if (defined.length > 0) draft.tools = defined;
  return asText(model);
}

function saySystem(draft: ItemSession, { system_prompt }: JsonObject, source: SourceLocation): void {
  draft.say({ role: "system", origin: "system", parts: textDrafts(asText(system_prompt)), time: null }, source);
}

function toolOf(tool: JsonObject | null): ToolDefinition | null {
  const called = asObject(tool?.function);
  const name = asText(called?.name) ?? asText(tool?.name);
  if (!tool || name === null) return null;
  const description = asText(called?.description) ?? asText(tool.description);
  const schema = (called?.parameters ?? tool.input_schema ?? tool.parameters ?? {}) as JsonValue;
  return { name, ...(description !== null && { description }), schema };
}
