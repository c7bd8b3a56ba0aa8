import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  trimMessages,
} from "@langchain/core/messages";
import { type ModelMessage, pruneMessages } from "ai";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import type { Environment } from "@/lib/strategies/grammar/environment";

/**
 * Trims to a number of tokens with LangChain's `trimMessages`, using a counter that looks every message up. Messages
 * are made beforehand.
 */
export function trimWithLangChain({ messages }: Conversation, maxTokens: number, { tokensOf }: Environment) {
  const sizes = new Map(messages.map((message) => [message.id, tokensOf(message)]));
  const list = messages.map(({ id, role, parts }): BaseMessage => {
    const fields = { id, content: parts.map(partText).join("\n") };
    if (role === "system") return new SystemMessage(fields);
    if (role === "user") return new HumanMessage(fields);
    return role === "tool" ? new ToolMessage({ ...fields, tool_call_id: id }) : new AIMessage(fields);
  });
  const tokenCounter = (some: BaseMessage[]) => some.reduce((sum, { id }) => sum + (sizes.get(id ?? "") ?? 0), 0);
  return () => trimMessages(list, { maxTokens, strategy: "last", tokenCounter, includeSystem: true });
}

const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Counts with the counter that a program without Winnow would use. */
export const countWithGptTokenizer =
  ({ messages }: Conversation) =>
  () =>
    messages.reduce(
      (sum, { parts }) => sum + parts.reduce((all, part) => all + countTokens(partText(part), AS_TEXT), 0),
      0,
    );

/** Removes all tool calls before the last messages with the AI SDK's `pruneMessages`. Messages are made beforehand. */
export function pruneWithAiSdk({ messages }: Conversation) {
  const list = messages.map(({ role, parts }) => ({
    role,
    content: parts.flatMap((part): unknown[] => {
      if (part.type === "tool-result")
        return [
          {
            type: part.type,
            toolCallId: part.toolCallId,
            toolName: "t",
            output: { type: "text", value: partText(part) },
          },
        ];
      return part.type === "text" || part.type === "tool-call" || part.type === "reasoning" ? [part] : [];
    }),
  })) as unknown as ModelMessage[];
  return () => pruneMessages({ messages: list, reasoning: "before-last-message", toolCalls: "before-last-2-messages" });
}
