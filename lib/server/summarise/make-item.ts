import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet, tool } from "ai";
import type { Conversation, ToolDefinition } from "@/lib/conversation/message";
import type { JsonValue } from "@/lib/conversation/part";
import { aiSdk } from "@/lib/formats/ai-sdk";
import type { ItemAnswer, ItemProvider, ItemRequest } from "@/lib/strategies/grammar/item-maker";
import { callOf, failureText } from "./ask-model";
import { fetchHereOnly as fetch } from "./fetch-here-only";
import { summaryLimits } from "./summary-model";

const KEYS = { openai: "OPENAI_API_KEY", anthropic: "ANTHROPIC_API_KEY" } as const;

/**
 * Asks the provider for one compaction item. Sends the history unchanged with its tools (which nothing runs) and asks
 * the provider not to store it. Failures are answers with a code; only an abort by the caller is thrown.
 */
export async function makeItem(request: ItemRequest, name: string, signal?: AbortSignal): Promise<ItemAnswer> {
  const model = compactingModel(name, request.provider);
  if (!model) return failed("item-not-configured", `${name} needs ${KEYS[request.provider]}, which is not set`);
  const { seconds, retries } = summaryLimits();
  const timeout = AbortSignal.timeout(seconds * 1000);
  const startedAt = performance.now();
  try {
    const result = await generateText({
      model,
      ...historyOf(request.conversation),
      ...askFor(request),
      experimental_download: fetchNothing,
      maxRetries: retries,
      abortSignal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]),
    });
    const { inputTokens = null, outputTokens = null } = result.usage;
    const calls = [callOf(name, { inputTokens, outputTokens }, performance.now() - startedAt)];
    const value = itemIn(result.content as readonly Content[], request.provider);
    if (value !== null) return { ok: true, value, calls };
    const message = `the provider ended without a compaction item (${result.rawFinishReason ?? result.finishReason})`;
    return { ok: false, code: "item-missing", message, calls };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) return failed("item-timeout", `the provider did not finish within ${seconds} seconds`);
    return failed("item-failed", failureText(error));
  }
}

const failed = (code: string, message: string): ItemAnswer => ({ ok: false, code, message });

/**
 * Keeps the AI SDK from fetching files that the model does not accept by URL. URLs in a conversation come from
 * strangers and may point into this network, so only the provider may follow them.
 */
const fetchNothing = async (files: readonly unknown[]): Promise<null[]> => files.map(() => null);

/** The model with the API that can compact; null if its key is not set. The AI SDK or its variables set the address. */
function compactingModel(name: string, provider: ItemProvider): LanguageModel | null {
  const apiKey = process.env[KEYS[provider]]?.trim();
  if (!apiKey) return null;
  const id = name.slice(name.indexOf("/") + 1);
  return provider === "openai" ? createOpenAI({ apiKey, fetch }).responses(id) : createAnthropic({ apiKey, fetch })(id);
}

/** The AI SDK options that make a provider compact immediately. See presets/compaction-endpoints.ts. */
function askFor({ provider, instructions, maxTokens }: ItemRequest) {
  if (provider === "openai") return { providerOptions: { openai: { store: false, compactionTrigger: true } } };
  const compaction = { type: "summarize", ...(instructions !== null && { instructions }) };
  return { maxOutputTokens: maxTokens, providerOptions: { anthropic: { compaction } } };
}

function historyOf(conversation: Conversation) {
  const { messages } = aiSdk.encode(conversation) as unknown as { messages: ModelMessage[] };
  const tools = Object.fromEntries(conversation.tools.flatMap(toolOf)) as ToolSet;
  return { messages, allowSystemInMessages: true, ...(conversation.tools.length > 0 && { tools }) };
}

type Schema = Parameters<typeof jsonSchema>[0];

/** A tool for the AI SDK. Provider-run tools have no argument schema and are left out. */
function toolOf({ name, description, schema }: ToolDefinition) {
  const isArguments = typeof schema === "object" && schema !== null && "type" in schema && schema.type === "object";
  if (!isArguments) return [];
  const inputSchema = jsonSchema(schema as Schema);
  return [[name, tool({ ...(description !== undefined && { description }), inputSchema })] as const];
}

type Content = {
  readonly type: string;
  readonly text?: string;
  readonly providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
};

/** The item in the provider's wire format; null if the answer has none. */
function itemIn(content: readonly Content[], provider: ItemProvider): JsonValue | null {
  for (const { text, providerMetadata } of content) {
    const own = providerMetadata?.[provider];
    if (own?.type !== "compaction") continue;
    const { signature, itemId, encryptedContent } = own;
    if (provider === "anthropic" && text)
      return { type: "compaction", content: text, ...(typeof signature === "string" && { signature }) };
    if (provider === "openai" && typeof encryptedContent === "string")
      return { type: "compaction", id: String(itemId), encrypted_content: encryptedContent };
  }
  return null;
}
