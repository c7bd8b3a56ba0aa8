import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { blockOfItem, callItem, contentOfOutput, itemOfBlock, outputOfContent } from "@/lib/library/langchain-blocks";
import { type Item, ORIGIN } from "@/lib/library/origin";

/**
 * Converts LangChain's messages to the AI SDK's form and back. An unchanged message comes back as the same object; a
 * changed one as a new message of the same kind, id and metadata.
 */
export class LangChainMessages {
  private readonly known = new WeakMap<BaseMessage, { readonly item: Item; readonly from: readonly unknown[] }>();
  private readonly whole = new WeakMap<Item, BaseMessage>();

  read(message: BaseMessage): Item {
    const from = [message.content, AIMessage.isInstance(message) ? message.tool_calls : null];
    const before = this.known.get(message);
    if (before?.from.every((value, at) => value === from[at])) return before.item;
    const item: Item = { ...itemOfMessage(message), [ORIGIN]: message };
    this.known.set(message, { item, from });
    this.whole.set(item, message);
    return item;
  }

  write(item: Item): BaseMessage {
    return this.whole.get(item) ?? messageOfItem(item);
  }
}

function itemOfMessage(message: BaseMessage): Item {
  if (ToolMessage.isInstance(message)) return { role: "tool", content: [resultItem(message)] };
  const content = itemsOf(message);
  if (SystemMessage.isInstance(message)) return { role: "system", content: orEmptyText(content) };
  if (!AIMessage.isInstance(message)) return { role: "user", content: orEmptyText(content) };
  const written = new Set(content.map(({ toolCallId }) => toolCallId));
  const calls = (message.tool_calls ?? []).filter(({ id }) => !written.has(id));
  return { role: "assistant", content: orEmptyText([...content, ...calls.map((call) => callItem(call, call.args))]) };
}

/** The AI SDK's rules would refuse a message without any part; LangChain has such answers. */
const orEmptyText = (items: readonly Item[]): readonly Item[] =>
  items.length > 0 ? items : [{ type: "text", text: "" }];

/** Texts are always a list, because cache marks turn a text into one. */
function itemsOf({ content }: BaseMessage): Item[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  return content.map(itemOfBlock);
}

const resultItem = ({ tool_call_id, name, content, status }: ToolMessage): Item => ({
  type: "tool-result",
  toolCallId: tool_call_id,
  ...(name !== undefined && { toolName: name }),
  ...(status === "error" && { isError: true }),
  output: outputOfContent(content, status === "error"),
});

function messageOfItem(item: Item): BaseMessage {
  const origin = item[ORIGIN];
  const items: readonly Item[] = Array.isArray(item.content)
    ? item.content
    : [{ type: "text", text: String(item.content) }];
  if (item.role === "tool") return toolMessage(items[0] ?? {}, ToolMessage.isInstance(origin) ? origin : undefined);
  if (item.role === "assistant") return aiMessage(items, AIMessage.isInstance(origin) ? origin : undefined);
  const Kind = item.role === "system" ? SystemMessage : HumanMessage;
  return new Kind({ ...fieldsOf(Kind.isInstance(origin) ? origin : undefined), content: contentOf(items) });
}

/** The fields that a changed message keeps from its original. */
const fieldsOf = (origin: BaseMessage | undefined) =>
  origin && {
    ...(origin.id !== undefined && { id: origin.id }),
    ...(origin.name !== undefined && { name: origin.name }),
    additional_kwargs: origin.additional_kwargs,
    response_metadata: origin.response_metadata,
  };

function contentOf(items: readonly Item[]): string | { type: string }[] {
  const blocks = items.map(blockOfItem) as { type: string; text?: string }[];
  const [only] = blocks;
  const isPlain = only?.type === "text" && Object.keys(only).length === 2 && items[0]?.[ORIGIN] === undefined;
  if (blocks.length === 0) return "";
  return isPlain && blocks.length === 1 ? (only.text ?? "") : blocks;
}

function toolMessage(item: Item, origin: ToolMessage | undefined): ToolMessage {
  return new ToolMessage({
    ...fieldsOf(origin),
    tool_call_id: String(item.toolCallId),
    content: contentOfOutput(item.output) as string,
    ...(origin?.artifact !== undefined && { artifact: origin.artifact }),
    ...(origin?.status !== undefined && { status: origin.status }),
  });
}

function aiMessage(items: readonly Item[], origin: AIMessage | undefined): AIMessage {
  const calls = items.filter(({ type }) => type === "tool-call");
  const blocks = items.filter((item) => item.type !== "tool-call" || isWritten(item, origin));
  const { additional_kwargs = {}, response_metadata = {}, ...fields } = fieldsOf(origin) ?? {};
  // The provider's own copies of calls and answer, which some models send instead of the message.
  const { tool_calls: _calls, ...kwargs } = additional_kwargs;
  const { output: _output, ...metadata } = response_metadata;
  return new AIMessage({
    ...fields,
    additional_kwargs: kwargs,
    response_metadata: metadata,
    content: contentOf(blocks.map((item) => (item.type === "tool-call" ? withInput(item, origin) : item))),
    tool_calls: calls.map(({ toolCallId, toolName, input }) => ({
      type: "tool_call" as const,
      id: String(toolCallId),
      name: String(toolName),
      args: (input ?? {}) as Record<string, unknown>,
    })),
  });
}

/** The block of a call in the content, which Anthropic's models write in addition to `tool_calls`. */
function blockOf({ toolCallId }: Item, origin: AIMessage | undefined): Record<string, unknown> | undefined {
  if (!origin || typeof origin.content === "string") return undefined;
  const blocks: readonly Record<string, unknown>[] = origin.content;
  return blocks.find(({ type, id }) => (type === "tool_use" || type === "tool_call") && id === toolCallId);
}

const isWritten = (item: Item, origin: AIMessage | undefined): boolean => blockOf(item, origin) !== undefined;

function withInput(item: Item, origin: AIMessage | undefined): Item {
  const block = blockOf(item, origin);
  return { ...item, [ORIGIN]: { ...block, [block?.type === "tool_use" ? "input" : "args"]: item.input } };
}
