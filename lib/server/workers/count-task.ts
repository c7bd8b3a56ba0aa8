import { Problem } from "@/lib/api/problem";
import { type TokensBody, tokensBody } from "@/lib/api/schemas/tokens";
import { readConversation } from "@/lib/compress/conversation-source";
import { assertTokenizer, modelWarnings, overheadOf, tokenizerOf } from "@/lib/compress/environment-of";
import { type ReadBody, withBody } from "@/lib/compress/read-body";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import type { PromptOverhead } from "@/lib/ledger/prompt-overheads";
import { resolveModel } from "@/lib/models/resolve-model";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { createTokenizer, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import { loadVocabulary, rememberingLoader } from "../process/vocabulary";
import type { BodyInput, BodyOutput } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { WORKER_SURROUNDINGS } from "./surroundings";

/** Maximum characters whose tokens one answer lists. Each token takes about twelve bytes of the answer. */
const MAX_LISTED_CHARACTERS = 200_000;

/**
 * POST /api/tokens: counts per message and part for each requested tokenizer. For a conversation also `prompt`, an
 * estimate of the provider's bill including its frames and tools. `include: ["offsets"]` adds the tokens of every part:
 * ids and UTF-16 end offsets in `text`, the part's text after the tokenizer's normaliser; null for estimates.
 */
export const countTask = async (input: BodyInput): Promise<BodyOutput> =>
  withBody(parseJsonBody(input.body), tokensBody, count);

function count({ request, settings }: ReadBody<TokensBody>): BodyOutput {
  const { text } = request;
  const conversation =
    typeof text === "string"
      ? textOf(request, text)
      : readConversation(
          { ...request, onBroken: "refuse" },
          { ...settings, ...(text && { text }) },
          WORKER_SURROUNDINGS,
        ).conversation;
  const isListed = request.include.includes("offsets");
  if (isListed) assertListable(conversation);
  const counts = tokenizersOf(request).map((tokenizer) => {
    const counted = countsJson(conversation, tokenizer, isListed);
    if (typeof text === "string") return counted;
    return {
      ...counted,
      prompt: promptJson(counted.tokens, overheadOf(conversation, tokenizer, resolveModel(request.model ?? null))),
    };
  });
  const warnings = modelWarnings(request);
  return { json: JSON.stringify({ counts, ...(warnings.length > 0 && { warnings }) }), outputs: [] };
}

/** Plain text becomes one message with one part. */
function textOf(request: TokensBody, text: string): Conversation {
  if (request.messages !== undefined || request.session !== undefined)
    throw new Problem(422, "invalid-parameter", "give text or a conversation, not both");
  return { tools: [], messages: [{ id: "m0", role: "user", parts: [{ id: "p0", type: "text", text }] }] };
}

function assertListable({ messages }: Conversation) {
  const parts = messages.flatMap((message) => message.parts);
  if (parts.reduce((sum, part) => sum + partText(part).length, 0) <= MAX_LISTED_CHARACTERS) return;
  throw new Problem(422, "too-long", `offsets are given for at most ${MAX_LISTED_CHARACTERS} characters`);
}

/** The requested tokenizers. They cache counts of conversations, but not of text being typed. */
function tokenizersOf(request: TokensBody): Tokenizer[] {
  if (!request.tokenizers) return [tokenizerOf(request, resolveModel(request.model ?? null), rememberingLoader)];
  const load = typeof request.text === "string" ? loadVocabulary : rememberingLoader;
  return request.tokenizers.map((id, index) => createTokenizer(assertTokenizer(id, `$.tokenizers[${index}]`), load));
}

function countsJson({ messages }: Conversation, tokenizer: Tokenizer, isListed: boolean) {
  const { tokensOf } = createEnvironment({ count: (text) => tokenizer.count(text) });
  const counted = messages.map((message, index) => {
    const parts = message.parts.map((part) => tokensOf(part));
    const encodings = isListed && { encodings: message.parts.map((part) => encodingJson(partText(part), tokenizer)) };
    return { index, tokens: parts.reduce((sum, tokens) => sum + tokens, 0), parts, ...encodings };
  });
  const tokens = counted.reduce((sum, message) => sum + message.tokens, 0);
  return { tokenizer: tokenizer.id, basis: tokenizer.basis, tokens, messages: counted };
}

/** Tokens of the texts with the provider's frames and tools; null if these are not published. */
const promptJson = (texts: number, overhead: PromptOverhead | null) =>
  overhead && { tokens: texts + overhead.messages + overhead.tools, ...overhead };

function encodingJson(text: string, tokenizer: Tokenizer) {
  const encoding = tokenizer.encode?.(text);
  return encoding ? { text: encoding.text, ids: encoding.ids, ends: encoding.ends } : null;
}
