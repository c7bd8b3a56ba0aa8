import { fail, ok } from "../../conversation/errors";
import type { ToolDefinition } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Session } from "../../transcript/session";
import { sumKnown } from "../../transcript/usage";
import { buildSession } from "../claude-code/build-session";
import { RowInterpreter } from "../claude-code/row-interpreter";
import { isDroidRow } from "../droid/droid-exec";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, TranscriptFile } from "../importer";
import { readSampleRows, rowsOf } from "../sample-rows";
import { type DraftResponse, MAIN } from "../session-draft";

/**
 * Tracks output counts. Rows of this stream have the usage from the start of an answer. The input is then final, but
 * the output covers only the first few tokens. The final output is at the end of the answer (`message_delta`, if
 * partial messages are enabled) or in the `result` of the turn. Without either, it is unknown.
 */
class OutputCounts {
  private from = 0;
  /** Output at the end of an answer, by message id. The last id is the one whose stream is open. */
  private readonly ended = new Map<string, number>();
  private streaming: string | null = null;

  constructor(private readonly responses: readonly DraftResponse[]) {}

  noteStreamEvent(event: JsonObject | null) {
    if (event?.type === "message_start") this.streaming = asText(asObject(event.message)?.id);
    const output = asCount(asObject(event?.usage)?.output_tokens);
    if (event?.type === "message_delta" && this.streaming !== null && output !== null)
      this.ended.set(this.streaming, output);
  }

  /**
   * Handles the end of a turn, whose `usage` sums all its calls. Returns the output that cannot be divided among the
   * calls, if any.
   */
  noteResult(usage: JsonObject | null, isMain: (response: DraftResponse) => boolean): number | null {
    const turn = this.responses.slice(this.from);
    this.from = this.responses.length;
    this.takeEnds(turn);
    const total = asCount(usage?.output_tokens);
    const main = turn.filter(isMain);
    const isConfirmed = total !== null && [turn, main].some((calls) => sumOf(calls) === total);
    if (isConfirmed) return null;
    const open = main.filter(({ id }) => !this.ended.has(id));
    const known = sumOf(main.filter(({ id }) => this.ended.has(id)));
    for (const response of turn) if (!this.ended.has(response.id)) setOutput(response, null);
    const [only, another] = open;
    if (!only || total === null || total < known) return null;
    if (another || turn.length > main.length) return total;
    setOutput(only, total - known);
    return null;
  }

  /** Handles a file that ends before its result. */
  finish() {
    const rest = this.responses.slice(this.from);
    this.takeEnds(rest);
    for (const response of rest) if (!this.ended.has(response.id)) setOutput(response, null);
  }

  private takeEnds(responses: readonly DraftResponse[]) {
    for (const response of responses) {
      const output = this.ended.get(response.id);
      if (output !== undefined) setOutput(response, output);
    }
  }
}

const sumOf = (responses: readonly DraftResponse[]) =>
  sumKnown(responses.map(({ usage }) => usage?.output ?? null)) ?? 0;

function setOutput(response: DraftResponse, output: number | null) {
  if (response.usage) response.usage = { ...response.usage, output };
}

/** The output of `claude -p --output-format stream-json`, messages of the Agent SDK, and wire logs of either. */
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

  /** Reads the first row of a run, which lists the tools but does not define them. */
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
   * Records the window of each model by its name. Here the name may have the suffix for the extended window, which
   * answer rows omit.
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

/**
 * Renames the fields of a row of `claude -p --output-format stream-json` (and of SDK wire logs, which wrap it as `{
 * direction, message }`) to those of a Claude Code session log, so that one interpreter handles both.
 */
function toSessionRow(row: JsonObject): JsonObject {
  const call = asText(row.parent_tool_use_id);
  const metadata = asObject(row.compact_metadata);
  return {
    ...row,
    sessionId: row.session_id,
    parentUuid: null,
    ...(call !== null && { isSidechain: true, agentId: call }),
    ...(row.isSynthetic === true && { isMeta: true }),
    ...("tool_use_result" in row && { toolUseResult: row.tool_use_result }),
    ...(metadata && { compactMetadata: { trigger: metadata.trigger, preTokens: metadata.pre_tokens } }),
  };
}

/** The row without a wire log's wrapper; null if the value is not a row. */
function unwrap(value: unknown): JsonObject | null {
  const row = asObject(value);
  const wrapped = typeof row?.direction === "string" ? asObject(row.message) : null;
  return wrapped ? { timestamp: row?.timestamp, ...wrapped } : row;
}

/** True for rows that only this stream has. The stream spells the field names of Claude Code's logs differently. */
function isStreamRow(row: JsonObject): boolean {
  if (asText(row.session_id) === null) return false;
  if (row.type === "system") return row.subtype === "init" && Array.isArray(row.tools);
  if (row.type === "result") return "num_turns" in row && asCount(row.duration_ms) !== null;
  return (
    (row.type === "assistant" || row.type === "user") && "parent_tool_use_id" in row && asObject(row.message) !== null
  );
}
