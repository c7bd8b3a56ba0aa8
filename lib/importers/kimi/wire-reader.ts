import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { RowVerdict } from "../import-run";
import type { ItemSession, PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import { opaqueDraft, outputOf, textDrafts, textOutput, toolCallDraft, toolResultDraft, usageOf } from "../part-drafts";
import { MAIN, timeOf } from "../session-draft";
import { type Step, writeStep } from "../step";

/**
 * Where an agent's prompts begin, which are the places that an undo can return to. Messages that the client added for
 * one prompt are undone with it. Source: MoonshotAI/kimi-code, contextMemory/contextOps.ts and conversationTime.ts
 * (2026-08-22).
 */
class TurnStarts {
  private starts: number[] = [];
  /** Messages injected right before the current place, each with the prompt it belongs to. */
  private injected: { readonly at: number; readonly owner: string }[] = [];

  /** `index`: the index of the message in the session. */
  note(message: JsonObject, index: number) {
    const origin = asObject(message.origin);
    const owner = origin?.kind === "injection" ? asText(origin.ownerPromptId) : null;
    if (owner !== null) this.injected.push({ at: index, owner });
    if (origin?.kind === "injection") return;
    if (isPrompt(message, origin)) this.starts.push(this.firstOf(asText(message.id)) ?? index);
    this.injected = [];
  }

  /** Index of the first undone message; null if there are fewer prompts, in which case the client keeps all of them. */
  undo(count: number): number | null {
    const start = count > 0 ? this.starts.at(-count) : undefined;
    if (start === undefined) return null;
    this.starts.splice(-count);
    this.injected = [];
    return start;
  }

  /** Forgets all prompts, because an undo cannot go back beyond a summary. Returns where the history restarts: 0. */
  clear(): number {
    this.starts = [];
    this.injected = [];
    return 0;
  }

  private firstOf(prompt: string | null): number | undefined {
    return prompt === null ? undefined : this.injected.find(({ owner }) => owner === prompt)?.at;
  }
}

function isPrompt(message: JsonObject, origin: JsonObject | null): boolean {
  if (message.role !== "user") return false;
  if (origin === null || origin.kind === "user") return true;
  const isCommand = origin.kind === "skill_activation" || origin.kind === "plugin_command";
  return isCommand && origin.trigger === "user-slash";
}

/** Reads the records of one agent: `turn.prompt`, `context.*`, `llm.*` and `usage.*` after a `metadata` row. */
export class WireReader {
  private readonly turns = new TurnStarts();
  /** Place of the current system prompt; null before there is one. */
  private systemAt: number | null = null;
  private step: Step | null = null;
  private model: string | null = null;
  private systemPrompt: string | null = null;
  /** Usage of the call that writes a compaction's summary; null outside a compaction. */
  private compaction: { trigger: "auto" | "manual"; usage: Usage | null } | null = null;

  constructor(
    private readonly draft: ItemSession,
    private readonly agent: string,
  ) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null)
      return { bad: "invalid-row", message: `Line ${source.line} is not a record with a type.` };
    const time = timeOf(row.time) ?? timeOf(row.created_at);
    this.draft.noteTime(time);
    return this.read(type, row, time, source) ? "interpreted" : { kept: type };
  };

  /** Adds the current call with the usage from its record; null if there was none. */
  endStep(usage: Usage | null = null): void {
    const { step, agent, model } = this;
    this.step = null;
    if (step) writeStep(this.draft, { ...step, usage }, { agent, model });
  }

  /** False if the record is only kept. */
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
        this.draft.event({ type: "interruption", detail: "turn.cancel", ...(time && { time }) }, source, this.agent);
        return true;
      case "context.undo":
        return this.undo(asCount(row.count), time, source);
      case "context.clear":
        return this.rewind("cleared", this.turns.clear(), time, source);
      case "full_compaction.begin":
        this.endStep();
        this.compaction = { trigger: row.source === "manual" ? "manual" : "auto", usage: null };
        return true;
      case "full_compaction.cancel":
        this.compaction = null;
        return true;
      case "context.apply_compaction":
        return this.compact(row, time, source);
      default:
        return false;
    }
  }

  private configure(row: JsonObject, source: SourceLocation): boolean {
    if (this.agent === MAIN) this.draft.project ??= asText(row.cwd) ?? asText(asObject(row.environmentDisclosure)?.cwd);
    const prompt = asText(row.systemPrompt);
    if (prompt !== null && prompt !== this.systemPrompt) this.saySystem(prompt, source);
    return true;
  }

  private saySystem(prompt: string, source: SourceLocation): void {
    const { agent } = this;
    this.systemPrompt = prompt;
    this.systemAt = this.draft.say(
      { role: "system", origin: "system", parts: textDrafts(prompt), time: null, agent },
      source,
    );
  }

  /** Undoes the last prompts. The messages since then are an abandoned branch. */
  private undo(count: number | null, time: string | null, source: SourceLocation): boolean {
    const keptUntil = count === null ? null : this.turns.undo(count);
    return keptUntil !== null && this.rewind(`back by ${count} prompts`, keptUntil, time, source);
  }

  /** Rewinds the history. The system prompt is not part of it and stays. */
  private rewind(detail: string, keptUntil: number, time: string | null, source: SourceLocation): boolean {
    this.endStep();
    this.draft.event({ type: "rewind", detail, keptUntil, ...(time && { time }) }, source, this.agent);
    const { systemAt, systemPrompt } = this;
    if (systemAt !== null && systemAt >= keptUntil && systemPrompt !== null) this.saySystem(systemPrompt, source);
    return true;
  }

  private defineTools({ tools }: JsonObject): boolean {
    const defined = asArray(tools);
    if (!defined || this.agent !== MAIN) return false;
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
    const isTyped = asObject(message.origin)?.kind === "user" && this.agent === MAIN;
    const origin = role === "system" ? "system" : isTyped ? "typed" : "client";
    const parts = looseContent(message.content);
    const index = this.draft.say({ role, origin, parts, time, agent: this.agent }, source);
    if (index !== null) this.turns.note(message, index);
    return index !== null;
  }

  private loopEvent(event: JsonObject | null, time: string | null, source: SourceLocation): boolean {
    if (event?.type === "step.begin") {
      this.endStep();
      const id = asText(event.uuid);
      this.step = { source, startedAt: time, parts: [], results: [], endedAt: null, id, usage: null };
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

  /** The client keeps the user's last messages in front of the summary. The log does not show which ones. */
  private compact(row: JsonObject, time: string | null, source: SourceLocation): boolean {
    const { trigger, usage } = this.compaction ?? { trigger: "unknown" as const, usage: null };
    this.compaction = null;
    const parts = textDrafts(asText(row.contextSummary) ?? asText(row.summary));
    const atMessage = this.draft.messages.length;
    if (this.systemPrompt !== null) this.saySystem(this.systemPrompt, source);
    const summaryIndex = this.draft.messages.length;
    this.turns.clear();
    const answer = { parts, model: this.model, usage, time, origin: "summary" as const, agent: this.agent };
    const isSaid = this.draft.answer(answer, source) !== null;
    const tokensBefore = asCount(row.tokensBefore);
    this.draft.compaction(
      { trigger, time, tokensBefore, atMessage, summaryIndex: isSaid ? summaryIndex : null },
      source,
      this.agent,
    );
    return true;
  }
}

/** The content of a part: text, or reasoning, for which Kimi has a separate type. */
export function contentOf(part: JsonObject | null): PartDraft {
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
  return usageOf({
    uncachedInput: asCount(usage?.inputOther),
    cacheWriteUnsplit: asCount(usage?.inputCacheCreation),
    cacheRead: asCount(usage?.inputCacheRead),
    output: asCount(usage?.output),
  });
}
