import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import type { ImportRun, RowVerdict } from "../import-run";
import type { TranscriptFile } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import {
  base64File,
  fileDraft,
  opaqueDraft,
  outputOf,
  textDraft,
  textDrafts,
  toolCallDraft,
  toolResultDraft,
  usageOf,
} from "../part-drafts";

/** The client that wrote the file. OpenClaw stores its sessions as pi does, with additional rows. */
export type PiClient = { readonly id: string; readonly name: string };

/** Reads the entries of one session in the order of the file. */
export class PiReader {
  private readonly draft: ItemSession;
  private version = 1;
  private entries = 0;
  /** By entry id and by entry number: the number of messages before the entry. */
  private readonly messagesBefore = new Map<string | number, number>();
  /** For each entry, how many messages the session had after reading it. */
  private readonly messagesBehind = new Map<string, number>();
  private leaf: string | null = null;
  /** How much the model is asked to think, and how much it was for the newest answer; null if not logged. */
  private thinking: string | null = null;
  private answeredWith: string | null = null;
  /** For each `leaf`, by its id: the entry that it made the end of the path. */
  private readonly leaves = new Map<string, string | null>();

  constructor(private readonly client: PiClient) {
    this.draft = new ItemSession(client.id, client.name);
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null)
      return { bad: "invalid-row", message: `Line ${source.line} is not an entry of ${this.client.name}.` };
    this.noteEntry(row, source);
    const verdict = this.entry(type, row, source);
    const id = asText(row.id);
    if (id !== null) this.messagesBehind.set(id, this.draft.messages.length);
    return verdict;
  };

  get session(): ItemSession {
    return this.draft;
  }

  get messageCount(): number {
    return this.draft.messages.length;
  }

  build(files: readonly TranscriptFile[], run: ImportRun, index = 0) {
    return this.draft.finish(files, run, index);
  }

  private entry(type: string, row: JsonObject, source: SourceLocation): RowVerdict {
    const time = isoTime(row.timestamp);
    switch (type) {
      case "session":
        return this.header(row);
      case "message":
        return this.message(asObject(row.message) ?? {}, time, source);
      case "compaction":
        return this.compaction(row, time, source);
      case "branch_summary":
        return this.add("summary", textDrafts(asText(row.summary)), time, source) ?? { kept: type };
      case "custom_message":
        return this.add("client", contentParts(row.content), time, source) ?? { kept: type };
      case "thinking_level_change":
        this.thinking = asText(row.thinkingLevel) ?? this.thinking;
        return "interpreted";
      case "leaf":
        return "targetId" in row ? "interpreted" : { kept: type };
      case "session_info":
        this.draft.title = asText(row.name) ?? this.draft.title;
        return "interpreted";
      default:
        return { kept: type };
    }
  }

  private header(row: JsonObject): RowVerdict {
    this.draft.logId ||= asText(row.id) ?? "";
    this.draft.project ??= asText(row.cwd);
    this.thinking ??= asText(row.thinkingLevel);
    this.version = asCount(row.version) ?? 1;
    this.draft.noteTime(isoTime(row.timestamp));
    return "interpreted";
  }

  private noteEntry(row: JsonObject, source: SourceLocation) {
    const before = this.draft.messages.length;
    this.messagesBefore.set(this.entries, before);
    this.entries += 1;
    const id = asText(row.id);
    if (row.type === "session" || id === null || !("parentId" in row)) return;
    const parent = this.parentOf(row);
    if (this.leaf !== null && parent !== this.leaf) this.rewind(row, parent, source);
    this.messagesBefore.set(id, before);
    this.leaf = row.type === "leaf" && "targetId" in row ? parent : id;
    if (row.type === "leaf") this.leaves.set(id, this.leaf);
  }

  /**
   * In OpenClaw, a `leaf` moves the end of the path to its target. An entry whose parent is the leaf follows that
   * target.
   */
  private parentOf(row: JsonObject): string | null {
    const parent = asText(row.type === "leaf" && "targetId" in row ? row.targetId : row.parentId);
    return parent === null ? null : (this.leaves.get(parent) ?? parent);
  }

  private rewind(row: JsonObject, parent: string | null, source: SourceLocation) {
    const time = isoTime(row.timestamp);
    const detail = `back to entry ${parent ?? "(start)"}`;
    const keptUntil = parent === null ? 0 : this.messagesBehind.get(parent);
    const place = keptUntil === undefined ? {} : { keptUntil };
    this.draft.event({ type: "rewind", detail, ...place, ...(time !== null && { time }) }, source);
  }

  private message(message: JsonObject, written: string | null, source: SourceLocation): RowVerdict {
    const time = isoTime(message.timestamp) ?? written;
    switch (message.role) {
      case "user":
        return this.add("typed", contentParts(message.content), time, source) ?? { kept: "message:user (empty)" };
      case "assistant":
        return this.answer(message, written, source);
      case "toolResult":
        return this.toolResult(message, time, source);
      case "bashExecution":
        return this.bash(message, time, source);
      case "custom":
        return this.add("client", contentParts(message.content), time, source) ?? { kept: "message:custom" };
      default:
        return { kept: `message:${asText(message.role) ?? "unknown"}` };
    }
  }

  private add(origin: "typed" | "client" | "summary", parts: PartDraft[], time: string | null, source: SourceLocation) {
    const index = this.draft.say({ role: "user", origin, parts, time }, source);
    return index === null ? null : "interpreted";
  }

  /** The row is written when the answer is complete. Its message has the time of the call. */
  private answer(message: JsonObject, written: string | null, source: SourceLocation): RowVerdict {
    if (isWrittenByGateway(message)) return this.mirror(message, written, source);
    const { stopReason } = message;
    const isBroken = stopReason === "error" || stopReason === "aborted";
    if (stopReason === "error") this.apiError(message, written, source);
    this.noteThinking(written, source);
    const api = asText(message.api);
    const parts = (asArray(message.content) ?? []).map((block) => answerPart(block, api));
    const response = this.draft.answer(
      {
        parts,
        model: asText(message.model),
        usage: readUsage(message.usage),
        startedAt: isoTime(message.timestamp),
        time: written,
        // Since version 2 pi omits broken answers from later prompts; before that, only those with unanswered calls.
        isHidden: isBroken && (this.version > 1 || parts.some((part) => part.type === "tool-call")),
      },
      source,
    );
    if (response) return "interpreted";
    return stopReason === "error" ? "interpreted" : { kept: `message:assistant (${asText(stopReason) ?? "empty"})` };
  }

  /** Users may step through several levels before they send a prompt, so only the level of an answer counts. */
  private noteThinking(time: string | null, source: SourceLocation) {
    const [from, to] = [this.answeredWith, this.thinking];
    if (from !== null && to !== null && from !== to)
      this.draft.event({ type: "thinking-switch", from, to, ...(time !== null && { time }) }, source);
    this.answeredWith = to;
  }

  /** Text that OpenClaw itself added to the session after delivering it, without a model call. */
  private mirror(message: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const parts = contentParts(message.content);
    const index = this.draft.say({ role: "assistant", origin: "client", parts, time }, source);
    return index === null ? { kept: "message:assistant (empty)" } : "interpreted";
  }

  private apiError(message: JsonObject, time: string | null, source: SourceLocation) {
    const text = asText(message.errorMessage) ?? "API error";
    this.draft.event({ type: "api-error", message: text.slice(0, 500), ...(time !== null && { time }) }, source);
  }

  private toolResult(message: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const toolCallId = asText(message.toolCallId) ?? "";
    const output = contentParts(message.content).flatMap(outputOf);
    const parts = [toolResultDraft(toolCallId, output, message.isError === true, asText(message.toolName))];
    this.draft.say({ role: "tool", origin: "tool", parts, time }, source);
    return "interpreted";
  }

  /** A command that the user ran. The model sees it as a user message, unless it was run with `!!`. */
  private bash(message: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const output = asText(message.output);
    const text = `Ran \`${asString(message.command) ?? ""}\`\n${output === null ? "(no output)" : `\`\`\`\n${output}\n\`\`\``}`;
    const isHidden = message.excludeFromContext === true;
    this.draft.say({ role: "user", origin: "client", parts: [textDraft(text)], time, isHidden }, source);
    return "interpreted";
  }

  /** The prompt continues with the summary, then the messages starting at the first kept entry. */
  private compaction(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const first = asText(row.firstKeptEntryId) ?? asCount(row.firstKeptEntryIndex);
    const keptFrom = first === null ? null : (this.messagesBefore.get(first) ?? null);
    const atMessage = this.draft.messages.length;
    const parts = textDrafts(asText(row.summary));
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time }, source);
    const tokensBefore = asCount(row.tokensBefore);
    const keptBehind = this.draft.messages.length;
    const place = { keptFrom, keptBehind, atMessage, summaryIndex };
    this.draft.compaction({ trigger: "unknown", time, tokensBefore, ...place }, source);
    return "interpreted";
  }
}

const isWrittenByGateway = ({ provider, model }: JsonObject): boolean =>
  provider === "openclaw" && (model === "delivery-mirror" || model === "gateway-injected");

function contentParts(content: unknown): PartDraft[] {
  if (typeof content === "string") return textDrafts(content);
  return (asArray(content) ?? []).map((value) => {
    const block = asObject(value);
    if (block?.type === "text" && typeof block.text === "string") return textDraft(block.text);
    if (block?.type === "image" && typeof block.data === "string")
      return fileDraft(base64File(block.data, asText(block.mimeType) ?? "image/png"));
    return opaqueDraft(value);
  });
}

function answerPart(value: unknown, api: string | null): PartDraft {
  const block = asObject(value);
  if (block?.type === "text" && typeof block.text === "string") return textDraft(block.text);
  if (block?.type === "thinking" && typeof block.thinking === "string") return thinking(block, block.thinking, api);
  if (block?.type === "toolCall" && typeof block.id === "string" && typeof block.name === "string")
    return toolCallDraft(block.id, block.name, block.arguments);
  return opaqueDraft(value);
}

function thinking(block: JsonObject, text: string, api: string | null): PartDraft {
  const signature = asText(block.thinkingSignature);
  // For other APIs the field contains an item or a field name, not a signature that could be sent again.
  const by = api?.startsWith("anthropic") ? ({ provider: "anthropic" } as const) : null;
  if (block.redacted === true && signature !== null) return { type: "reasoning", text, redactedData: signature, ...by };
  return { type: "reasoning", text, ...(signature !== null && { signature, ...by }) };
}

/** The counters are disjoint, like Anthropic's. */
function readUsage(value: unknown): Usage | null {
  const usage = asObject(value);
  return usageOf({
    uncachedInput: asCount(usage?.input),
    cacheRead: asCount(usage?.cacheRead),
    cacheWriteUnsplit: asCount(usage?.cacheWrite),
    output: asCount(usage?.output),
  });
}
