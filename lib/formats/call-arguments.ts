import { jsonText } from "../conversation/exact-json";
import type { ToolCallPart } from "../conversation/part";
import { asObject, type JsonObject } from "./json-fields";

/**
 * The arguments of a call as the object that most formats want. A custom tool of OpenAI takes plain text, and models
 * write arguments that do not parse: those are kept under `input`.
 */
export const callArguments = (call: ToolCallPart): JsonObject => asObject(call.input) ?? { input: call.input };

/** The same as JSON text: what the model wrote, where that is an object. */
export function argumentText(call: ToolCallPart): string {
  const isObject = asObject(call.input) !== null;
  return isObject && call.inputText !== undefined ? call.inputText : jsonText(callArguments(call));
}
