import { fail, ok } from "../../conversation/errors";
import type { SourceLocation, ToolOutputBlock } from "../../conversation/part";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { reportStranger } from "../claude-code/companions";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { readItems } from "../json-items";
import { oneObject } from "../one-value";
import { textDraft, textDrafts, usageOf } from "../part-drafts";
import { takeSample } from "../take-sample";

/** Sessions of the Cline SDK (Cline 4): messages in `<id>.messages.json`, other session data in `session.json`. */
export const clineSdk: Importer = {
  id: "cline-sdk",
  title: "Cline SDK",
  detect(sample) {
    const value = oneObject(sample);
    if (value && isMessagesFile(value)) return "sessionId and messages with metrics or modelInfo";
    return value && isSessionFile(value) ? "a session record that names its messages file" : null;
  },
  async parse(files, sample, run) {
    const draft = new ItemSession("cline-sdk", "Cline");
    const used: TranscriptFile[] = [];
    for (const [index, file] of files.entries()) {
      const taken = index === 0 ? ok(sample) : await takeSample(file, run);
      if (!taken.ok && taken.error.code === "cancelled") return taken;
      const value = taken.ok ? oneObject(taken.value) : null;
      if (value && isMessagesFile(value)) readMessages(value, file, used.push(file) - 1, draft, run);
      else if (value && isSessionFile(value)) readSession(value, file, used.push(file) - 1, draft, run);
      else reportStranger(file, run);
    }
    const failure = run.advance(0);
    return failure ? fail(failure) : ok([draft.finish(used, run)]);
  },
};

function isMessagesFile(value: JsonObject): boolean {
  const messages = asArray(value.messages)?.map(asObject);
  if (!messages || asText(value.sessionId) === null) return false;
  return "system_prompt" in value || messages.some((message) => asObject(message?.modelInfo) !== null);
}

const isSessionFile = (value: JsonObject) =>
  asText(value.session_id) !== null && (asText(value.messages_path) !== null || "enable_tools" in value);

function readSession(value: JsonObject, file: TranscriptFile, index: number, draft: ItemSession, run: ImportRun) {
  const source = { file: index, line: 1, byteOffset: 0, byteLength: file.bytes };
  const metadata = asObject(value.metadata);
  const fork = asObject(metadata?.fork);
  draft.logId ||= asText(value.session_id) ?? "";
  draft.title ??= asText(metadata?.title);
  draft.project = asText(value.workspace_root) ?? asText(value.cwd);
  draft.noteTime(isoTime(value.started_at));
  const origin = asText(fork?.forkedFromSessionId);
  const time = isoTime(fork?.forkedAt);
  if (origin !== null) {
    const detail = `forked from session ${origin}`;
    draft.event({ type: "fork", detail, ...(time !== null && { time }) }, source, undefined, 0);
  }
  run.settle("interpreted", source);
}

function readMessages(value: JsonObject, file: TranscriptFile, index: number, draft: ItemSession, run: ImportRun) {
  const agent = agentOf(value);
  if (agent === undefined) draft.logId ||= asText(value.sessionId) ?? "";
  else draft.addSubAgent(agent, {});
  draft.isSnapshot = true;
  const head = { file: index, line: 0, byteOffset: 0, byteLength: file.bytes };
  const system = textDrafts(asText(value.system_prompt));
  draft.say({ role: "system", origin: "system", parts: system, time: null, ...(agent && { agent }) }, head);
  readItems(asArray(value.messages) ?? [], file, run, (row, source) => readMessage(row, source, draft, agent), index);
}

/**
 * A sub-agent has its own file next to the session's; undefined for the session itself. As observed in Cline CLI
 * 3.0.65.
 */
function agentOf({ agent, sessionId }: JsonObject): string | undefined {
  return agent === "subagent" ? (asText(sessionId)?.split("__").at(-1) ?? agent) : undefined;
}

