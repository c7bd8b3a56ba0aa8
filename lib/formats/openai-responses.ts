import type { Codec } from "./codec";
import { asArray, asObject } from "./json-fields";
import { decodeOpenAiResponses } from "./openai-responses/decode";
import { isOwnItem, typeOfItem } from "./openai-responses/decode-item";
import { encodeOpenAiResponses } from "./openai-responses/encode";
import { validateOpenAiResponses } from "./openai-responses/validate";

/** Request bodies of OpenAI's Responses API, or a bare list of their items. */
export const openaiResponses: Codec = {
  id: "openai-responses",
  title: "OpenAI Responses",
  detect(body) {
    if (Array.isArray(body)) return body.some(isOwnItem);
    const fields = asObject(body);
    const items = asArray(fields?.input);
    if (fields === null || "messages" in fields) return false;
    return typeof fields.input === "string" || items?.every((item) => isOwnItem(item) || isItem(item)) === true;
  },
  decode: decodeOpenAiResponses,
  encode: encodeOpenAiResponses,
  validate: validateOpenAiResponses,
};

const isItem = (value: unknown) => typeOfItem(asObject(value) ?? {}) !== "";
