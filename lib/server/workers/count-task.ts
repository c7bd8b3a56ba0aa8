import { z } from "zod";
import { tokensBody } from "@/lib/api-schemas/compress-body";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { type PromptOverhead, promptOverhead } from "@/lib/ledger/prompt-overheads";
import { resolveModel } from "@/lib/models/resolve-model";
import { toolPromptTokens } from "@/lib/models/tool-prompts";
import { createEnvironment } from "@/lib/strategies/environment";
import { createTokenizer, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import { Problem } from "../problem";
import { loadVocabulary, rememberingLoader } from "../vocabulary";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { assertTokenizer, tokenizerOf } from "./compress-environment";
import { readConversation } from "./conversation-source";
import { parseJsonBody } from "./parse-json";

/** Characters whose tokens are listed in one answer; each token takes some twelve bytes of it. */
const MOST_LISTED_CHARACTERS = 200_000;

const body = tokensBody.extend({ include: z.array(z.enum(["offsets"])).default([]) });
type Body = z.infer<typeof body>;

/**
 * POST /api/tokens: counts per message and part, for each tokenizer asked for; of a conversation also `prompt`, an estimate
 * of what the provider bills with its frames and tools. `include: ["offsets"]` adds the tokens of every part: ids and
 * UTF-16 ends in `text`, the part's text as the tokenizer's normaliser leaves it; null for estimates.
 */
export function countTask(input: BodyInput): BodyOutput {
  const parsed = body.safeParse(parseJsonBody(input.body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const request = parsed.data;
  const conversation =
    request.text === undefined
      ? readConversation({ ...request, repair: false }).conversation
      : textOf(request, request.text);
  const isListed = request.include.includes("offsets");
  if (isListed) assertListable(conversation);
  const counts = tokenizersOf(request).map((tokenizer) => {
    const counted = countsJson(conversation, tokenizer, isListed);
    if (request.text !== undefined) return counted;
    return { ...counted, prompt: promptJson(counted.tokens, overheadOf(request, conversation, tokenizer)) };
  });
  return { json: JSON.stringify({ counts }), outputs: [] };
}

/** A plain text is one message with one part. */
function textOf(request: Body, text: string): Conversation {
  if (request.messages !== undefined || request.session !== undefined)
    throw new Problem(422, "invalid-parameter", "give text or a conversation, not both");
  return { tools: [], messages: [{ id: "m0", role: "user", parts: [{ id: "p0", type: "text", text }] }] };
}

function assertListable({ messages }: Conversation) {
  const parts = messages.flatMap((message) => message.parts);
  if (parts.reduce((sum, part) => sum + partText(part).length, 0) <= MOST_LISTED_CHARACTERS) return;
  throw new Problem(422, "too-long", `offsets are given for at most ${MOST_LISTED_CHARACTERS} characters`);
}

/** Text that somebody is typing is not worth remembering; a conversation is. */
function tokenizersOf(request: Body): Tokenizer[] {
  if (!request.tokenizers) return [tokenizerOf(request, resolveModel(request.model ?? null))];
  const load = request.text === undefined ? rememberingLoader : loadVocabulary;
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

function overheadOf(request: Body, conversation: Conversation, tokenizer: Tokenizer): PromptOverhead | null {
  const model = resolveModel(request.model ?? null);
  const toolPrompt = model?.tokenizer === tokenizer.id ? toolPromptTokens(model.id, null) : 0;
  return promptOverhead(conversation, tokenizer, toolPrompt);
}

/** The texts with the provider's frames and tools around them; null where nobody publishes those. */
const promptJson = (texts: number, overhead: PromptOverhead | null) =>
  overhead && { tokens: texts + overhead.messages + overhead.tools, ...overhead };

function encodingJson(text: string, tokenizer: Tokenizer) {
  const encoding = tokenizer.encode?.(text);
  return encoding ? { text: encoding.text, ids: encoding.ids, ends: encoding.ends } : null;
}
