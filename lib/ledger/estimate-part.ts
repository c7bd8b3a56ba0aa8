import { type FilePart, type Part, partText, type ReasoningPart, type ToolResultPart } from "../conversation/part";
import type { Tokenizer } from "../tokenizers/tokenizer";
import { imageSize } from "./image-size";
import { imageTokensOf } from "./image-tokens";
import { overheadsOf } from "./part-overheads";

/**
 * A part's tokens before calibration. `fixed` (images) and `frame` (what the provider adds around a part) are not
 * scaled with the text.
 */
export type PartEstimate = { readonly text: number; readonly fixed: number; readonly frame: number };

/**
 * Characters of a signature (or encrypted reasoning) per token of its reasoning. The visible text of Claude 4's
 * thinking is a summary, but its signature grows with the complete thinking. Fitted on claude-code/entire-43 and
 * entire-b8: 0.20 and 0.21 tokens per character after calibration, with a smaller error than the visible text
 * (docs/accuracy.md).
 */
const SIGNATURE_CHARACTERS_PER_TOKEN = 4.5;

/**
 * Estimates one part with the local tokenizer. For a call, its name and arguments count; for a result, its text and
 * images.
 */
export function estimatePart(part: Part, tokenizer: Tokenizer): PartEstimate {
  switch (part.type) {
    case "text":
    case "opaque":
      return { text: tokenizer.count(partText(part)), fixed: 0, frame: 0 };
    case "tool-call": {
      const text = tokenizer.count(part.toolName) + tokenizer.count(partText(part));
      return { text, fixed: 0, frame: overheadsOf(tokenizer).call };
    }
    case "reasoning":
      return { text: reasoningTokens(part, tokenizer), fixed: 0, frame: 0 };
    case "tool-result":
      return resultTokens(part, tokenizer);
    case "file":
      return { text: 0, fixed: imageTokens(part, tokenizer), frame: 0 };
    default:
      return part satisfies never;
  }
}

function reasoningTokens(part: ReasoningPart, tokenizer: Tokenizer): number {
  const hidden = part.redactedData ?? part.signature ?? "";
  const isClaude = tokenizer.id.startsWith("claude");
  if (part.text !== "" && !(isClaude && hidden !== "")) return tokenizer.count(part.text);
  return Math.ceil(hidden.length / SIGNATURE_CHARACTERS_PER_TOKEN);
}

function resultTokens(part: ToolResultPart, tokenizer: Tokenizer): PartEstimate {
  let text = tokenizer.count(partText(part));
  let fixed = 0;
  for (const block of part.output) {
    if (block.type === "opaque") text += tokenizer.count(JSON.stringify(block.value));
    if (block.type === "file") fixed += imageTokens(block, tokenizer);
  }
  return { text, fixed, frame: overheadsOf(tokenizer).result };
}

const imageTokens = ({ data }: Pick<FilePart, "data">, tokenizer: Tokenizer): number =>
  imageTokensOf(data === undefined ? null : imageSize(data), tokenizer);
