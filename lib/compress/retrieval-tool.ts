import type { ToolDefinition } from "../conversation/message";
import type { JsonValue } from "../conversation/part";
import type { Codec } from "../formats";
import { asArray, asObject } from "../formats/json-fields";
import type { Compression } from "../strategies/grammar/compression";
import type { ConversationSource } from "./conversation-source";

/** The tool that previews name. Its inputs are the parameters of GET /api/refs/:id, so that who serves it only hands them on. */
export const GET_TOOL_OUTPUT: ToolDefinition = {
  name: "get_tool_output",
  description:
    "Reads a tool output that was put aside and left a reference (out_…): the whole of it, or a part by lines, by pattern, or by JSON path.",
  schema: {
    type: "object",
    properties: {
      id: { type: "string", description: "The reference, out_ and 24 hexadecimal digits." },
      start: { type: "integer", minimum: 1, description: "First line, from 1." },
      end: { type: "integer", minimum: 1, description: "Last line, included." },
      grep: { type: "string", description: "Only the lines that match this regular expression (RE2)." },
      json_path: { type: "string", description: "Only what this JSON path chooses, of an output that is JSON." },
    },
    required: ["id"],
    additionalProperties: false,
  },
};

/**
 * The definition of `get_tool_output` in the format of the body, if the result has references and the body does not
 * define it. `tools` of the answer stays as it was sent: a provider's cache begins with the tools, so only the caller can
 * say when to change them.
 */
export function toolsToAdd(
  { references }: Pick<Compression, "references">,
  { codec, conversation, wire }: Pick<ConversationSource, "codec" | "conversation" | "wire">,
): readonly JsonValue[] {
  const isDefined =
    conversation.tools.some(({ name }) => name === GET_TOOL_OUTPUT.name) || isAmong(asObject(wire?.body)?.tools);
  return references.length === 0 || isDefined ? [] : definitionFor(codec);
}

/** AI SDK bodies keep their tools to themselves: a list of definitions, or an object whose keys are their names. */
function isAmong(tools: unknown): boolean {
  const names = asArray(tools)?.map((tool) => asObject(tool)?.name) ?? Object.keys(asObject(tools) ?? {});
  return names.includes(GET_TOOL_OUTPUT.name);
}

function definitionFor(codec: Codec): readonly JsonValue[] {
  const { name, description = "", schema } = GET_TOOL_OUTPUT;
  if (codec.id === "ai-sdk") return [{ type: "function", name, description, inputSchema: schema }];
  const encoded = asObject(codec.encode({ tools: [GET_TOOL_OUTPUT], messages: [] }));
  return (asArray(encoded?.tools) ?? []) as JsonValue[];
}
