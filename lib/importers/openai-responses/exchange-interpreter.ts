import type { ToolDefinition } from "../../conversation/message";
import type { JsonValue, Part, SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { type DecodedItem, decodeItem } from "../../formats/openai-responses/decode-item";
import type { ImportRun, RowVerdict } from "../import-run";
import { type ItemContext, ItemThread } from "../item-thread";
import { readResponsesUsage } from "../openai-usage";
import { messageIdOf, partIdOf, SessionDraft, timeOf } from "../session-draft";
import { type Exchange, exchangeOf } from "./exchange";

type Conversation = { readonly draft: SessionDraft; readonly thread: ItemThread; instructions: string | null };

/** Placeholder for an answer that is not in the log, although its usage is. */
const UNLOGGED: JsonValue = { type: "not_in_the_log" };

/**
 * Interprets calls of the Responses API. Each call is a separate conversation, because its request contains the entire
 * history. But if it refers to the response that it continues (`previous_response_id`), it continues that response's
 * conversation.
 */
export class ExchangeInterpreter {
  readonly conversations: Conversation[] = [];
  private readonly conversationOf = new Map<string, Conversation>();

  constructor(
    private readonly run: ImportRun,
    private readonly format = "openai-responses",
  ) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const exchange = exchangeOf(value);
    if (!exchange) return { kept: asText(asObject(value)?.type) ?? "no-conversation" };
    this.add(exchange, source);
    return "interpreted";
  };

  /** Handles a row that is one item of the file's only conversation. */
  readonly interpretItem = (value: unknown, source: SourceLocation): RowVerdict => {
    const conversation = this.conversations[0] ?? this.conversationFor(null, source);
    const item = asObject(value);
    if (item && addItem(conversation, item, { source, time: null, model: null })) return "interpreted";
    return { kept: asText(item?.type) ?? "untyped" };
  };

  private add({ request, response }: Exchange, source: SourceLocation) {
    const previousId = asText(request?.previous_response_id) ?? asText(response?.previous_response_id);
    const conversation = this.conversationFor(previousId, source);
    const { draft } = conversation;
    const id = asText(response?.id);
    if (id !== null) this.conversationOf.set(id, conversation);
    if (draft.logId === "") draft.logId = id ?? "";
    const tools = toolsOf(request) ?? toolsOf(response);
    if (tools && tools.length > 0) draft.tools = tools;
    addInstructions(conversation, request?.instructions ?? response?.instructions, source);
    addRequest(conversation, request, source);
    draft.notePrompt(timeOf(response?.created_at));
    draft.noteTime(timeOf(response?.created_at));
    if (response) addResponse(conversation, response, asText(request?.model), source);
  }

  private conversationFor(previousId: string | null, source: SourceLocation): Conversation {
    const known = previousId === null ? undefined : this.conversationOf.get(previousId);
    if (known) return known;
    const draft = new SessionDraft(this.format, null);
    const conversation = { draft, thread: new ItemThread(draft), instructions: null };
    this.conversations.push(conversation);
    const message = `The call continues response ${previousId}, which is not in this file.`;
    if (previousId !== null) this.run.report("history-elsewhere", message, source);
    return conversation;
  }
}

/** The API does not carry instructions over, so every call sends them again. They are added only when they change. */
function addInstructions(conversation: Conversation, given: unknown, source: SourceLocation, key = "instructions") {
  const text = asText(given);
  if (text === null || text === conversation.instructions) return;
  conversation.instructions = text;
  const parts = [{ id: partIdOf(source, key), type: "text", text, source } as const];
  const id = `${messageIdOf(source)}.${key}`;
  conversation.draft.addMessage({ id, role: "system", origin: "system", parts, time: null }, source);
}

function addRequest(conversation: Conversation, request: JsonObject | null, source: SourceLocation) {
  const input = request?.input;
  const items = typeof input === "string" ? [{ role: "user", content: input }] : (asArray(input) ?? []);
  for (const [index, value] of items.entries()) {
    // A history does not contain the model of its answers, which may have been another one.
    const context = { source, time: null, model: null, key: `in${index}` };
    const item = asObject(value);
    if (!item || !addItem(conversation, item, context)) addUnknown(conversation, value, context);
  }
  conversation.thread.close();
}

