import { asArray, asObject, asText } from "../../formats/json-fields";
import type { PartDraft } from "../item-session";
import { textDrafts } from "../part-drafts";
import { parsedJsonOr, readTracedMessage } from "./traced-message";

/** The response, in any of the shapes that tracing logs use; empty if there is none. */
export function readTracedAnswer(value: unknown): readonly PartDraft[] {
  const output = parsedJsonOr(value);
  if (typeof output === "string") return textDrafts(output);
  const list = asArray(output);
  if (list) return list.flatMap(answerParts);
  const fields = asObject(output);
  if (!fields) return [];
  const generation = asObject(asArray(asArray(fields.generations)?.[0])?.[0] ?? asArray(fields.generations)?.[0]);
  if (generation) return generation.message ? answerParts(generation.message) : textDrafts(asText(generation.text));
  const choice = asObject(asArray(fields.choices)?.[0]);
  if (choice) return answerParts(choice.message);
  if (Array.isArray(fields.output)) return fields.output.flatMap(answerParts);
  const messages = asArray(fields.messages);
  if (messages) return messages.flatMap(answerParts);
  return answerParts(fields);
}

/** The parts of an assistant message; some logs omit its role. */
function answerParts(value: unknown): readonly PartDraft[] {
  const fields = asObject(value);
  const withRole =
    fields && fields.role === undefined && "content" in fields ? { ...fields, role: "assistant" } : value;
  const message = readTracedMessage(withRole);
  return message && (message.role === "assistant" || typeof value === "string") ? message.parts : [];
}
