import { jsonText } from "./exact-json";
import { oncePerPart } from "./once-per-part";

/**
 * Parts are the smallest units sent to a model. Their names follow the AI SDK's message parts. Parts are immutable
 * plain JSON, and a part's id is its identity, so a changed part always gets a new id.
 */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A part's position in the imported file, so that one seek finds its raw bytes. */
export type SourceLocation = {
  /** Index into `Session.files`. */
  readonly file: number;
  /** Line number from 1 (or item, for formats without lines). */
  readonly line: number;
  /** The row's position within its line, from 1, unless it is the first. Two writers may share a line. */
  readonly row?: number;
  readonly byteOffset: number;
  readonly byteLength: number;
};

/** The provider whose servers can read a signature, encrypted content or an opaque item. */
export type Provider = "anthropic" | "openai" | "google";

type PartBase = {
  readonly id: string;
  readonly source?: SourceLocation;
  /**
   * Who made the `signature`, `redactedData` or opaque item, which is never sent to another provider. Absent if there
   * is none or it is unknown.
   */
  readonly provider?: Provider;
};

/** `signature`: Google's `thoughtSignature`, which texts can have too. */
export type TextPart = PartBase & { readonly type: "text"; readonly text: string; readonly signature?: string };

export type ReasoningPart = PartBase & {
  readonly type: "reasoning";
  readonly text: string;
  /** The provider's signature. Signed reasoning may be dropped with its entire loop, but never edited. */
  readonly signature?: string;
  /** Anthropic `redacted_thinking`: encrypted reasoning, passed through untouched. */
  readonly redactedData?: string;
};

export type ToolCallPart = PartBase & {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: JsonValue;
  /** The exact argument text if the wire format has one (OpenAI); keeps key order and unparsable arguments. */
  readonly inputText?: string;
  /** The folder that a command ran in, if it is not the session's and the log records it next to the input. */
  readonly folder?: string;
  /** Google's `thoughtSignature` of the call. The newest models require it back while the turn continues. */
  readonly signature?: string;
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
  /**
   * The call's outcome as the format reports it; null if the format has no field for it. `tools/failures` infers the
   * rest.
   */
  readonly isError: boolean | null;
};

export type FilePart = PartBase & {
  readonly type: "file";
  readonly mediaType: string;
  /** Decoded size in bytes; 0 if only a URL is known. */
  readonly byteLength: number;
  /** base64, without a data: prefix. */
  readonly data?: string;
  readonly url?: string;
  readonly filename?: string;
};

/** A provider's encrypted or unknown item, passed through untouched. */
export type OpaquePart = PartBase & { readonly type: "opaque"; readonly value: JsonValue };

export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | FilePart | OpaquePart;

/** True for reasoning that its provider can verify, because it has a signature or encrypted content. */
export const isSignedReasoning = (part: Part | undefined): boolean =>
  part?.type === "reasoning" && (part.signature !== undefined || part.redactedData !== undefined);

/** The signature, if this provider can read it. */
export function signatureFor(provider: Provider, part: Part): string | undefined {
  return part.provider === provider && "signature" in part ? part.signature : undefined;
}

/** The text of a tool result, as a reader (or tokenizer) sees it. Files and opaque blocks contribute nothing. */
export function toolOutputText(output: readonly ToolOutputBlock[]): string {
  if (output.length === 1 && output[0]?.type === "text") return output[0].text;
  return output.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** All text of a part, in the order sent. */
export function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return part.inputText ?? jsonText(part.input);
    case "tool-result":
      return toolOutputText(part.output);
    case "file":
      return "";
    case "opaque":
      return jsonText(part.value);
    default:
      return part satisfies never;
  }
}

/** Length of a part's text in UTF-16 units. Only calls and opaque parts have to be serialised for it. */
export function partLength(part: Part): number {
  return part.type === "tool-call" || part.type === "opaque" ? writtenLength(part) : partText(part).length;
}

const writtenLength = oncePerPart((part: Part) => partText(part).length);
