import { type Part, partText, type ToolOutputBlock, type ToolResultPart } from "../conversation/part";
import type { Tokenizer } from "../tokenizers/tokenizer";
import { imageSize } from "./image-size";

/** Tokens of one part before calibration. Images are known by formula and are not scaled with the text. */
export type PartEstimate = { readonly text: number; readonly image: number };

/** An image whose size is unknown counts as the largest standard one (tokens-and-models.md 6, Claude: 1,568). */
const IMAGE_TOKENS_LIMIT = 1568;
const IMAGE_EDGE_LIMIT = 1568;
const PATCH = 28;
/**
 * Encrypted reasoning: about four characters a token behind base64 (4/3) and a cipher's envelope; a guess that anchoring
 * corrects, better than the zero that would hide it.
 */
const ENCRYPTED_CHARACTERS_PER_TOKEN = 6;

/** Estimates one part with the local tokenizer; a call counts its name and arguments, a result its text and images. */
export function estimatePart(part: Part, tokenizer: Tokenizer): PartEstimate {
  switch (part.type) {
    case "text":
    case "opaque":
      return { text: tokenizer.count(partText(part)), image: 0 };
    case "tool-call":
      return { text: tokenizer.count(part.toolName) + tokenizer.count(partText(part)), image: 0 };
    case "reasoning":
      return { text: reasoningTokens(part, tokenizer), image: 0 };
    case "tool-result":
      return resultTokens(part, tokenizer);
    case "file":
      return { text: 0, image: fileTokens(part) };
    default:
      return part satisfies never;
  }
}

function reasoningTokens(part: Part & { type: "reasoning" }, tokenizer: Tokenizer): number {
  if (part.text !== "") return tokenizer.count(part.text);
  const hidden = part.redactedData ?? part.signature ?? "";
  return Math.ceil(hidden.length / ENCRYPTED_CHARACTERS_PER_TOKEN);
}

function resultTokens(part: ToolResultPart, tokenizer: Tokenizer): PartEstimate {
  const text = partText(part);
  const opaque = part.output.flatMap((block) => (block.type === "opaque" ? [JSON.stringify(block.value)] : []));
  const images = part.output.flatMap((block) => (block.type === "file" ? [fileTokens(block)] : []));
  return {
    text: tokenizer.count(text) + opaque.reduce((sum, value) => sum + tokenizer.count(value), 0),
    image: images.reduce((sum, tokens) => sum + tokens, 0),
  };
}

/** `ceil(w / 28) × ceil(h / 28)` after downscaling to an edge of 1,568 (tokens-and-models.md 6). */
function fileTokens(file: (Part | ToolOutputBlock) & { type: "file" }): number {
  const size = file.data === undefined ? null : imageSize(file.data);
  if (size === null || size.width === 0 || size.height === 0) return IMAGE_TOKENS_LIMIT;
  const scale = Math.min(1, IMAGE_EDGE_LIMIT / Math.max(size.width, size.height));
  const patches = (edge: number) => Math.ceil((edge * scale) / PATCH);
  return Math.min(IMAGE_TOKENS_LIMIT, patches(size.width) * patches(size.height));
}
