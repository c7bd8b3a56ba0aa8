import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../formats/json-fields";
import { readChatMessage } from "./chat-message";
import { firstOf, parseEnvelopes } from "./envelopes";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readOpenAiUsage } from "./openai-usage";

/**
 * mini-swe-agent trajectories. Each assistant message contains its raw completion (`extra.response`), with usage, model
 * and reasoning. An action is a fenced block (version 1) or a tool call (version 2); its output is the next message.
 * Source: mini-swe-agent documentation, "Output files" (1.15, 2.0).
 */
export const miniSweAgent: Importer = {
  id: "mini-swe-agent",
  title: "mini-swe-agent",
  detect: (sample) => marksOf(firstOf(sample)),
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (file, envelope) => {
      if (marksOf(file) === null) return null;
      const reader = new MiniSweAgentReader(file);
      envelope.read(asArray(file.messages) ?? [], reader.interpret);
      envelope.keepFields(file, ["messages"]);
      return reader.session;
    }),
};

function marksOf(file: JsonObject | null): string | null {
  if (!Array.isArray(file?.messages)) return null;
  if (asText(file.trajectory_format)?.startsWith("mini-swe-agent")) return "trajectory_format mini-swe-agent";
  const info = asObject(file.info);
  return info && "mini_version" in info ? "messages beside info.mini_version" : null;
}

class MiniSweAgentReader {
  readonly session = new ItemSession("mini-swe-agent", "mini-swe-agent");
  private readonly model: string | null;
  private hasTask = false;

  constructor(file: JsonObject) {
    const info = asObject(file.info);
    const version = asText(info?.mini_version);
    if (version) this.session.versions.add(version);
    this.model = asText(asObject(asObject(info?.config)?.model)?.model_name);
    this.session.title = asText(file.instance_id);
    this.session.statedCost = asCount(asObject(info?.model_stats)?.instance_cost) || null;
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    // The end of the run is logged as a message with the role `exit`.
    if (row?.role === "exit") return { kept: "exit" };
    const message = readChatMessage(value);
    if (!row || !message) return { bad: "invalid-row", message: `Item ${source.line} of messages is not a message.` };
    const { role, parts } = message;
    if (role === "assistant") this.answer(row, parts, source);
    else this.session.say({ role, origin: this.originOf(role), parts, time: timeOf(row) }, source);
    return "interpreted";
  };

  private answer(row: JsonObject, parts: readonly PartDraft[], source: SourceLocation) {
    const response = asObject(asObject(row.extra)?.response);
    this.session.answer(
      {
        parts: [...reasoningOf(response, parts), ...parts],
        model: asText(response?.model) ?? this.model,
        usage: readOpenAiUsage(response?.usage),
        time: timeOf(row),
        id: asText(response?.id),
      },
      source,
    );
  }

  private originOf(role: "system" | "user" | "tool") {
    if (role === "system") return "system";
    if (role === "tool" || this.hasTask) return "tool";
    this.hasTask = true;
    return "typed";
  }
}

/** The message contains only the text of the answer; its reasoning is in the completion. */
function reasoningOf(response: JsonObject | null, parts: readonly PartDraft[]): PartDraft[] {
  if (parts.some((part) => part.type === "reasoning")) return [];
  const message = asObject(asObject(asArray(response?.choices)?.[0])?.message);
  const text = asText(message?.reasoning) ?? asText(message?.reasoning_content);
  return text === null ? [] : [{ type: "reasoning", text }];
}

/** Version 2 has a time per message, version 1 only the completion's. */
function timeOf(row: JsonObject): string | null {
  const extra = asObject(row.extra);
  return isoTime(extra?.timestamp) ?? isoTime(asObject(extra?.response)?.created);
}
