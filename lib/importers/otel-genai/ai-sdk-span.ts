import { aiSdk } from "../../formats/ai-sdk";
import { asArray, asObject, asObjects, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import type { PromptMessage } from "../model-calls/model-call";
import { parsedJsonOr } from "../model-calls/traced-message";
import { textCallDraft, textDrafts, toDraft, toolCallDraft } from "../part-drafts";
import type { Attributes } from "./span";

/**
 * The prompt and the answer of a call in the AI SDK's own attributes; null without them. Source: vercel/ai,
 * packages/ai/src/generate-text (4 to 6); ai-sdk.dev, "Telemetry" (2026).
 */
export function aiSdkMessages(attributes: Attributes) {
  const messages = asArray(parsedJsonOr(attributes["ai.prompt.messages"]));
  const decoded = messages && aiSdk.decode({ messages });
  if (!decoded?.ok) return null;
  const prompt = decoded.value.conversation.messages.map(
    ({ role, parts }): PromptMessage => ({ role, parts: parts.map(toDraft) }),
  );
  return { prompt, answer: answerIn(attributes) };
}

function answerIn(attributes: Attributes): PartDraft[] {
  const thought = asText(attributes["ai.response.reasoning"]);
  const calls = asArray(parsedJsonOr(attributes["ai.response.toolCalls"])) ?? [];
  return [
    ...(thought === null ? [] : [{ type: "reasoning", text: thought } as const]),
    ...textDrafts(asText(attributes["ai.response.text"])),
    ...calls.flatMap(callPart),
  ];
}

/** Since version 5 the arguments are `input`; before, `args`. */
function callPart(value: unknown): PartDraft[] {
  const call = asObject(value);
  const [id, name] = [asText(call?.toolCallId), asText(call?.toolName)];
  if (id === null || name === null) return [];
  const input = call?.input ?? call?.args;
  return [typeof input === "string" ? textCallDraft(id, name, input) : toolCallDraft(id, name, input)];
}

/** The definitions of tools, each of which is a JSON text. */
export const aiSdkTools = (attributes: Attributes): readonly JsonObject[] =>
  asObjects((asArray(attributes["ai.prompt.tools"]) ?? []).map(parsedJsonOr));
