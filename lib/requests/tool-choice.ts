import { asArray, asObject, asText, type JsonObject } from "../formats/json-fields";

/**
 * How a request limits the choice of tools: the model decides, must not call, must call some tool, must call a given
 * one, or decides among a few given ones. The list of definitions is the same in all cases.
 */
type ToolChoiceMode = "auto" | "none" | "required" | "specified" | "allowed";
export type ToolChoice = { readonly mode: ToolChoiceMode; readonly tools: readonly string[] };

const MODES: Readonly<Record<string, ToolChoiceMode>> = {
  auto: "auto",
  none: "none",
  required: "required",
  any: "required",
};

/**
 * The tool choice in a request body of Anthropic, OpenAI (both APIs) or Gemini. By default the model decides, as all
 * three document. null if the value has an unknown shape.
 */
export function readToolChoice(body: JsonObject): ToolChoice | null {
  const gemini = asObject(asObject(body.toolConfig)?.functionCallingConfig);
  if (gemini) return ofGemini(gemini);
  const choice = body.tool_choice;
  if (choice === undefined || choice === null) return { mode: "auto", tools: [] };
  const fields = asObject(choice);
  if (!fields) return ofMode(asText(choice), []);
  const type = asText(fields.type);
  if (type === "allowed_tools") return { mode: "allowed", tools: namesIn(asObject(fields.allowed_tools) ?? fields) };
  const name = asText((asObject(fields.function) ?? fields).name);
  return name === null ? ofMode(type, []) : { mode: "specified", tools: [name] };
}

const ofMode = (name: string | null, tools: readonly string[]): ToolChoice | null => {
  const mode = MODES[name?.toLowerCase() ?? ""];
  return mode === undefined ? null : { mode, tools };
};

function ofGemini({ mode, allowedFunctionNames }: JsonObject): ToolChoice | null {
  const tools = (asArray(allowedFunctionNames) ?? []).flatMap((name) => asText(name) ?? []);
  if (tools.length > 0) return { mode: tools.length === 1 ? "specified" : "allowed", tools };
  return ofMode(asText(mode) ?? "auto", []);
}

const namesIn = ({ tools }: JsonObject): string[] =>
  (asArray(tools) ?? []).flatMap((tool) => {
    const fields = asObject(tool);
    return asText((asObject(fields?.function) ?? fields)?.name) ?? [];
  });
