import type { SourceLocation } from "../conversation/part";
import { partFromBlock } from "../formats/anthropic/block-to-part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../formats/json-fields";
import { firstOf, parseEnvelopes } from "./envelopes";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { ItemSession, type PartDraft } from "./item-session";
import { type TreeStep, walkTree } from "./message-tree";
import { textDrafts } from "./part-drafts";

/**
 * Claude.ai's data export (`conversations.json`), or one conversation in the shape that the web page uses. `text`
 * repeats `content` and is read only if `content` is missing. The export includes pasted text, but only the names of
 * attached files. There are no token counts. Derived from real exports of 2024–2025.
 */
export const claudeAiExport: Importer = {
  id: "claude-ai-export",
  title: "Claude.ai export",
  limitations: [
    "Claude.ai's export has no usage and no system prompt, so cost and cache reads are unknown, and tokens are Winnow's own counts of what was shown.",
  ],
  detect: (sample) => (isConversation(firstOf(sample)) ? "conversations with chat_messages" : null),
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (conversation, envelope) => {
      if (!isConversation(conversation)) return null;
      const reader = new ClaudeAiReader(conversation);
      const leaf = asText(conversation.current_leaf_message_uuid);
      envelope.read(walkTree(nodesOf(conversation), leaf), reader.interpret);
      envelope.keepFields(conversation, ["chat_messages", "account", "settings"]);
      return reader.session;
    }),
};

const isConversation = (value: JsonObject | null) => Array.isArray(value?.chat_messages) && "uuid" in value;

/** Exports from before 2025 have no parents, so each message follows the one before it. */
function nodesOf(conversation: JsonObject) {
  const messages = (asArray(conversation.chat_messages) ?? []).map((value) => asObject(value) ?? {});
  const hasParents = messages.some((message) => asText(message.parent_message_uuid) !== null);
  const ids = messages.map((message, index) => asText(message.uuid) ?? `message-${index}`);
  return messages.map((value, index) => ({
    id: ids[index] as string,
    parent: hasParents ? asText(value.parent_message_uuid) : (ids[index - 1] ?? null),
    value,
  }));
}

class ClaudeAiReader {
  readonly session = new ItemSession("claude-ai-export", "claude.ai");
  private readonly model: string | null;
  /** For each message of the log, how many messages the session had after reading it. */
  private readonly behind = new Map<string, number>();

  constructor(conversation: JsonObject) {
    this.model = asText(conversation.model);
    this.session.title = asText(conversation.name);
    this.session.logId = asText(conversation.uuid) ?? "";
    this.session.isSnapshot = true;
  }

  readonly interpret = (step: TreeStep<JsonObject>, source: SourceLocation): RowVerdict => {
    const message = step.node.value;
    const parts = partsOf(message);
    const time = isoTime(message.created_at);
    if (message.sender !== "human" && message.sender !== "assistant")
      return { bad: "invalid-row", message: `Item ${source.line} is a message of neither human nor assistant.` };
    if (parts.length === 0) return { kept: `empty:${message.sender}` };
    if (step.isRewind) this.session.event({ type: "rewind", ...this.placeBehind(step), ...(time && { time }) }, source);
    const isHidden = step.isLoose;
    if (message.sender === "human") this.session.say({ role: "user", origin: "typed", parts, time, isHidden }, source);
    else this.session.answer({ parts, model: this.model, usage: null, time, id: step.node.id, isHidden }, source);
    this.behind.set(step.node.id, this.session.messages.length);
    return "interpreted";
  };

  /**
   * If the first message's parent is missing, its place is 0, so a branch that begins there abandons everything
   * before it.
   */
  private placeBehind({ node, isLoose }: TreeStep<JsonObject>): { keptUntil?: number } {
    const keptUntil = node.parent === null ? 0 : this.behind.get(node.parent);
    return isLoose || keptUntil === undefined ? {} : { keptUntil };
  }
}

function partsOf(message: JsonObject): PartDraft[] {
  const blocks = asArray(message.content) ?? [];
  const content = blocks.flatMap((block): PartDraft[] => {
    const { id: _id, ...part } = partFromBlock(block, "");
    return part.type === "text" && part.text === "" ? [] : [part];
  });
  return [...(content.length > 0 ? content : textDrafts(asText(message.text))), ...fileParts(message)];
}

function fileParts(message: JsonObject): PartDraft[] {
  const pasted = (asArray(message.attachments) ?? []).flatMap((value) =>
    textDrafts(asText(asObject(value)?.extracted_content)),
  );
  const files = (asArray(message.files) ?? []).flatMap((value): PartDraft[] => {
    const file = asObject(value);
    const filename = asText(file?.file_name);
    if (filename === null) return [];
    const mediaType = file?.file_kind === "image" ? "image/*" : "application/octet-stream";
    return [{ type: "file", mediaType, byteLength: asCount(file?.size_bytes) ?? 0, filename }];
  });
  return [...pasted, ...files];
}