/** Reads a message. An answer's time is its end. */
function readMessage(value: unknown, source: SourceLocation, draft: ItemSession, agent?: string): RowVerdict {
  const message = asObject(value);
  const content = message?.content;
  const isMessage = message?.role === "user" || message?.role === "assistant";
  if (!isMessage || (typeof content !== "string" && !Array.isArray(content))) return badMessage(source.line);
  const parts = typeof content === "string" ? textDrafts(sentPrompt(content)) : content.map(partOf);
  const time = isoTime(message.ts);
  if (message.role === "assistant") {
    const model = asText(asObject(message.modelInfo)?.id);
    const answer = { id: asText(message.id), parts, model, time, ...(agent && { agent }) };
    return draft.answer({ ...answer, usage: readMetrics(message.metrics) }, source) ? "interpreted" : EMPTY;
  }
  const isTool = parts.length > 0 && parts.every((part) => part.type === "tool-result");
  const origin = isTool ? "tool" : "typed";
  return draft.say({ role: "user", origin, parts, time, ...(agent && { agent }) }, source) === null
    ? EMPTY
    : "interpreted";
}

const EMPTY: RowVerdict = { kept: "message without content" };

/** An attached file is stored as path and content, but sent as text. */
function partOf(value: unknown): PartDraft {
  const block = asObject(value);
  const content = block?.type === "file" ? asString(block.content) : null;
  if (content !== null) return textDraft(`${asText(block?.path) ?? "file"}\n${content}`);
  const part = partFromBlock(value, "");
  if (part.type === "text") return { ...part, text: sentPrompt(part.text) };
  if (part.type !== "tool-result") return part;
  return { ...part, output: sentOutput(part.output), isError: part.isError || hasFailed(part.output) };
}

/**
 * Removes the wrapper with the mode that the log puts around typed text, which was sent without it. As observed in
 * Cline CLI 3.0.65.
 */
const sentPrompt = (text: string): string => /^<user_input mode="\w+">([\s\S]*)<\/user_input>$/.exec(text)?.[1] ?? text;

/**
 * The log has an object for the result of each of a tool's queries; they are sent together as the JSON text of a list.
 * As observed in Cline CLI 3.0.65.
 */
function sentOutput(output: readonly ToolOutputBlock[]): ToolOutputBlock[] {
  const records = recordsIn(output);
  const others = output.filter((block) => recordOf(block) === null);
  return records.length === 0 ? others : [{ type: "text", text: JSON.stringify(records) }, ...others];
}

function recordOf(block: ToolOutputBlock): JsonObject | null {
  const value = block.type === "opaque" ? asObject(block.value) : null;
  return value !== null && !("type" in value) ? value : null;
}

const recordsIn = (output: readonly ToolOutputBlock[]): JsonObject[] =>
  output.map(recordOf).filter((record) => record !== null);

/** A tool with a single query, such as `apply_patch`, returns the JSON text of its record. */
const FAILED_RECORD = /^\{"query":[\s\S]*,"success":false\}$/;

const hasFailed = (output: readonly ToolOutputBlock[]): boolean => {
  const [only] = output;
  if (only?.type === "text" && output.length === 1) return FAILED_RECORD.test(only.text);
  const records = recordsIn(output);
  return records.length > 0 && records.every(({ success }) => success === false);
};

/** The input includes cached tokens, because otherwise the prompts of a real session would not add up. */
function readMetrics(value: unknown): Usage | null {
  const metrics = asObject(value);
  const input = asCount(metrics?.inputTokens);
  const cacheRead = asCount(metrics?.cacheReadTokens);
  const cacheWriteUnsplit = asCount(metrics?.cacheWriteTokens);
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  const uncachedInput = input === null ? null : Math.max(0, input - cached);
  return usageOf({ uncachedInput, cacheRead, cacheWriteUnsplit, output: asCount(metrics?.outputTokens) });
}

const badMessage = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Item ${line} is not a message with a role and content. It was skipped; all others were kept.`,
});
