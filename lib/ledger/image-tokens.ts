import type { Tokenizer } from "../tokenizers/tokenizer";
import type { ImageSize } from "./image-size";

/**
 * How a provider counts an image, in pixels and tokens:
 *
 *     patches   scaled down to the edge limit; one token per patch, at most `most`
 *     tiles     fitted into `edge`², short side to `shortEdge`; `base` and `each` per tile of `tile` pixels
 *     crops     both sides ≤ `small`: `each`; else `each` per crop of min(w, h) / 1.5, kept within the bounds
 */
type ImageRule =
  | { readonly kind: "patches"; readonly patch: number; readonly edge: number; readonly most: number }
  | {
      readonly kind: "tiles";
      readonly base: number;
      readonly each: number;
      readonly tile: number;
      readonly edge: number;
      readonly shortEdge: number;
    }
  | { readonly kind: "crops"; readonly each: number; readonly small: number; readonly crop: readonly [number, number] };

type ImageRow = {
  readonly family: RegExp;
  readonly rule: ImageRule;
  readonly asOf: string;
  readonly source: string;
};

const CLAUDE_VISION = "platform.claude.com/docs, vision";

/** Dated facts. The first row whose family matches the tokenizer's id applies; the last row matches any. */
const IMAGE_ROWS: readonly ImageRow[] = [
  {
    family: /^claude-4\.7$/,
    rule: { kind: "patches", patch: 28, edge: 2576, most: 4784 },
    asOf: "2026-11",
    source: CLAUDE_VISION,
  },
  {
    family: /^(o200k|cl100k)$/,
    rule: { kind: "tiles", base: 85, each: 170, tile: 512, edge: 2048, shortEdge: 768 },
    asOf: "2026-11",
    source: "developers.openai.com, images and vision: gpt-4o and gpt-4.1 (gpt-5: 70 and 140)",
  },
  {
    family: /^gemini$/,
    rule: { kind: "crops", each: 258, small: 384, crop: [256, 768] },
    asOf: "2026-11",
    source: "ai.google.dev/gemini-api/docs/tokens: Gemini 2 (Gemini 3: 280 to 2,240 by media_resolution)",
  },
  {
    family: /./,
    rule: { kind: "patches", patch: 28, edge: 1568, most: 1568 },
    asOf: "2026-11",
    source: `${CLAUDE_VISION}; taken for the families that publish none`,
  },
];

/** Tokens of an image by the rule of the tokenizer's family. An image of unknown size counts as large. */
export function imageTokensOf(size: ImageSize | null, { id }: Pick<Tokenizer, "id">): number {
  const { rule } = IMAGE_ROWS.find(({ family }) => family.test(id)) as ImageRow;
  const known = size === null || size.width === 0 || size.height === 0 ? null : size;
  switch (rule.kind) {
    case "patches":
      return patchTokens(known, rule);
    case "tiles":
      return tileTokens(known, rule);
    case "crops":
      return cropTokens(known, rule);
    default:
      return rule satisfies never;
  }
}

type Rule<K extends ImageRule["kind"]> = Extract<ImageRule, { kind: K }>;

function patchTokens(size: ImageSize | null, { patch, edge, most }: Rule<"patches">): number {
  if (size === null) return most;
  const scale = Math.min(1, edge / Math.max(size.width, size.height));
  const patches = (side: number) => Math.ceil((side * scale) / patch);
  return Math.min(most, patches(size.width) * patches(size.height));
}

function tileTokens(size: ImageSize | null, { base, each, tile, edge, shortEdge }: Rule<"tiles">): number {
  const { width, height } = size ?? { width: edge, height: shortEdge };
  const fitted = Math.min(1, edge / Math.max(width, height));
  const scale = fitted * Math.min(1, shortEdge / (Math.min(width, height) * fitted));
  const tiles = (side: number) => Math.ceil((side * scale) / tile);
  return base + each * tiles(width) * tiles(height);
}

/** An image of unknown size is assumed to be a screen of 1920 × 1080. */
function cropTokens(size: ImageSize | null, { each, small, crop: [least, most] }: Rule<"crops">): number {
  const { width, height } = size ?? { width: 1920, height: 1080 };
  if (width <= small && height <= small) return each;
  const unit = Math.min(most, Math.max(least, Math.floor(Math.min(width, height) / 1.5)));
  return each * Math.ceil(width / unit) * Math.ceil(height / unit);
}
