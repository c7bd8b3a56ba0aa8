import { jsonText } from "../conversation/exact-json";
import type { JsonValue, Part, ToolOutputBlock } from "../conversation/part";

/** A part to display: text or a picture, with a heading if it needs one. */
export type Block = {
  readonly kind: "text" | "reasoning" | "call" | "result" | "error" | "file" | "opaque";
  readonly label: string | null;
  readonly body:
    | { readonly type: "text"; readonly text: string; readonly language: "text" | "json" }
    | { readonly type: "image"; readonly mediaType: string; readonly base64: string; readonly text: string };
};

/** Image types that a browser draws without running anything, which excludes SVG. */
const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export function blocksOf(part: Part): Block[] {
  switch (part.type) {
    case "text":
      return [{ kind: "text", label: null, body: plain(part.text) }];
    case "reasoning": {
      const isEncrypted = part.text === "" && (part.redactedData ?? part.signature) !== undefined;
      const body = plain(isEncrypted ? "[encrypted]" : part.text);
      return [{ kind: "reasoning", label: "Reasoning", body }];
    }
    case "tool-call": {
      const label = `Call ${part.toolName} (${part.toolCallId})`;
      return [{ kind: "call", label, body: asJson(part.input) }];
    }
    case "tool-result": {
      const name = [part.toolName ?? "tool", `(${part.toolCallId})`].join(" ");
      const kind = part.isError ? "error" : "result";
      const label = `${part.isError ? "Error" : "Result"} of ${name}`;
      const blocks = part.output.map((block): Block => ({ kind, label, body: outputBody(block) }));
      return blocks.length > 0 ? blocks : [{ kind, label, body: plain("") }];
    }
    case "file":
      return [{ kind: "file", label: part.filename ?? "File", body: fileBody(part) }];
    case "opaque":
      return [{ kind: "opaque", label: "Item of the provider", body: asJson(part.value) }];
    default:
      return part satisfies never;
  }
}

const plain = (text: string): Block["body"] => ({ type: "text", text, language: "text" });

/** A string stays unchanged, because it contains arguments that were not JSON. */
const asJson = (value: JsonValue): Block["body"] =>
  typeof value === "string" ? plain(value) : { type: "text", text: jsonText(value, 2), language: "json" };

function outputBody(block: ToolOutputBlock): Block["body"] {
  if (block.type === "text") return plain(block.text);
  return block.type === "file" ? fileBody(block) : asJson(block.value);
}

type FileLike = {
  readonly mediaType: string;
  readonly byteLength: number;
  readonly data?: string;
  readonly url?: string;
};

function fileBody({ mediaType, byteLength, data, url }: FileLike): Block["body"] {
  const text = `[${mediaType}, ${byteLength} bytes${url === undefined ? "" : `, ${url}`}]`;
  const isDrawn = data !== undefined && IMAGES.has(mediaType) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  return isDrawn ? { type: "image", mediaType, base64: data, text } : plain(text);
}
