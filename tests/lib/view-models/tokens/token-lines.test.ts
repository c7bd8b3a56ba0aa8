import { readFileSync } from "node:fs";
import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { TokenCountAnswer } from "@/lib/api/schemas/tokens";
import { MODELS } from "@/lib/models/models";
import { createTokenizer, type TokenizerId, type VocabularyLoader } from "@/lib/tokenizers/tokenizer";
import {
  articleNote,
  convertTokens,
  kiloNote,
  TEXT_MEASURES,
  type TextMeasure,
  toTokens,
  UNITS,
} from "@/lib/view-models/models/token-converter";
import { costsOf, toPricedModels } from "@/lib/view-models/tokens/token-costs";
import { TOKEN_EXAMPLES } from "@/lib/view-models/tokens/token-examples";
import { fitsInAddress, textSize, toTokenColumns } from "@/lib/view-models/tokens/token-lines";

const load: VocabularyLoader = (name) => readFileSync(`lib/tokenizers/vocabularies/${name}.bin`);

/** As answered by POST /api/tokens with `include: ["offsets"]`. */
function countOf(text: string, id: TokenizerId): TokenCountAnswer {
  const tokenizer = createTokenizer(id, load);
  const encoding = tokenizer.encode?.(text) ?? null;
  return {
    tokenizer: id,
    basis: tokenizer.basis,
    tokens: tokenizer.count(text),
    messages: [{ index: 0, tokens: 0, parts: [], encodings: [encoding] }],
  };
}

const columnsOf = (text: string) =>
  toTokenColumns(text, [countOf(text, "o200k"), countOf(text, "cl100k"), countOf(text, "claude")]);
const example = TOKEN_EXAMPLES.find(({ id }) => id === "languages");

describe("the Chinese and English example", () => {
  const [o200k, cl100k, claude] = columnsOf(example?.text ?? "");

  test("neither language is always more expensive: it depends on the tokenizer", () => {
    expect(o200k?.lines?.map(({ tokens }) => tokens)).toEqual([4, 5, 12, 18]);
    expect(cl100k?.lines?.map(({ tokens }) => tokens)).toEqual([5, 9, 12, 18]);
    const columns = toTokenColumns(example?.text ?? "", [
      countOf(example?.text ?? "", "deepseek"),
      countOf(example?.text ?? "", "qwen"),
    ]);
    expect(columns.map(({ lines }) => lines?.slice(0, 2).map(({ tokens }) => tokens))).toEqual([
      [4, 3],
      [5, 4],
    ]);
  });

  test("the pieces concatenate to the text; those inside a character share a box", () => {
    for (const column of [o200k, cl100k])
      expect(
        column?.lines
          ?.flatMap(({ cuts }) => cuts ?? [])
          .map(({ text }) => text)
          .join(""),
      ).toBe(example?.text);
    expect(cl100k?.lines?.[1]?.cuts?.some(({ ids }) => ids.length > 1)).toBe(true);
  });

  test("an estimate has no cuts; its lines add up to it, each by its script", () => {
    expect(claude?.isExact).toBe(false);
    expect(claude?.lines?.every(({ cuts }) => cuts === null)).toBe(true);
    expect(claude?.lines?.reduce((sum, { tokens, lineEnd }) => sum + tokens + lineEnd, 0)).toBe(claude?.tokens);
    const [english = 0, chinese = 0] = claude?.lines?.map(({ tokens }) => tokens) ?? [];
    expect(chinese / english).toBeGreaterThan(22 / 16);
  });
});

test("the page counts the essay's sentence in both languages without the line end between them", () => {
  const { text = "" } = TOKEN_EXAMPLES.find(({ id }) => id === "compression") ?? {};
  const columns = toTokenColumns(text, [countOf(text, "o200k"), countOf(text, "deepseek"), countOf(text, "gemini")]);
  expect(columns.map(({ id, lines }) => [id, ...(lines ?? []).map(({ tokens }) => tokens)])).toEqual([
    ["o200k", 7, 9],
    ["deepseek", 7, 7],
    ["gemini", 7, 8],
  ]);
});

