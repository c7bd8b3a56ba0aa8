import type { Conversation } from "../../conversation/message";
import { anthropic } from "../../formats/anthropic";
import { partFromBlock } from "../../formats/anthropic/block-to-part";
import { SYSTEM_ID } from "../../formats/anthropic/decode";
import type { Codec } from "../../formats/codec";
import { gemini } from "../../formats/gemini";
import { SYSTEM_ID as GEMINI_SYSTEM } from "../../formats/gemini/decode";
import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { openaiChat } from "../../formats/openai-chat";
import { openaiResponses } from "../../formats/openai-responses";
import { INSTRUCTIONS_ID, itemList } from "../../formats/openai-responses/decode";
import type { WireContext } from "../../formats/wire-context";
import type { Usage } from "../../transcript/usage";
import { readAnthropicUsage } from "../anthropic-usage";
import { readGeminiUsage } from "../gemini-usage";
import type { PartDraft } from "../item-session";
import { readOpenAiUsage, readResponsesUsage } from "../openai-usage";
import { toDraft } from "../part-drafts";

type DecodedMessage = Conversation["messages"][number];

/** The differences between the APIs whose calls are captured completely. */
export type WireApi = {
  readonly codec: Codec;
  /** The id of the message decoded from a field outside the list of messages. */
  readonly systemId: string | null;
  readonly partsOf: (answer: JsonObject, body: JsonObject) => readonly PartDraft[];
  readonly usageOf: (answer: JsonObject) => Usage | null;
  readonly modelOf: (answer: JsonObject) => string | null;
  readonly idOf: (answer: JsonObject) => string | null;
  /** How a message's parts are distributed over the items of the body's list. */
  readonly itemsOf: (message: DecodedMessage, wire: WireContext, body: JsonObject) => readonly PromptItem[];
};

/** An item of the body's list of messages, and its number of parts. */
export type PromptItem = { readonly at: number; readonly parts: number };

/** A message is one item, which its id identifies. */
const oneItem = ({ id, parts }: DecodedMessage): readonly PromptItem[] => [
  { at: Number(id.slice(1)), parts: parts.length },
];

const modelOf = ({ model }: JsonObject): string | null => asText(model);
const idOf = ({ id }: JsonObject): string | null => asText(id);
const OPENAI = { modelOf, idOf };

export const ANTHROPIC: WireApi = {
  codec: anthropic,
  systemId: SYSTEM_ID,
  partsOf: ({ content }) => (asArray(content) ?? []).map((block) => toDraft(partFromBlock(block, ""))),
  usageOf: ({ usage }) => readAnthropicUsage(usage),
  modelOf,
  idOf,
  itemsOf: oneItem,
};

export const CHAT: WireApi = {
  ...OPENAI,
  codec: openaiChat,
  systemId: null,
  partsOf: ({ choices }) => decodedParts(openaiChat, { messages: [asObject(asArray(choices)?.[0])?.message] }),
  usageOf: ({ usage }) => readOpenAiUsage(usage),
  itemsOf: oneItem,
};

export const RESPONSES: WireApi = {
  ...OPENAI,
  codec: openaiResponses,
  systemId: INSTRUCTIONS_ID,
  partsOf: ({ output }) => decodedParts(openaiResponses, { input: output ?? [] }),
  usageOf: ({ usage }) => readResponsesUsage(usage),
  itemsOf: ({ id }, wire, body) => {
    const counts = new Map<number, number>();
    const list = itemList(body) ?? [];
    const first = Number(id.slice(1));
    for (const { raw } of wire.messages.get(id)?.parts ?? []) {
      const at = list.indexOf(asObject(raw)?.item, first);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return [...counts].map(([at, parts]) => ({ at, parts }));
  },
};

export const GEMINI: WireApi = {
  codec: gemini,
  systemId: GEMINI_SYSTEM,
  partsOf: (answer, body) => {
    const content = asObject(asObject(asArray(answer.candidates)?.[0])?.content);
    if (!content || !asArray(content.parts)?.length) return [];
    // Calls have no ids here, so decode the answer together with the earlier calls.
    const decoded = gemini.decode({ contents: [...(asArray(body.contents) ?? []), { role: "model", ...content }] });
    return decoded.ok ? (decoded.value.conversation.messages.at(-1)?.parts ?? []).map(toDraft) : [];
  },
  usageOf: ({ usageMetadata }) => readGeminiUsage(usageMetadata),
  modelOf: ({ modelVersion }) => asText(modelVersion),
  idOf: ({ responseId }) => asText(responseId),
  itemsOf: oneItem,
};

/** The parts of an answer as the next prompt will contain them. */
function decodedParts(codec: Codec, body: JsonObject): readonly PartDraft[] {
  const decoded = codec.decode(body);
  return decoded.ok ? decoded.value.conversation.messages.flatMap(({ parts }) => parts.map(toDraft)) : [];
}
