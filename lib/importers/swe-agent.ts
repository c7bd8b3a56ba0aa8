import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { Origin } from "../transcript/session";
import { readChatMessage } from "./chat-message";
import { firstOf, parseEnvelopes } from "./envelopes";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { ItemSession, type PartDraft } from "./item-session";
import { parsedObject } from "./part-drafts";

/**
 * SWE-agent trajectories (`.traj`). `history` is the conversation; `trajectory` repeats it step by step, so it is only
 * kept. Usage is logged as totals of the run (`info.model_stats`), so no response has any. Source: SWE-agent
 * documentation, "Output files" (1.1).
 */
export const sweAgent: Importer = {
  id: "swe-agent",
  title: "SWE-agent",
  limitations: [
    "SWE-agent counts tokens only per session: no answer has usage, so cost and cache reads of individual requests are unknown. The run's total cost is the client's own figure.",
    "SWE-agent can leave old outputs out of a prompt without logging that, so prompt sizes are those of the full history; if they exceed the run's own total, the largest is unknown.",
  ],
  detect(sample) {
    return isTrajectory(firstOf(sample)) ? "an object with trajectory and history" : null;
  },
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (file, envelope, source) => {
      if (!isTrajectory(file)) return null;
      const stated = statedTotals(file);
      if (stated !== null) run.report("usage-of-session-only", stated, source);
      const reader = new SweAgentReader(file);
      envelope.read(asArray(file.history) ?? [], reader.interpret);
      envelope.keepFields(file, ["history"]);
      return reader.session;
    }),
};

const isTrajectory = (file: JsonObject | null) => Array.isArray(file?.history) && Array.isArray(file.trajectory);

const statsOf = (file: JsonObject): JsonObject | null => asObject(asObject(file.info)?.model_stats);

/** The run's totals in a sentence; null if the file has none. */
function statedTotals(file: JsonObject): string | null {
  const stats = statsOf(file);
  const [sent, received, calls] = [stats?.tokens_sent, stats?.tokens_received, stats?.api_calls].map(asCount);
  if (!sent || !calls) return null;
  return `SWE-agent states ${calls} calls with ${sent} tokens sent, ${Math.round(sent / calls)} per call, and ${received ?? 0} received.`;
}

class SweAgentReader {
  readonly session = new ItemSession("swe-agent", "swe-agent");
  private readonly model: string | null;
  private hasTask = false;

  constructor(file: JsonObject) {
    // Some versions write it as JSON text.
    const config = parsedObject(file.replay_config);
    this.model = modelOf(config);
    this.session.title = taskLine(config);
    this.session.statedCost = asCount(statsOf(file)?.instance_cost) || null;
    this.session.statedPrompts = asCount(statsOf(file)?.tokens_sent) || null;
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const message = row && readChatMessage(withToolCallId(row));
    if (!row || !message) return { bad: "invalid-row", message: `Item ${source.line} of history is not a message.` };
    const parts = [...thinkingParts(row), ...message.parts];
    const isModels = message.role === "assistant" && row.is_demo !== true;
    if (isModels) this.session.answer({ parts, model: this.model, usage: null, time: null }, source);
    else this.session.say({ role: message.role, origin: this.originOf(row), parts, time: null }, source);
    return "interpreted";
  };

  /** The first user message is the task; later ones are output of the tools. Demonstrations are examples. */
  private originOf(row: JsonObject): Origin {
    if (row.role === "system") return "system";
    if (row.is_demo === true) return "client";
    if (row.role === "tool" || this.hasTask) return "tool";
    this.hasTask = true;
    return "typed";
  }
}

/** Results list the ids of their calls; there is one call per step. */
function withToolCallId(row: JsonObject): JsonObject {
  const [id] = asArray(row.tool_call_ids) ?? [];
  return row.role === "tool" && id !== undefined ? { tool_call_id: id, ...row } : row;
}

/** Anthropic's thinking blocks, which SWE-agent stores next to the content. */
function thinkingParts(row: JsonObject): PartDraft[] {
  return (asArray(row.thinking_blocks) ?? []).flatMap((value): PartDraft[] => {
    const block = asObject(value);
    const text = asString(block?.thinking);
    const signature = asText(block?.signature);
    return text === null ? [] : [{ type: "reasoning", text, ...(signature && { signature, provider: "anthropic" }) }];
  });
}

/** The model's name. `replay` and `human` are not models. */
function modelOf(config: JsonObject | null): string | null {
  const name = asText(asObject(asObject(config?.agent)?.model)?.name);
  return name === "replay" || name?.startsWith("human") ? null : name;
}

const taskLine = (config: JsonObject | null) =>
  asText(asObject(config?.problem_statement)?.text) ?? asText(asObject(config?.problem_statement)?.id);
