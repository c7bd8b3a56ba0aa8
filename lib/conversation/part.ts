/**
 * Parts: the smallest things a model is sent. The names follow the AI SDK's message parts.
 * Parts are immutable plain JSON; a part's id is its identity, so a changed part always gets a new id.
 */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Where a part stands in the imported file, so that its raw bytes are one seek away. */
export type SourceLocation = {
  /** Index into `Session.files`. */
  readonly file: number;
  /** 1-based line (or item, for formats without lines). */
  readonly line: number;
  readonly byteOffset: number;
  readonly byteLength: number;
};

type PartBase = {
  readonly id: string;
  readonly source?: SourceLocation;
};

export type TextPart = PartBase & { readonly type: "text"; readonly text: string };

export type ReasoningPart = PartBase & {
  readonly type: "reasoning";
  readonly text: string;
  /** The provider's signature; signed reasoning may be dropped with its whole loop but never edited. */
  readonly signature?: string;
  /** Anthropic `redacted_thinking`: encrypted reasoning, passed through untouched. */
  readonly redactedData?: string;
};

export type ToolCallPart = PartBase & {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonValue;
  /** The exact argument text where the wire format carries one (OpenAI); keeps key order and unparsable arguments. */
  readonly inputText?: string;
};

export type ToolOutputBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "file";
      readonly mediaType: string;
      readonly byteLength: number;
      readonly data?: string;
      readonly url?: string;
    }
  | { readonly type: "opaque"; readonly value: JsonValue };

export type ToolResultPart = PartBase & {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName?: string;
  readonly output: readonly ToolOutputBlock[];
  readonly isError: boolean;
};

export type FilePart = PartBase & {
  readonly type: "file";
  readonly mediaType: string;
  /** Decoded size in bytes; 0 when only a URL is known. */
  readonly byteLength: number;
  /** base64, without a data: prefix. */
  readonly data?: string;
  readonly url?: string;
  readonly filename?: string;
};

/** A provider's encrypted or unknown item, passed through untouched. */
export type OpaquePart = PartBase & { readonly type: "opaque"; readonly value: JsonValue };

export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | FilePart | OpaquePart;
export type PartType = Part["type"];

/** The text a reader (and a tokenizer) sees in a tool result; files and opaque blocks contribute nothing. */
export function toolOutputText(output: readonly ToolOutputBlock[]): string {
  if (output.length === 1 && output[0]?.type === "text") return output[0].text;
  return output.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Everything of a part that is text, in the order in which it is sent. */
export function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return part.inputText ?? JSON.stringify(part.input);
    case "tool-result":
      return toolOutputText(part.output);
    case "file":
      return "";
    case "opaque":
      return JSON.stringify(part.value);
    default:
      return part satisfies never;
  }
}