/**
 * Adds an item; false if its type is unknown. A compaction replaces everything before it, so the prompt starts again
 * there.
 */
function addItem(conversation: Conversation, item: JsonObject, context: ItemContext): boolean {
  const { draft, thread } = conversation;
  if (thread.decode(item, context)?.by !== "compaction") return thread.add(item, context);
  const { source, key } = context;
  const { instructions } = conversation;
  draft.addEvent(compactionAt(source, key));
  conversation.instructions = null;
  addInstructions(conversation, instructions, source, `${key}.instructions`);
  return thread.add(item, context);
}

/** Unknown items, for example references to stored items, were sent too. */
function addUnknown({ draft, thread }: Conversation, value: unknown, { source, key }: ItemContext) {
  thread.close();
  const parts = [{ id: partIdOf(source, `${key}.0`), type: "opaque", value: value as JsonValue, source } as const];
  draft.addMessage({ id: `${messageIdOf(source)}.${key}`, role: "user", origin: "client", parts, time: null }, source);
}

/** All items of a response are one answer, including results of provider-run tools. */
function addResponse(conversation: Conversation, response: JsonObject, asked: string | null, source: SourceLocation) {
  const { draft } = conversation;
  const usage = readResponsesUsage(response.usage);
  const time = timeOf(response.completed_at);
  const decoded = (asArray(response.output) ?? []).map((value, index) => decodeOutput(value, `out${index}`, source));
  const parts = decoded.flatMap((item) => (item.by === "compaction" ? [] : item.parts));
  const unlogged = { id: partIdOf(source, "unlogged"), type: "opaque", value: UNLOGGED, source } as const;
  const content = parts.length > 0 ? { parts } : { parts: [unlogged], isHidden: true };
  const draftResponse = {
    id: asText(response.id) ?? messageIdOf(source),
    model: asText(response.model) ?? asked,
    usage,
  };
  if (parts.length > 0 || usage)
    draft.addResponse({ ...draftResponse, ...content, time, messageId: `${messageIdOf(source)}.out` }, source);
  for (const [index, item] of decoded.entries())
    if (item.by === "compaction") addCompaction(conversation, item.parts, `out${index}`, time, source);
  const error = asText(asObject(response.error)?.message);
  if (error !== null)
    draft.addEvent({ type: "api-error", message: error.slice(0, 500), source, ...(time && { time }) });
}

function decodeOutput(value: unknown, key: string, source: SourceLocation): DecodedItem {
  const item = asObject(value);
  const decoded = item && decodeItem(item, { id: (index) => partIdOf(source, `${key}.${index}`), source });
  const opaque: Part = { id: partIdOf(source, `${key}.0`), type: "opaque", value: value as JsonValue, source };
  return decoded ?? { by: "model", parts: [opaque] };
}

function addCompaction(
  conversation: Conversation,
  parts: readonly Part[],
  key: string,
  time: string | null,
  source: SourceLocation,
) {
  const { draft } = conversation;
  // The next call sends the instructions again, after the item.
  conversation.instructions = null;
  draft.addEvent({ ...compactionAt(source, key), ...(time && { time }) });
  const id = `${messageIdOf(source)}.${key}`;
  draft.addMessage({ id, role: "assistant", origin: "summary", parts, time }, source);
}

const compactionAt = (source: SourceLocation, key = "0") =>
  ({ type: "compaction", trigger: "auto", summaryMessageId: `${messageIdOf(source)}.${key}`, source }) as const;

function toolsOf(body: JsonObject | null): ToolDefinition[] | null {
  const tools = asArray(body?.tools);
  if (!tools) return null;
  return tools.flatMap((value) => {
    const tool = asObject(value);
    const name = asText(tool?.name) ?? asText(tool?.server_label) ?? asText(tool?.type);
    if (!tool || name === null) return [];
    const description = asText(tool.description);
    return { name, ...(description && { description }), schema: (tool.parameters ?? tool) as JsonValue };
  });
}