test("the essay's sentence costs more in Chinese with some tokenizers, and the same with others", () => {
  const { text = "" } = TOKEN_EXAMPLES.find(({ id }) => id === "compression") ?? {};
  const counted = (["o200k", "cl100k", "gemini", "deepseek", "qwen"] as const).map((id) => {
    const tokenizer = createTokenizer(id, load);
    return [id, ...text.split("\n").map((line) => tokenizer.count(line))];
  });
  expect(counted).toEqual([
    ["o200k", 7, 9],
    ["cl100k", 7, 12],
    ["gemini", 7, 8],
    ["deepseek", 7, 7],
    ["qwen", 7, 8],
  ]);
});

property.prop([
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(fc.constantFrom("\n", " ", "智", "👩‍👧", "a", "é"), { maxLength: 40 }),
])("for any text, lines add up to the total and the pieces concatenate to the text", (text, more) => {
  const all = text + more.join("");
  for (const column of columnsOf(all)) {
    expect(column.lines).toHaveLength(all.split("\n").length);
    expect(column.lines?.reduce((sum, { tokens, lineEnd }) => sum + tokens + lineEnd, 0)).toBe(column.tokens);
  }
  const cuts = columnsOf(all)[0]?.lines?.flatMap((line) => line.cuts ?? []) ?? [];
  expect(cuts.map((cut) => cut.text).join("")).toBe(all.toWellFormed());
});

test("sizes", () => {
  expect(textSize("a智👍\n")).toEqual({ characters: 4, bytes: 9, lines: 2 });
  expect(textSize("")).toEqual({ characters: 0, bytes: 0, lines: 0 });
});

test("a text costs its tokens in each model's own tokenizer, cheapest first", () => {
  const models = toPricedModels(MODELS);
  expect(models).toHaveLength(14);
  const costs = costsOf(models, [
    { id: "o200k", tokens: 1000, isExact: true },
    { id: "claude-4.7", tokens: 1500, isExact: false },
  ]);
  expect(costs.find(({ id }) => id === "claude-sonnet-5")?.cost).toBeCloseTo((1500 * 2) / 1e6, 12);
  expect(costs.map(({ cost }) => cost)).toEqual(costs.map(({ cost }) => cost).sort((a, b) => a - b));
});

describe("the converter", () => {
  const prose = TEXT_MEASURES[0] as TextMeasure;

  test("131,072 tokens of prose are about 200 pages", () => {
    const { words, pages, characters } = convertTokens(131_072, prose);
    expect(words).toBeCloseTo(98_304, 0);
    expect(pages).toBeCloseTo(197, 0);
    expect(characters).toBeCloseTo(608_174, 0);
  });

  property.prop([fc.constantFrom(...UNITS), fc.constantFrom(...TEXT_MEASURES), fc.integer({ min: 1, max: 1e9 })])(
    "converting an amount there and back gives the same amount",
    (unit, measure, amount) => {
      const tokens = toTokens(amount, unit, measure);
      if (tokens === null) {
        expect(measure.wordsPerToken).toBeNull();
        return;
      }
      const { characters, words, pages, kibibytes } = convertTokens(tokens, measure);
      const back = { tokens, characters, words, pages, KiB: kibibytes }[unit];
      expect((back as number) / amount).toBeCloseTo(1, 9);
    },
  );

  test("a note explains the two meanings of k", () => {
    expect(kiloNote(131_072)).toContain("128 × 1,024");
    expect(kiloNote(128_000)).toContain("131,072");
    expect(kiloNote(1000.5)).toBeNull();
    expect(kiloNote(131_071)).toBeNull();
  });
});

test("the article's sizes for a 131,072 window are next to ours, with the reason for the difference", () => {
  const [prose] = TEXT_MEASURES as readonly [TextMeasure];
  expect(articleNote(131_072, prose)).toBe(
    "An article of October 2025 puts this window at 637.5 KiB of JSON and 300 to 360 pages of a novel; here it is 596 KiB and 197 pages. " +
      "The difference depends on the text: its file has 4.98 bytes per token, ours (English prose) 4.66. " +
      "Its pages have 1,690 to 2,030 characters, like a printed novel; ours have 3,093.",
  );
  expect(articleNote(128_000, prose)).toBeNull();
});

test("an address contains texts by their encoded size", () => {
  expect([fitsInAddress("a".repeat(1_500)), fitsInAddress("智".repeat(1_500)), fitsInAddress("\ud83d")]).toEqual([
    true,
    false,
    true,
  ]);
});
