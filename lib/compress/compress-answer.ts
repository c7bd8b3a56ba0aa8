import {
  cacheAnswer,
  editAnswer,
  includedAnswer,
  referenceAnswer,
  statsAnswer,
  warningsAnswer,
} from "../api/answers/compression";
import type { PrefixAnswer } from "../api/schemas/compress";
import type { CompressBody } from "../api/schemas/compress-body";
import type { OutputSource } from "../api/schemas/stored-output";
import type { ToolDefinition } from "../conversation/message";
import type { JsonValue } from "../conversation/part";
import type { Codec } from "../formats";
import { asArray, asObject } from "../formats/json-fields";
import type { Compression } from "../strategies/grammar/compression";
import type { ModelCall } from "../strategies/grammar/summariser";
import type { ShownPrompt } from "../strategies/summaries/prompt";
import type { CallWarning } from "./call";
import type { ConversationSource } from "./conversation-source";
import { compressionWarnings } from "./environment-of";
import type { Evaluator } from "./evaluator";
import { nameOfRequest } from "./request-choice";
import { unusedWarnings } from "./unused-parameters";

type CompressEvent = { readonly event: "step" | "edit" | "summary.delta" | "warning"; readonly data: unknown };
export type Emit = (event: CompressEvent) => void;

/** Emits the events that precede the answer: steps with their counts, then edits, then warnings. */
export function emitProgress({ steps, edits, warnings }: Compression, emit: Emit): void {
  for (const { id, before, after, edits: count } of steps)
    emit({ event: "step", data: { id, before, after, edits: count } });
  for (const edit of edits) emit({ event: "edit", data: editAnswer(edit) });
  for (const { code, message } of warnings) emit({ event: "warning", data: { code, message } });
}

/** What only the caller knows: user and time, duration, and model calls. */
export type Measured = {
  readonly id: string;
  readonly createdAt: Date;
  readonly ms: number;
  readonly evaluate: Evaluator;
  readonly calls: readonly ModelCall[];
  readonly prompts: readonly ShownPrompt[];
  readonly prefix: PrefixAnswer;
  /** The original's position for each stored output that the result refers to. */
  readonly sourceOf: (reference: string) => OutputSource;
};

/** Winnow's report in the answer to POST /api/compress, without the returned body. */
export function compressAnswer(
  request: CompressBody,
  source: ConversationSource,
  compression: Compression,
  { id, createdAt, ms, evaluate, calls, prompts, prefix, sourceOf }: Measured,
) {
  return {
    id,
    object: "context.compression",
    created_at: createdAt.toISOString(),
    status: compression.status,
    format: source.codec.id,
    ...(source.stored && { request: nameOfRequest(source.stored.request) }),
    stats: statsAnswer(compression, ms, calls),
    cache: cacheAnswer(compression),
    prefix,
    ...includedAnswer(compression, source.conversation, request.include, { evaluate, prompts }),
    refs: compression.references.map((reference) => ({
      ...referenceAnswer(reference),
      source: sourceOf(reference.id),
    })),
    tools_to_add: toolsToAdd(compression, source),
    warnings: [
      ...source.warnings,
      ...compressionWarnings(request, source),
      ...warningsAnswer(compression),
      ...unusedWarnings(request),
    ],
    strategy: compression.strategy,
  };
}

type Answer = { readonly warnings: readonly CallWarning[]; readonly [name: string]: unknown };

/** The provider's body, ready to send, with Winnow's report. The report is under `winnow` if the parameters were. */
export function handBack(answer: Answer, encoded: Record<string, unknown>, isApart: boolean): object {
  if (isApart) return { ...encoded, winnow: answer };
  const taken = Object.keys(encoded).filter((name) => name in answer);
  if (taken.length === 0) return { ...answer, ...encoded };
  const message = `${taken.join(", ")} is also a name in this answer, so the value that was sent is not returned; put Winnow's parameters under winnow`;
  return { ...encoded, ...answer, warnings: [...answer.warnings, { code: "name-taken", message }] };
}

/**
 * The tool that previews refer to. Its inputs are the parameters of GET /api/refs/:id, so its server can simply forward
 * them.
 */
export const GET_TOOL_OUTPUT: ToolDefinition = {
  name: "get_tool_output",
  description:
    "Reads a tool output that was put aside and left a reference (out_…): the whole of it, or a part by lines, by pattern, or by JSON path.",
  schema: {
    type: "object",
    properties: {
      ref: { type: "string", description: "The reference, out_ and 24 hexadecimal digits." },
      start: { type: "integer", minimum: 1, description: "First line, from 1." },
      end: { type: "integer", minimum: 1, description: "Last line, included." },
      grep: { type: "string", description: "Only the lines that match this regular expression (RE2)." },
      json_path: { type: "string", description: "Only what this JSON path chooses, of an output that is JSON." },
    },
    required: ["ref"],
    additionalProperties: false,
  },
};

/**
 * The definition of `get_tool_output` in the body's format, if the result has references and the body does not define
 * the tool. The answer's `tools` stay as sent, because a provider's cache begins with the tools, and only the caller
 * can decide when to change them.
 */
function toolsToAdd(
  { references }: Pick<Compression, "references">,
  { codec, conversation, wire }: Pick<ConversationSource, "codec" | "conversation" | "wire">,
): readonly JsonValue[] {
  const isDefined =
    conversation.tools.some(({ name }) => name === GET_TOOL_OUTPUT.name) || isAmong(asObject(wire?.body)?.tools);
  return references.length === 0 || isDefined ? [] : definitionFor(codec);
}

/**
 * True if the body defines the tool. AI SDK bodies have their own shapes: a list of definitions, or an object keyed by
 * name.
 */
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
