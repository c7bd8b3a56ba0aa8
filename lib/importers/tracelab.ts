import { fail } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asCount, asObject, asObjects, asText, type JsonObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";
import { finishAll } from "./envelopes";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { inclusiveUsage } from "./model-calls/provider-usage";
import { textDraft, toolCallDraft } from "./part-drafts";
import { readSampleRows, rowsOf } from "./sample-rows";

/**
 * TraceLab's rounds: one row for each call of Claude Code or Codex, with its tokens, its cache, its tools and the times
 * of its events, but no text. Source: uw-syfi/TraceLab at 0b8a262 (README "Data format", artifacts/utils/DB_SCHEMA.md,
 * the two samples in example_sessions), 2026-11.
 */
export const tracelab: Importer = {
  id: "tracelab",
  title: "TraceLab rounds",
  limitations: [
    "TraceLab's rounds contain sizes but no texts, so what filled the prompts and what a compaction lost is unknown.",
    "TraceLab's rounds contain neither compactions nor sub-agents.",
  ],
  detect: (sample) =>
    rowsOf(sample).slice(0, 20).some(isRound) ? "rounds with prefix_tokens and timing_events" : null,
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new RoundReader();
    const failure = await readSampleRows(file, sample, run, reader.interpret);
    return failure ? fail(failure) : finishAll(reader.sessions, file, run);
  },
};

/** Number of characters at the end of the id that become a session's title, because its rounds have no text. */
const ID_LENGTH = 8;

const CLIENTS: Readonly<Record<string, string>> = { claude: "Claude Code", codex: "Codex" };

const isRound = (value: unknown): value is JsonObject => {
  const row = asObject(value);
  const names = [row?.session_id, row?.round_id, row?.provider].map(asText);
  return !names.includes(null) && asCount(row?.prefix_tokens) !== null && Array.isArray(row?.timing_events);
};

class RoundReader {
  /** The key includes the project, because ids repeat between projects. */
  private readonly byKey = new Map<string, ItemSession>();

  get sessions(): readonly ItemSession[] {
    return [...this.byKey.values()];
  }

  readonly interpret = (row: unknown, source: SourceLocation): RowVerdict => {
    if (!isRound(row)) return { bad: "invalid-row", message: `Row ${source.line} is not a round of TraceLab.` };
    readRound(this.sessionOf(row), row, source);
    return "interpreted";
  };

  private sessionOf(row: JsonObject): ItemSession {
    const key = JSON.stringify([row.project, row.session_file, row.session_id]);
    const known = this.byKey.get(key);
    if (known) return known;
    const session = new ItemSession("tracelab", CLIENTS[asText(row.provider) ?? ""] ?? null);
    session.logId = asText(row.session_id) ?? "";
    session.project = asText(row.project);
    session.title = [session.project ?? "", session.logId.slice(-ID_LENGTH)].join(" ");
    this.byKey.set(key, session);
    return session;
  }
}

function readRound(session: ItemSession, row: JsonObject, source: SourceLocation) {
  const events = asObjects(row.timing_events);
  const tools = asObjects(row.tools);
  for (const { event_type, timestamp } of events)
    if (event_type === "user_message")
      session.say({ role: "user", origin: "typed", parts: [textDraft("")], time: isoTime(timestamp) }, source);
  const answered = events.filter(({ event_type }) => event_type !== "user_message" && event_type !== "tool_result");
  session.answer(
    {
      parts: [...answered.flatMap(saidIn), ...tools.map(callIn)],
      model: asText(row.model),
      usage: usageIn(row),
      time: isoTime(answered.at(-1)?.timestamp),
      id: asText(row.round_id),
    },
    source,
  );
  for (const tool of tools) {
    const time = isoTime(tool.result_at);
    if (time !== null) session.say({ role: "tool", origin: "tool", parts: [resultIn(tool)], time }, source);
  }
}

/** The total includes the prefix, which was read from the cache, and what Claude wrote to it. */
const usageIn = (row: JsonObject): Usage | null =>
  inclusiveUsage({
    prompt: asCount(row.input_tokens_total),
    cacheRead: asCount(row.prefix_tokens),
    cacheWrite: asCount(row.claude_cache_creation_input_tokens),
    output: asCount(row.output_tokens),
    reasoning: asCount(row.reasoning_output_tokens),
  });

function saidIn({ event_type }: JsonObject): PartDraft[] {
  if (event_type === "text") return [textDraft("")];
  return event_type === "reasoning" ? [{ type: "reasoning", text: "" }] : [];
}

const callIn = (tool: JsonObject): PartDraft =>
  toolCallDraft(asText(tool.tool_call_id) ?? "", asText(tool.tool_name) ?? "tool", tool.input ?? {});

const resultIn = (tool: JsonObject): PartDraft => ({
  type: "tool-result",
  toolCallId: asText(tool.tool_call_id) ?? "",
  output: [],
  isError: typeof tool.is_error === "boolean" ? tool.is_error : null,
});
