import type { Role } from "../../conversation/message";
import { asArray, asObject, asString, asText, type JsonObject } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import { looseContent } from "../loose-content";
import type { PromptMessage } from "../model-calls/model-call";
import { fileDraft, outputOf, textDrafts, toolCallDraft, toolResultDraft, urlFile } from "../part-drafts";

const ATTACHMENT = "attachment://";
const ROLES = new Set(["system", "user", "assistant", "tool"]);

/** The messages of a list, with the texts that were moved to attachments put back. */
export const readMessages = (list: unknown, attachments: JsonObject): PromptMessage[] =>
  (asArray(list) ?? []).flatMap((value) => readMessage(value, attachments) ?? []);

export function readMessage(value: unknown, attachments: JsonObject): PromptMessage | null {
  const message = asObject(value);
  const role = asText(message?.role);
  if (!message || role === null || !ROLES.has(role)) return null;
  const content = contentParts(message.content, attachments);
  if (role === "tool") return { role, parts: [resultPart(message, content, attachments)] };
  const calls = (asArray(message.tool_calls) ?? []).flatMap((call) => callPart(call, attachments));
  const parts = [...content, ...calls];
  return parts.length === 0 ? null : { role: role as Role, parts };
}

function contentParts(content: unknown, attachments: JsonObject): PartDraft[] {
  if (typeof content === "string") return textDrafts(attached(content, attachments));
  return (asArray(content) ?? []).flatMap((value) => blockPart(asObject(value), attachments));
}

function blockPart(block: JsonObject | null, attachments: JsonObject): PartDraft[] {
  if (!block) return [];
  const text = (key: string) => attached(asString(block[key]) ?? "", attachments);
  switch (block.type) {
    case "text":
      return textDrafts(text("text"));
    case "reasoning":
      return [
        {
          type: "reasoning",
          text: text("reasoning"),
          ...(asText(block.signature) && { signature: text("signature") }),
        },
      ];
    case "image":
      return [fileDraft(urlFile(text("image"), text("image").startsWith("data:") ? null : "image/*"))];
    default:
      return looseContent([block]);
  }
}

function callPart(value: unknown, attachments: JsonObject): PartDraft[] {
  const call = asObject(value);
  const name = asText(call?.function);
  if (!call || name === null) return [];
  const input = Object.entries(asObject(call.arguments) ?? {}).map(([key, given]) => [
    key,
    typeof given === "string" ? attached(given, attachments) : given,
  ]);
  return [toolCallDraft(asText(call.id) ?? "", name, Object.fromEntries(input))];
}

function resultPart(message: JsonObject, content: readonly PartDraft[], attachments: JsonObject): PartDraft {
  const error = asObject(message.error);
  const said = error ? textDrafts(attached(asText(error.message) ?? "", attachments)) : [];
  const output = (content.length > 0 ? content : said).flatMap(outputOf);
  return toolResultDraft(asText(message.tool_call_id) ?? "", output, error !== null, asText(message.function));
}

/** Long texts are stored once, by hash. */
function attached(text: string, attachments: JsonObject): string {
  if (!text.startsWith(ATTACHMENT)) return text;
  const hash = text.slice(ATTACHMENT.length);
  return Object.hasOwn(attachments, hash) ? (asString(attachments[hash]) ?? text) : text;
}
