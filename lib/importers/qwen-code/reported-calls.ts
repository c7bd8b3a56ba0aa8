import type { SourceLocation } from "../../conversation/part";
import { asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { readGeminiUsage } from "../gemini-usage";
import { MAIN, messageIdOf, partIdOf, type SessionDraft } from "../session-draft";
import type { QwenAgents } from "./agents";

type Call = {
  readonly usage: Usage | null;
  readonly model: string | null;
  readonly title: string | null;
  readonly time: string | null;
  readonly source: SourceLocation;
};

/**
 * The calls in the main file's telemetry, for the main agent and its sub-agents. The row of an answer follows its
 * report. A report without such a row is a call whose answer is in no file (a compression's, or that of a sub-agent
 * without its own file).
 */
export class ReportedCalls {
  private open: Call | null = null;
  /** Usage of the newest answer without a report before it. */
  private unreported: Usage | null = null;
  private readonly ofAgents = new Map<string, Call[]>();

  constructor(private readonly draft: SessionDraft) {}

  note(event: JsonObject, time: string | null, source: SourceLocation) {
    const agent = asText(event.subagent_id);
    const usage = readGeminiUsage(countsOf(event));
    const call = { usage, model: asText(event.model), title: asText(event.subagent_task_name), time, source };
    if (agent !== null) this.ofAgents.set(agent, [...(this.ofAgents.get(agent) ?? []), call]);
    else if (this.unreported !== null && isSame(this.unreported, usage)) this.unreported = null;
    else {
      this.settle(MAIN);
      this.open = call;
    }
  }

  /** Takes the reported usage for the current answer; null if there is none. */
  take(agent: string, logged: Usage | null): Usage | null {
    if (agent !== MAIN) return null;
    const { open } = this;
    this.open = null;
    this.unreported = open === null ? logged : null;
    return logged === null ? (open?.usage ?? null) : null;
  }

  /** Another prompt follows, so the last reported call has no answer in the log. */
  settle(agent: string) {
    if (agent !== MAIN || this.open === null) return;
    this.addUnlogged(this.open, MAIN);
    this.open = null;
  }

  /** The report at the end of a file may be waiting for its answer, so it is not counted. */
  finish(agents: QwenAgents) {
    for (const [id, calls] of this.ofAgents) {
      agents.add(id, calls[0]?.title ?? null);
      const answers = this.draft.responses.filter(({ agent }) => agent === id);
      for (const [at, answer] of answers.entries()) answer.model ??= calls[at]?.model ?? null;
      if (answers.length === 0) for (const call of calls) this.addUnlogged(call, id);
    }
  }

  private addUnlogged({ usage, model, time, source }: Call, agent: string) {
    const value = { type: "not_in_the_log" };
    const parts = [{ id: partIdOf(source, "unlogged"), type: "opaque", value, source } as const];
    const id = `${messageIdOf(source)}.response`;
    this.draft.addResponse({ id, model, time, parts, usage, agent, isHidden: true }, source);
  }
}

const isSame = (a: Usage, b: Usage | null) =>
  b !== null && a.uncachedInput === b.uncachedInput && a.cacheRead === b.cacheRead && a.output === b.output;

/** Renames the telemetry's counters to the API's names. */
const countsOf = (event: JsonObject): JsonObject => ({
  promptTokenCount: event.input_token_count,
  candidatesTokenCount: event.output_token_count,
  cachedContentTokenCount: event.cached_content_token_count,
  thoughtsTokenCount: event.thoughts_token_count,
  toolUsePromptTokenCount: event.tool_token_count,
  totalTokenCount: event.total_token_count,
});
