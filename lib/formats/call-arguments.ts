import { jsonText } from "../conversation/exact-json";
import type { ToolCallPart } from "../conversation/part";
import { asObject, type JsonObject } from "./json-fields";

/**
 * The arguments of a call as an object, which most formats require. Plain text (of OpenAI's custom tools) and arguments
 * that cannot be parsed are put under `input`.
 */
export const callArguments = (call: ToolCallPart): JsonObject => asObject(call.input) ?? { input: call.input };

/** The arguments of a call as JSON text: the model's own text if it is an object. */
export function argumentText(call: ToolCallPart): string {
  const isObject = asObject(call.input) !== null;
  return isObject && call.inputText !== undefined ? call.inputText : jsonText(callArguments(call));
}

/** The input of a custom tool, which is plain text. */
export const inputText = ({ input }: ToolCallPart): string => (typeof input === "string" ? input : jsonText(input));
