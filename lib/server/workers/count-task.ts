import { type TokensBody, tokensBody } from "@/lib/api-schemas/compress-body";
import type { Conversation } from "@/lib/conversation/message";
import { resolveModel } from "@/lib/models/resolve-model";
import { createEnvironment } from "@/lib/strategies/environment";
import { createTokenizer, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import { Problem } from "../problem";
import { loadVocabulary } from "../vocabulary";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { assertTokenizer, tokenizerOf } from "./compress-environment";
import { readConversation } from "./conversation-source";
import { parseJsonBody } from "./parse-json";

/** POST /api/tokens: counts per message and part, for each tokenizer asked for. */
export function countTask({ body }: BodyInput): BodyOutput {
  const parsed = tokensBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const request = parsed.data;
  const conversation =
    request.text === undefined
      ? readConversation({ ...request, repair: false }).conversation
      : textOf(request, request.text);
  const counts = tokenizersOf(request).map((tokenizer) => countsJson(conversation, tokenizer));
  return { json: JSON.stringify({ counts }), outputs: [] };
}

/** A plain text is one message with one part. */
function textOf(request: TokensBody, text: string): Conversation {
  if (request.messages !== undefined || request.session !== undefined)
    throw new Problem(422, "invalid-parameter", "give text or a conversation, not both");
  return { tools: [], messages: [{ id: "m0", role: "user", parts: [{ id: "p0", type: "text", text }] }] };
}

function tokenizersOf(request: TokensBody): Tokenizer[] {
  if (!request.tokenizers) return [tokenizerOf(request, resolveModel(request.model ?? null))];
  return request.tokenizers.map((id, index) =>
    createTokenizer(assertTokenizer(id, `$.tokenizers[${index}]`), loadVocabulary),
  );
}

function countsJson({ messages }: Conversation, tokenizer: Tokenizer) {
  const { tokensOf } = createEnvironment({ count: (text) => tokenizer.count(text) });
  const counted = messages.map((message, index) => {
    const parts = message.parts.map((part) => tokensOf(part));
    return { index, tokens: parts.reduce((sum, tokens) => sum + tokens, 0), parts };
  });
  const tokens = counted.reduce((sum, message) => sum + message.tokens, 0);
  return { tokenizer: tokenizer.id, basis: tokenizer.basis, tokens, messages: counted };
}
