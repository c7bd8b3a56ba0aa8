import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import type { RowVerdict } from "../import-run";
import type { ItemSession, PartDraft } from "../item-session";
import { outputOf, textDrafts, textOutput, toolResultDraft, usageOf } from "../part-drafts";
import { MAIN, timeOf } from "../session-draft";
import { type Step, writeStep } from "../step";
import { type CliSummary, cliCall, isPlumbing, partsOf } from "./cli-context-reader";

/** How many user and model messages a compaction keeps, with the results after them (SimpleCompaction, 2026-07-16). */
const KEPT_MESSAGES = 2;

/** Reads the events of a session, record by record: `{ timestamp, message: { type, payload } }`. */
export class CliWireReader {
  private readonly steps = new Map<string, Step>();
  private window: number | null = null;
  private compactions = 0;

  /** `summary`: the summary of the compaction with that number. */
  constructor(
    private readonly draft: ItemSession,
    private readonly summary: (CliSummary & { readonly behind: number }) | null,
  ) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const message = asObject(row?.message);
    const type = asText(message?.type);
    if (row?.type === "metadata") return "interpreted";
    if (!row || type === null) return { bad: "invalid-row", message: `Line ${source.line} is not a record of a wire.` };
    const time = timeOf(row.timestamp);
    this.draft.noteTime(time);
    return this.read(type, asObject(message?.payload) ?? {}, MAIN, time, source) ? "interpreted" : { kept: type };
  };

  end() {
    for (const agent of [...this.steps.keys()]) this.endStep(agent);
  }

  private read(type: string, payload: JsonObject, agent: string, time: string | null, source: SourceLocation): boolean {
    switch (type) {
      case "TurnBegin":
      case "SteerInput":
        return this.prompt(payload.user_input, agent, time, source);
      case "StepBegin":
        this.endStep(agent);
        this.steps.set(agent, newStep(time, source));
        return true;
      case "TurnEnd":
      case "StepInterrupted":
        return this.stop(type, agent, time, source);
      case "StatusUpdate":
        return this.status(payload, agent, time);
      case "CompactionEnd":
        return this.compact(agent, time, source);
      case "SubagentEvent":
        return this.subAgent(payload, time, source);
      default:
        return this.content(type, payload, agent, time, source);
    }
  }

  private content(
    type: string,
    payload: JsonObject,
    agent: string,
    time: string | null,
    source: SourceLocation,
  ): boolean {
    const step = this.steps.get(agent);
    if (!step) return false;
    if (type === "ToolResult") {
      step.results.push({ part: resultOf(payload), time, source });
      return true;
    }
    const parts = type === "ContentPart" ? partsOf([payload]) : type === "ToolCall" ? [cliCall(payload)] : null;
    if (parts === null) return false;
    step.parts.push(...parts);
    step.endedAt = time;
    return true;
  }

  private prompt(input: unknown, agent: string, time: string | null, source: SourceLocation): boolean {
    this.endStep(agent);
    const parts = partsOf(input);
    const origin = agent === MAIN && !isPlumbing(parts) ? "typed" : "client";
    return this.draft.say({ role: "user", origin, parts, time, agent }, source) !== null;
  }

  private stop(type: string, agent: string, time: string | null, source: SourceLocation): boolean {
    this.endStep(agent);
    if (type === "StepInterrupted")
      this.draft.event({ type: "interruption", detail: type, ...(time && { time }) }, source, agent);
    return true;
  }

  /** A status record's usage belongs to the step. Its window is valid until another one is reported. */
  private status(payload: JsonObject, agent: string, time: string | null): boolean {
    if (agent === MAIN) this.window = asCount(payload.max_context_tokens) ?? this.window;
    const step = this.steps.get(agent);
    const usage = usageIn(asObject(payload.token_usage));
    if (!usage) return "max_context_tokens" in payload || "context_tokens" in payload;
    if (!step) return false;
    step.usage = usage;
    step.id ??= asText(payload.message_id);
    step.endedAt ??= time;
    return true;
  }

  private subAgent(payload: JsonObject, time: string | null, source: SourceLocation): boolean {
    const call = asText(payload.parent_tool_call_id) ?? asText(payload.task_tool_call_id);
    const id = asText(payload.agent_id) ?? call;
    const event = asObject(payload.event);
    const type = asText(event?.type);
    if (id === null || type === null) return false;
    const title = asText(payload.subagent_type);
    this.draft.addSubAgent(id, { ...(call !== null && { toolCallId: call }), ...(title !== null && { title }) });
    return this.read(type, asObject(event?.payload) ?? {}, id, time, source);
  }

  private compact(agent: string, time: string | null, source: SourceLocation): boolean {
    const step = this.steps.get(agent);
    if (step && step.parts.length > 0) this.endStep(agent);
    this.compactions += agent === MAIN ? 1 : 0;
    const { draft, summary } = this;
    const atMessage = draft.messages.length;
    if (agent === MAIN) this.repeatSystem();
    const isKnown = agent === MAIN && summary !== null && summary.behind === this.compactions;
    const said = { role: "user", origin: "summary", time, agent } as const;
    const summaryIndex = isKnown ? draft.say({ ...said, parts: summary.parts }, summary.source) : null;
    const keptFrom = this.keptFrom(agent);
    draft.compaction({ trigger: "unknown", time, atMessage, summaryIndex, keptFrom }, source, agent);
    return true;
  }

  /** After a compaction, the prompt still begins with the system prompt, so it is added again. */
  private repeatSystem() {
    const [first] = this.draft.messages;
    const [part] = first?.role === "system" ? first.parts : [];
    if (part?.type === "text" && part.source)
      this.draft.say({ role: "system", origin: "system", parts: textDrafts(part.text), time: null }, part.source);
  }

  private keptFrom(agent: string): number | null {
    let kept = 0;
    return this.draft.messages.findLastIndex((message) => {
      if (message.agent !== agent || message.origin === "summary") return false;
      if (message.role === "user" || message.role === "assistant") kept += 1;
      return kept === KEPT_MESSAGES;
    });
  }

  private endStep(agent: string) {
    const step = this.steps.get(agent);
    this.steps.delete(agent);
    const limits: ReportedLimits | null = agent === MAIN && this.window !== null ? { window: this.window } : null;
    if (!step) return;
    writeStep(this.draft, { ...step, limits }, { agent, model: null });
    // A sub-agent is finished once its call has a result.
    const ended = new Set(step.results.flatMap(({ part }) => (part.type === "tool-result" ? part.toolCallId : [])));
    for (const { id, toolCallId } of this.draft.agents) if (ended.has(toolCallId ?? "")) this.endStep(id);
  }
}

const newStep = (startedAt: string | null, source: SourceLocation): Step => ({
  source,
  startedAt,
  parts: [],
  results: [],
  endedAt: null,
  id: null,
  usage: null,
});

/** A message for the model precedes the output. Either may be empty. */
function resultOf(payload: JsonObject): PartDraft {
  const value = asObject(payload.return_value) ?? asObject(payload.result);
  const blocks = asArray(value?.output)
    ? partsOf(value?.output).flatMap(outputOf)
    : textOutput(asString(value?.output));
  const output = [...textOutput(asText(value?.message)), ...blocks];
  return toolResultDraft(asText(payload.tool_call_id) ?? "", output, value?.is_error === true);
}

/** The four counters are disjoint. */
const usageIn = (usage: JsonObject | null): Usage | null =>
  usageOf({
    uncachedInput: asCount(usage?.input_other),
    cacheWriteUnsplit: asCount(usage?.input_cache_creation),
    cacheRead: asCount(usage?.input_cache_read),
    output: asCount(usage?.output),
  });
