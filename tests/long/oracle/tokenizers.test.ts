import fc from "fast-check";
import * as cl100kOracle from "gpt-tokenizer/encoding/cl100k_base";
import * as o200kOracle from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { describeShared } from "@/tests/support/shared";
import { ownTexts, sharedTexts } from "./corpus";

const ORACLES = [
  ["o200k", o200kOracle],
  ["cl100k", cl100kOracle],
] as const;
const asText = { disallowedSpecial: new Set<string>() };

/** gpt-tokenizer cuts at JavaScript's `\s` and never folds ſ; tiktoken, which we follow, follows Unicode. */
const DIFFERS_FROM_TIKTOKEN = /[\ufeff\u0085ſ]/;
/** gpt-tokenizer's merge is quadratic, so a run of one class this long would take minutes. */
const TOO_LONG_A_RUN = /\p{L}{3000}|\s{3000}|[^\s\p{L}\p{N}]{3000}/u;

const isComparable = (text: string) => !DIFFERS_FROM_TIKTOKEN.test(text) && !TOO_LONG_A_RUN.test(text);

/** Fragments that exercise every alternative of the patterns, and the boundaries between alternatives. */
const ATOMS =
  "a b Z Q s S ' 's 'LL 't 're 'Ve . - _ / // ! 1 23 ٣ ½ ① 中 国 あ カ 한 é e\u0301 \u0301 \u0308 ʰ ǅ ª \u200b \u200d 👩 🏽 नमस्ते สวัสดี مرحبا Ω ω ᾈ 𝒳 ß İ 😀 \u0000 <|endoftext|> <|im_start|>"
    .split(" ")
    .concat([" ", "  ", "\n", "\r", "\r\n", "\t", "\u00a0", "\u3000", "\u2028", "\ud83d", "\udc00"]);

describe.each(ORACLES)("%s agrees with gpt-tokenizer", (id, oracle) => {
  const { count, encode } = createTokenizer(id, loadVocabulary);
  const expectedIds = (text: string) => oracle.encode(text.toWellFormed(), asText);
  const differing = (texts: readonly string[]) =>
    texts.filter(isComparable).filter((text) => count(text) !== oracle.countTokens(text.toWellFormed(), asText));

  test("on this repository's text", () => {
    const texts = ownTexts();
    expect(texts.length).toBeGreaterThan(50);
    expect(differing(texts)).toEqual([]);
  });

  describeShared("transcripts", (folder) => {
    test("on every text", () => {
      const texts = sharedTexts(folder);
      expect(texts.filter(isComparable).length).toBeGreaterThan(1000);
      expect(differing(texts).map((text) => text.slice(0, 200))).toEqual([]);
    });
  });

  test("on mixtures of every class, token by token", () => {
    const mixture = fc.array(fc.constantFrom(...ATOMS), { maxLength: 16 }).map((atoms) => atoms.join(""));
    fc.assert(
      fc.property(mixture, (text) => {
        expect(encode?.(text).ids).toEqual(expectedIds(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("on random Unicode", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        fc.pre(isComparable(text) && !/\p{Cn}/u.test(text)); // unassigned: the Unicode version decides
        expect(count(text)).toBe(expectedIds(text).length);
      }),
      { numRuns: 1000 },
    );
  });
});
