import { fail } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import { promptTokens, type Usage } from "../transcript/usage";
import { finishAll } from "./envelopes";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { looseContent } from "./loose-content";
import { readResponsesUsage } from "./openai-usage";
import { outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "./part-drafts";
import { lineOf } from "./place-of";
import { readSampleRows, rowsOf } from "./sample-rows";

/**
 * `codex exec --json`: events of threads, turns and items. It contains neither the prompt nor the model nor times. It
 * has usage only as the thread's running total, so a call has usage only if it was the only one of its turn. Source:
 * openai/codex, `codex-rs/exec/src/exec_events.rs` (2026-03); issue 17539 on the totals.
 */
export const codexExec: Importer = {
  id: "codex-exec",
  title: "Codex exec --json",
  limitations: [
    "codex exec --json prints no prompt, no model and no times, and usage per turn only: if a turn made several calls, the usage of each is unknown.",
  ],
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    return rows.some(isThreadEvent) ? "events thread.started and item.completed" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new ExecReader(run);
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : finishAll([reader.finish()], file, run);
  },
};

const isThreadEvent = (row: JsonObject | null) =>
  row?.type === "thread.started" ? asText(row.thread_id) !== null : row?.type === "item.completed" && "item" in row;

class ExecReader {
  private readonly draft = new ItemSession("codex-exec", "Codex");
  /** Content since the last tool call, which belongs to the answer that makes the next call. */
  private said: PartDraft[] = [];
  private place: SourceLocation | null = null;
  private readonly running = new Map<string, { readonly item: JsonObject; readonly source: SourceLocation }>();
  private total: Usage | null = null;
  private turnStart = 0;

  constructor(private readonly run: ImportRun) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const event = asObject(value);
    const type = asText(event?.type);
    if (!event || type === null) return { bad: "invalid-row", message: `Line ${source.line} is not an event.` };
    switch (type) {
      case "thread.started":
        this.draft.logId ||= asText(event.thread_id) ?? "";
        return "interpreted";
      case "turn.started":
        this.turnStart = this.draft.responses.length;
        return "interpreted";
      case "turn.completed":
        return this.turnEnd(event, source);
      case "turn.failed":
      case "error":
        return this.failed(asText(asObject(event.error)?.message) ?? asText(event.message), source);
      case "item.started":
      case "item.completed":
        return this.item(asObject(event.item) ?? {}, type === "item.completed", source);
      default:
        return { kept: type };
    }
  };

  finish(): ItemSession {
    this.endAnswers();
    return this.draft;
  }

  private item(item: JsonObject, isDone: boolean, source: SourceLocation): RowVerdict {
    const kind = asText(item.type) ?? asText(item.item_type) ?? "unknown";
    const isTool = callOf(item) !== null;
    const id = asText(item.id) ?? "";
    if (!isDone && isTool) this.running.set(id, { item, source });
    if (!isDone) return { kept: `item.started:${kind}` };
    this.running.delete(id);
    if (kind === "reasoning") return this.say({ type: "reasoning", text: asString(item.text) ?? "" }, source);
    if (kind === "agent_message" || kind === "assistant_message") return this.message(asText(item.text), source);
    if (!isTool) return { kept: `item:${kind}` };
    this.call(item, source);
    const parts = [toolResultDraft(callId(source), outputIn(item), hasFailed(item))];
    this.draft.say({ role: "tool", origin: "tool", parts, time: null }, source);
    return "interpreted";
  }

  private message(text: string | null, source: SourceLocation): RowVerdict {
    if (this.said.some((part) => part.type === "text")) this.flush();
    for (const part of textDrafts(text)) this.say(part, source);
    return "interpreted";
  }

  private say(part: PartDraft, source: SourceLocation): RowVerdict {
    this.said.push(part);
    this.place ??= source;
    return "interpreted";
  }

  private call(item: JsonObject, source: SourceLocation) {
    const { name, input } = callOf(item) ?? { name: "tool", input: {} };
    this.say(toolCallDraft(callId(source), name, input), source);
    this.flush();
  }

  /** A tool that was still running at the end of its turn still counts as called. */
  private endAnswers() {
    for (const { item, source } of this.running.values()) this.call(item, source);
    this.running.clear();
    this.flush();
  }

  private flush() {
    if (this.place) this.draft.answer({ parts: this.said, model: null, usage: null, time: null }, this.place);
    this.said = [];
    this.place = null;
  }

  private turnEnd(event: JsonObject, source: SourceLocation): RowVerdict {
    this.endAnswers();
    const usage = since(this.total, readResponsesUsage(event.usage));
    this.total = readResponsesUsage(event.usage) ?? this.total;
    const [only, another] = this.draft.responses.slice(this.turnStart);
    if (!usage || !only) return "interpreted";
    if (!another && this.draft.messages.length === only.messageIndex + 1) only.usage = usage;
    else this.run.report("usage-only-as-sum", sumText(usage), source);
    return "interpreted";
  }

  private failed(message: string | null, source: SourceLocation): RowVerdict {
    this.endAnswers();
    this.draft.event({ type: "api-error", message: (message ?? "The turn failed.").slice(0, 500) }, source);
    return "interpreted";
  }
}

/** An id made from the line, because item ids restart with every run and a log can contain several runs. */
const callId = (source: SourceLocation) => `item-${lineOf(source)}`;

function callOf(item: JsonObject): { readonly name: string; readonly input: unknown } | null {
  switch (item.type ?? item.item_type) {
    case "command_execution":
      return { name: "shell", input: { command: item.command } };
    case "file_change":
      return { name: "apply_patch", input: { changes: item.changes } };
    case "mcp_tool_call":
      return { name: `mcp__${asText(item.server)}__${asText(item.tool)}`, input: item.arguments };
    case "collab_tool_call":
      return { name: asText(item.tool) ?? "collab", input: { prompt: item.prompt } };
    case "web_search":
      return { name: "web_search", input: { query: item.query } };
    default:
      return null;
  }
}

function outputIn(item: JsonObject) {
  const error = asText(asObject(item.error)?.message);
  const content = asArray(asObject(item.result)?.content);
  if (content) return looseContent(content).flatMap(outputOf);
  return textOutput(error ?? asText(item.aggregated_output));
}

/** Commands interrupted at the end of the turn have the status `completed` without an exit code (openai/codex, issue 14691). */
const hasFailed = ({ status, exit_code }: JsonObject) =>
  status === "failed" || status === "declined" || (typeof exit_code === "number" && exit_code !== 0);

/** The usage since `before`, because the counters are cumulative over the turns of a thread. */
function since(before: Usage | null, total: Usage | null): Usage | null {
  if (!before || !total) return total;
  const keys = Object.keys(total) as (keyof Usage)[];
  const rest = keys.map((key) => [key, total[key] === null ? null : total[key] - (before[key] ?? 0)] as const);
  const isReset = rest.some(([, value]) => value !== null && value < 0);
  return isReset ? total : (Object.fromEntries(rest) as Usage);
}

const sumText = (usage: Usage) =>
  `The log tells the usage of this turn only as a sum, ${promptTokens(usage)} tokens in (${usage.cacheRead ?? "?"} of them cached) and ${usage.output} out; per call it is unknown.`;
