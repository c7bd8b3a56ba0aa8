// The result has the same types as the input: no cast, whichever provider's types a program uses.
import { compress } from "winnow";
import type { MessageParam, TextBlockParam } from "@anthropic-ai/sdk/resources/messages";
import type { Content } from "@google/genai";
import type { ModelMessage } from "ai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { ResponseInputItem } from "openai/resources/responses/responses";

export const chat = async (history: ChatCompletionMessageParam[]): Promise<ChatCompletionMessageParam[]> =>
  (await compress({ messages: history, model: "gpt-5" })).messages;
export const anthropic = async (history: MessageParam[], system: TextBlockParam[]): Promise<[MessageParam[], TextBlockParam[]]> => {
  const { messages, system: same } = await compress({ messages: history, system });
  return [messages, same];
};
export const gemini = async (contents: Content[]): Promise<Content[]> => (await compress({ contents })).contents;
export const model = async (messages: ModelMessage[]): Promise<ModelMessage[]> => (await compress({ messages })).messages;
export const responses = async (input: ResponseInputItem[]): Promise<ResponseInputItem[]> => (await compress({ input })).input;
