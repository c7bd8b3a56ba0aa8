import { fail, ok } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { buildSession } from "../claude-code/build-session";
import { RowInterpreter } from "../claude-code/row-interpreter";
import { isDroidRow } from "../droid/droid-exec";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, TranscriptFile } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { MAIN } from "../session-draft";
import { OutputCounts } from "./output-counts";
import { isStreamRow, toSessionRow, unwrap } from "./stream-row";

/** Output of `claude -p --output-format stream-json`, messages of the Agent SDK, and wire logs of these. */
export const claudeCodeStream: Importer = {
  id: "claude-code-stream",
  title: "Claude Code stream",

  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(unwrap);
    const isStream = rows.some((row) => row !== null && isStreamRow(row)) && !rows.some(isDroidRow);
    return isStream ? "rows of stream-json with session_id" : null;
  },

  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const stream = new StreamInterpreter(run);
    const failure = await readSampleRows(file, sample, run, stream.interpret);
    return failure ? fail(failure) : ok([stream.build(file)]);
  },
};

class StreamInterpreter {
  private readonly rows: RowInterpreter;
  private readonly outputs: OutputCounts;
  private tools: readonly ToolDefinition[] = [];

  constructor(private readonly run: ImportRun) {
    this.rows = new RowInterpreter(run, new Set());
    this.outputs = new OutputCounts(this.rows.recorder.responses);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = unwrap(value);
    const type = asText(row?.type);
    if (!row || type === null) return { kept: Array.isArray(value) ? "array" : `untyped-${typeof value}` };
    if (type === "result") return this.result(row, source);
    if (type === "stream_event") return this.streamEvent(row);
    const sessionRow = toSessionRow(row);
    if (type === "system" && row.subtype === "init") return this.init(row, sessionRow);
    const call = asText(row.parent_tool_use_id);
    if (call !== null) this.rows.agents.link(call, call);
    return this.rows.interpret(sessionRow, source);
  };

  build(file: TranscriptFile): Session {
    this.outputs.finish();
    const { name, sha256, bytes } = file;
    const session = buildSession(this.rows, [{ name, sha256, bytes }], this.run);
    return { ...session, format: claudeCodeStream.id, tools: this.tools };
  }

  /** Reads the first row of a run; it names the tools but does not define them. */
  private init(row: JsonObject, sessionRow: JsonObject): RowVerdict {
    const names = (asArray(row.tools) ?? []).flatMap((tool) => asText(tool) ?? []);
    this.tools = names.map((name) => ({ name, schema: {} }));
    const version = asText(row.claude_code_version);
    if (version !== null) this.rows.facts.versions.add(version);
    this.rows.facts.project ??= asText(row.cwd);
    this.rows.facts.sessionId = asText(sessionRow.sessionId);
    return "interpreted";
  }

  private result(row: JsonObject, source: SourceLocation): RowVerdict {
    const sum = this.outputs.noteResult(asObject(row.usage), (response) => response.agent === MAIN);
    const message = `The log tells the output of this turn only as a sum, ${sum} tokens; per call it is unknown.`;
    this.noteWindows(asObject(row.modelUsage));
    if (sum !== null) this.run.report("output-only-as-sum", message, source);
    if (row.is_error !== true) return "interpreted";
    const failure = asText(row.result) ?? asText(row.subtype) ?? "The run failed.";
    this.rows.recorder.addEvent(MAIN, { type: "api-error", message: failure.slice(0, 500), source });
    return "interpreted";
  }

  /**
   * Notes the window of each model by its name, which here may ask for the extended window; the rows of the answers name the
   * model without that.
   */
  private noteWindows(usageOf: JsonObject | null) {
    const windows = new Map(
      Object.entries(usageOf ?? {}).flatMap(([model, usage]) => {
        const window = asCount(asObject(usage)?.contextWindow);
        return window ? [[model.replace(/\[\d+m\]$/i, ""), window] as const] : [];
      }),
    );
    for (const response of this.rows.recorder.responses) {
      const window = windows.get(response.model ?? "");
      if (window !== undefined) response.limits ??= { window };
    }
  }

  private streamEvent(row: JsonObject): RowVerdict {
    const event = asObject(row.event);
    this.outputs.noteStreamEvent(event);
    return { kept: `stream_event:${asText(event?.type) ?? "unknown"}` };
  }
}
