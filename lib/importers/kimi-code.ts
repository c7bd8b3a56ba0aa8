import { fail, ok } from "../conversation/errors";
import type { ToolDefinition } from "../conversation/message";
import type { JsonValue, SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import { UNKNOWN_USAGE, type Usage } from "../transcript/usage";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { looseContent } from "./loose-content";
import { opaqueDraft, outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft } from "./part-drafts";
import { readSampleRows, rowsOf } from "./sample-rows";
import { timeOf } from "./session-draft";

/**
 * Kimi Code: `~/.kimi-code/sessions/<folder>/<id>/agents/<agent>/wire.jsonl`, one record a line behind a `metadata` row.
 * A prompt stands twice, as it was typed (`turn.prompt`) and as it was sent (`context.append_message`), and so does the
 * usage of a call (`step.end`, `usage.record`): the second of each counts. Source: MoonshotAI/kimi-code, protocol 1.5
 * (read 2026-08).
 */
export const kimiCode: Importer = {
  id: "kimi-code",
  title: "Kimi Code",
  detect(sample) {
    const rows = rowsOf(sample).slice(0, 20).map(asObject);
    const isOwn = rows.some((row) => row?.type === "metadata" && asText(row.protocol_version) !== null);
    return isOwn ? "a metadata row with protocol_version" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new WireReader();
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    if (failure) return fail(failure);
    reader.endStep();
    return ok([reader.draft.finish([file], run)]);
  },
};

/** The call that is under way: what the model says arrives in pieces, with the results of its tools between them. */
type Step = {
  readonly source: SourceLocation;
  readonly startedAt: string | null;
  readonly parts: PartDraft[];
  readonly results: { readonly part: PartDraft; readonly time: string | null; readonly source: SourceLocation }[];
  endedAt: string | null;
  id: string | null;
};

class WireReader {
  readonly draft = new ItemSession("kimi-code", "Kimi Code");
  private step: Step | null = null;
  private model: string | null = null;
  private systemPrompt: string | null = null;
  /** Usage of the call that writes the summary of a compaction; null outside of one. */
  private compaction: { trigger: "auto" | "manual"; usage: Usage | null } | null = null;

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null)
      return { bad: "invalid-row", message: `Line ${source.line} is not a record with a type.` };
    const time = timeOf(row.time) ?? timeOf(row.created_at);
    this.draft.noteTime(time);
    return this.read(type, row, time, source) ? "interpreted" : { kept: type };
  };

  /** Writes the call that is under way, with the usage that its record told; null where there was no record. */
  endStep(usage: Usage | null = null): void {
    const { step } = this;
    this.step = null;
    if (!step) return;
    const { parts, results, source, startedAt, endedAt, id } = step;
    this.draft.answer({ parts, model: this.model, usage, time: endedAt, startedAt, id }, source);
    for (const result of results)
      this.draft.say({ role: "tool", origin: "tool", parts: [result.part], time: result.time }, result.source);
  }

  /** False when the record is only kept. */
  private read(type: string, row: JsonObject, time: string | null, source: SourceLocation): boolean {
    switch (type) {
      case "metadata":
        return true;
      case "config.update":
      case "profile.bind":
        return this.configure(row, source);
      case "llm.tools_snapshot":
        return this.defineTools(row);
      case "llm.request":
        this.model = asText(row.model) ?? this.model;
        return true;
      case "context.append_message":
        return this.say(asObject(row.message), time, source);
      case "context.append_loop_event":
        return this.loopEvent(asObject(row.event), time, source);
      case "usage.record":
        return this.record(row);
      case "turn.cancel":
        this.draft.event({ type: "interruption", detail: "turn.cancel", ...(time && { time }) }, source);
        return true;
      case "full_compaction.begin":
        this.endStep();
        this.compaction = { trigger: row.source === "manual" ? "manual" : "auto", usage: null };
        return true;
      case "context.apply_compaction":
        return this.compact(row, time, source);
      default:
        return false;
    }
  }

  private configure(row: JsonObject, source: SourceLocation): boolean {
    this.draft.project ??= asText(row.cwd) ?? asText(asObject(row.environmentDisclosure)?.cwd);
    const prompt = asText(row.systemPrompt);
    if (prompt !== null && prompt !== this.systemPrompt) this.saySystem(prompt, source);
    return true;
  }

  private saySystem(prompt: string, source: SourceLocation): void {
    this.systemPrompt = prompt;
    this.draft.say({ role: "system", origin: "system", parts: textDrafts(prompt), time: null }, source);
  }

  private defineTools({ tools }: JsonObject): boolean {
    const defined = asArray(tools);
    if (!defined) return false;
    this.draft.tools = defined.flatMap((value): ToolDefinition[] => {
      const tool = asObject(value);
      const name = asText(tool?.name);
      if (!tool || name === null) return [];
      const description = asText(tool.description);
      return [{ name, ...(description && { description }), schema: (tool.parameters ?? {}) as JsonValue }];
    });
    return true;
  }

  private say(message: JsonObject | null, time: string | null, source: SourceLocation): boolean {
    const role = asText(message?.role);
    if (!message || (role !== "user" && role !== "system")) return false;
    this.endStep();
    const origin = asObject(message.origin)?.kind === "user" ? "typed" : "client";
    const parts = looseContent(message.content);
    return this.draft.say({ role, origin: role === "system" ? "system" : origin, parts, time }, source) !== null;
  }

  private loopEvent(event: JsonObject | null, time: string | null, source: SourceLocation): boolean {
    if (event?.type === "step.begin") {
      this.endStep();
      const id = asText(event.uuid);
      this.step = { source, startedAt: time, parts: [], results: [], endedAt: null, id };
      return true;
    }
    if (!event || !this.step) return false;
    this.step.endedAt = event.type === "tool.result" ? this.step.endedAt : time;
    switch (event.type) {
      case "content.part":
        this.step.parts.push(contentOf(asObject(event.part)));
        return true;
      case "tool.call":
        this.step.parts.push(toolCallDraft(asText(event.toolCallId) ?? "", asText(event.name) ?? "", event.args));
        return true;
      case "tool.result":
        this.step.results.push({ part: resultOf(event), time, source });
        return true;
      default:
        return event.type === "step.end";
    }
  }

  private record(row: JsonObject): boolean {
    const usage = readUsage(row.usage);
    if (this.compaction) this.compaction.usage = usage;
    else if (this.step) this.endStep(usage);
    else return false;
    return true;
  }

  /** The client keeps what the user typed last in front of the summary; which messages these are, the log does not say. */
  private compact(row: JsonObject, time: string | null, source: SourceLocation): boolean {
    const { trigger, usage } = this.compaction ?? { trigger: "unknown" as const, usage: null };
    this.compaction = null;
    const parts = textDrafts(asText(row.contextSummary) ?? asText(row.summary));
    const atMessage = this.draft.messages.length;
    if (this.systemPrompt !== null) this.saySystem(this.systemPrompt, source);
    const summaryIndex = this.draft.messages.length;
    const answer = { parts, model: this.model, usage, time, origin: "summary" as const };
    const isSaid = this.draft.answer(answer, source) !== null;
    const tokensBefore = asCount(row.tokensBefore);
    this.draft.compaction(
      { trigger, time, tokensBefore, atMessage, summaryIndex: isSaid ? summaryIndex : null },
      source,
    );
    return true;
  }
}

function contentOf(part: JsonObject | null): PartDraft {
  const [text, thought] = [asString(part?.text), asString(part?.think)];
  if (part?.type === "think" && thought !== null) {
    const signature = asText(part.encrypted);
    return { type: "reasoning", text: thought, ...(signature && { signature }) };
  }
  return part?.type === "text" && text !== null ? { type: "text", text } : opaqueDraft(part);
}

function resultOf(event: JsonObject): PartDraft {
  const result = asObject(event.result);
  const text = asString(result?.output);
  const output = text === null ? looseContent(result?.output).flatMap(outputOf) : textOutput(text);
  return toolResultDraft(asText(event.toolCallId) ?? "", output, result?.isError === true);
}

/** The four counters are disjoint. */
function readUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  if (!usage) return null;
  return {
    ...UNKNOWN_USAGE,
    uncachedInput: asCount(usage.inputOther),
    cacheWriteUnsplit: asCount(usage.inputCacheCreation),
    cacheRead: asCount(usage.inputCacheRead),
    output: asCount(usage.output),
  };
}
