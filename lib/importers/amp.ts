import { fail, ok } from "../conversation/errors";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../formats/json-fields";
import type { Usage } from "../transcript/usage";
import type { ImportRun, RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { readItems } from "./json-items";
import { looseContent } from "./loose-content";
import { oneObject } from "./one-value";
import { outputOf, textOutput, toolResultDraft, usageOf } from "./part-drafts";

/**
 * Threads of Amp, as `amp threads export` writes them and as Amp stored them in `~/.local/share/amp/threads` until
 * spring 2026. Usage is stored with the answers or, in older threads, in a ledger. The two are never added up. Sources:
 * kenn-io/agentsview, internal/parser/amp.go (2026-08) and issue 859; ccusage/ccusage, pull request 1472 and issue
 * 1138.
 */
export const amp: Importer = {
  id: "amp",
  title: "Amp thread",
  limitations: [
    "Amp's threads contain no system prompt and no tool definitions, although the usage of each answer includes them.",
    "If the usage of a thread is only in a ledger, each answer gets the entry that names it; entries of other calls (titles, searches) are listed as a notice.",
  ],
  unchecked: "Amp's threads",
  detect(sample) {
    const thread = oneObject(sample);
    const messages = (asArray(thread?.messages) ?? []).map(asObject);
    if (!thread || asCount(thread.v) === null || asText(thread.id) === null || messages.length === 0) return null;
    return messages.some((message) => message && "messageId" in message) ? "v, id, and messages with messageId" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    const thread = oneObject(sample);
    if (!file || !thread) throw new Error("parse is only called on what detect claimed");
    const reader = new ThreadReader(thread);
    const failure = readItems(asArray(thread.messages) ?? [], file, run, reader.interpret);
    if (failure) return fail(failure);
    reader.reportLedger(run);
    return ok([reader.draft.finish([file], run)]);
  },
};

/** The path in a folder's address: `file:///c%3A/my%20shop` is `c:/my shop`. */
function folderIn(address: string | null): string | null {
  const path = address?.replace(/^file:\/\/(?:\/(?=[a-z](?::|%3a)))?/i, "") ?? null;
  try {
    return path && decodeURIComponent(path);
  } catch {
    return path;
  }
}

class ThreadReader {
  readonly draft = new ItemSession("amp", "Amp");
  /** The ledger's entries by message. An answer's own usage takes precedence. */
  private readonly ledger = new Map<unknown, JsonObject>();
  private readonly entries: number;
  /** Ledger entries that were assigned to an answer. */
  private readonly given = new Set<JsonObject>();

  constructor(thread: JsonObject) {
    const tree = asObject(asArray(asObject(asObject(thread.env)?.initial)?.trees)?.[0]);
    this.draft.logId = asText(thread.id) ?? "";
    this.draft.isSnapshot = true;
    this.draft.title = asText(thread.title);
    this.draft.project = folderIn(asText(tree?.uri)) ?? asText(tree?.displayName);
    this.draft.noteTime(isoTime(thread.created));
    const events = asArray(asObject(thread.usageLedger)?.events) ?? asArray(thread.usageLedger) ?? [];
    for (const event of events.map(asObject))
      if (event && "toMessageId" in event) this.ledger.set(event.toMessageId, event);
    this.entries = events.length;
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const message = asObject(value);
    if (!message) return { bad: "invalid-row", message: `Item ${source.line} is not a message of Amp.` };
    if (message.role === "assistant") return this.answer(message, source);
    if (message.role !== "user") return { kept: `message:${asText(message.role) ?? "unknown"}` };
    return this.ask(message, source);
  };

  /** Reports ledger entries without an answer. */
  reportLedger(run: ImportRun) {
    const rest = this.entries - this.given.size;
    if (rest <= 0) return;
    const message = `${rest} of ${this.entries} entries of Amp's ledger belong to no answer of the thread; they are in no figure.`;
    run.report("usage-without-answer", message, { file: 0, line: 0, byteOffset: 0, byteLength: 0 });
  }

  private ask(message: JsonObject, source: SourceLocation): RowVerdict {
    const time = isoTime(asObject(message.meta)?.sentAt) ?? isoTime(message.timestamp);
    const parts = (asArray(message.content) ?? [message.content]).flatMap(partsOf);
    const results = parts.filter((part) => part.type === "tool-result");
    const others = parts.filter((part) => part.type !== "tool-result");
    const answered = this.draft.say({ role: "tool", origin: "tool", parts: results, time }, source);
    const said = this.draft.say({ role: "user", origin: "typed", parts: others, time }, source);
    return answered !== null || said !== null ? "interpreted" : { kept: "message:user (empty)" };
  }

  private answer(message: JsonObject, source: SourceLocation): RowVerdict {
    const entry = this.ledger.get(message.messageId);
    if (entry) this.given.add(entry);
    const usage = asObject(message.usage) ?? this.usageOfEntry(entry);
    const parts = (asArray(message.content) ?? [message.content]).flatMap(partsOf);
    const time = isoTime(usage?.timestamp) ?? isoTime(message.timestamp);
    const model = asText(usage?.model);
    const answer = this.draft.answer({ parts, model, usage: usage && readUsage(usage), time }, source);
    return answer ? "interpreted" : { kept: "message:assistant (empty)" };
  }

  /** The counters of a ledger entry are under `tokens` and have shorter names. */
  private usageOfEntry(entry: JsonObject | undefined): JsonObject | null {
    const tokens = asObject(entry?.tokens);
    if (!entry || !tokens) return null;
    return { ...entry, inputTokens: tokens.input, outputTokens: tokens.output };
  }
}

/**
 * Input, cache writes and cache reads are disjoint. For OpenAI's models, plain input is always 0, because their
 * uncached input is in the field for cache writes, which OpenAI does not report.
 */
function readUsage(usage: JsonObject): Usage | null {
  const [input, written] = [asCount(usage.inputTokens), asCount(usage.cacheCreationInputTokens)];
  const isOpenAi = /^(?:gpt-|o\d|codex)/.test(asText(usage.model) ?? "");
  const plain = isOpenAi && written !== null ? (input ?? 0) + written : input;
  return usageOf({
    uncachedInput: plain,
    cacheWriteUnsplit: isOpenAi ? null : written,
    cacheRead: asCount(usage.cacheReadInputTokens),
    output: asCount(usage.outputTokens),
  });
}

function partsOf(value: unknown): PartDraft[] {
  const block = asObject(value);
  const id = asText(block?.toolUseID);
  return block?.type === "tool_result" && id !== null ? [resultOf(id, asObject(block.run))] : looseContent([value]);
}

/** A tool's result is in `run`: text, or an object whose `output`, `content` or `diff` was shown. */
function resultOf(id: string, run: JsonObject | null): PartDraft {
  const status = asText(run?.status);
  const isError = status === "error" || status === "cancelled" || status === "rejected-by-user";
  const said = asText(asObject(run?.error)?.message) ?? asText(run?.reason) ?? (isError ? status : null);
  const { result } = run ?? {};
  const output = result === undefined || result === null ? textOutput(said) : outputIn(result);
  return toolResultDraft(id, output, isError);
}

function outputIn(result: unknown) {
  const fields = asObject(result);
  const shown = fields
    ? (asString(fields.output) ?? asString(fields.content) ?? asString(fields.diff))
    : asString(result);
  if (shown !== null) return textOutput(shown);
  return Array.isArray(result) ? looseContent(result).flatMap(outputOf) : textOutput(JSON.stringify(result));
}
