import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { EXACT_FAMILIES, type ExactId } from "@/lib/tokenizers/families";
import { createMerger } from "@/lib/tokenizers/merge";
import { createTokenizer, describeTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { NO_RANK, parseVocabulary, rankOf } from "@/lib/tokenizers/vocabulary";
import { draws } from "@/tests/support/samples";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.constantFrom("a", " ", "\n", "-", "中", "\u0301", "\ud83d", "ab1"), fc.integer({ min: 0, max: 3000 }))
    .map(([unit, times]) => unit.repeat(times)),
);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const vocabulary = parseVocabulary(loadVocabulary("o200k"));

const EXACT_IDS = Object.keys(EXACT_FAMILIES) as ExactId[];

describe.each(EXACT_IDS)("%s", (id) => {
  const { count, encode } = createTokenizer(id, loadVocabulary);
  const tokens = parseVocabulary(loadVocabulary(EXACT_FAMILIES[id].vocabulary));
  const bytesOfToken = (published: number) => {
    const byte = published - tokens.byteId;
    if (tokens.byteId > 0 && byte >= 0 && byte < 256) return Uint8Array.of(byte);
    const rank = published - tokens.firstId;
    return tokens.bytes.subarray(tokens.offsets[rank] as number, tokens.offsets[rank + 1] as number);
  };

  test("counts what it encodes, and the tokens concatenate to the text, for any string", () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const { text, ids, ends, byteEnds } = encode?.(given) ?? { text: "", ids: [], ends: [], byteEnds: [] };
        expect(count(given)).toBe(ids.length);
        expect([ends.length, byteEnds.length]).toEqual([ids.length, ids.length]);
        expect(Buffer.concat(ids.map(bytesOfToken)).equals(bytesOf(text))).toBe(true);
        expect(ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).join("")).toBe(text);
        expect(byteEnds.at(-1) ?? 0).toBe(bytesOf(text).length);
      }),
      { numRuns: draws(60, 200) },
    );
  });

  test("a text longer than a chunk counts as the sum of its parts at a safe cut", () => {
    const part = `${"Some prose, then  code();\n\n\t}\n".repeat(4000)}`;
    expect(count(`${part}Word ${part}`)).toBe(count(part) + count(`Word ${part}`));
  });

  test("an object member's name is not a token by accident, and absent bytes have no rank", () => {
    for (const word of ["toString", "__proto__", "constructor"]) expect(count(word)).toBe(encode?.(word).ids.length);
    const absent = bytesOf("qzxqzxqzx");
    expect(rankOf(tokens, absent, 0, absent.length)).toBe(NO_RANK);
  });
});

describe("merging in windows", () => {
  const whole = createMerger(vocabulary, 1 << 20);

  test.each([256, 300, 1024])("of %i bytes gives the same tokens as without windows", (window) => {
    const windowed = createMerger(vocabulary, window);
    const piece = fc
      .tuple(
        fc.constantFrom(1, 2, 3, 26),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 3 * window }),
        fc.integer(),
      )
      .map(([alphabet, stickiness, extra, seed]) => stickyBytes(alphabet, stickiness, window + extra, seed));
    fc.assert(
      fc.property(piece, (bytes) => {
        const expected = whole.starts(bytes, 0, bytes.length);
        expect(windowed.starts(bytes, 0, bytes.length).join()).toBe(expected.join());
        expect(windowed.count(bytes, 0, bytes.length)).toBe(expected.length);
      }),
      { numRuns: draws(20, 60) },
    );
  });
});

/** Letters that tend to repeat the previous one, because merging is sensitive to runs and near-runs. */
function stickyBytes(alphabet: number, stickiness: number, length: number, seed: number): Uint8Array {
  let state = seed >>> 0;
  const pick = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let letter = 0;
  return Uint8Array.from({ length }, () => {
    if (pick(10) >= stickiness) letter = pick(alphabet);
    return 97 + letter;
  });
}

describe("estimates", () => {
  const count = (id: (typeof TOKENIZER_IDS)[number], text: string) => createTokenizer(id, loadVocabulary).count(text);
  const ratio = (id: (typeof TOKENIZER_IDS)[number], text: string) => count(id, text) / count("o200k", text);

  test("every id has a tokenizer that counts an empty text as 0, accepts any string and describes itself", () => {
    for (const id of TOKENIZER_IDS) {
      const tokenizer = createTokenizer(id, loadVocabulary);
      expect(tokenizer.id).toBe(id);
      expect(tokenizer.basis).toBe(/^claude|^generic$/.test(id) ? "estimated" : "exact");
      expect(describeTokenizer(id)).toMatchObject({ id, basis: tokenizer.basis, title: tokenizer.title });
      expect(tokenizer.encode === undefined).toBe(tokenizer.basis === "estimated");
      expect(tokenizer.count("")).toBe(0);
      expect(tokenizer.count("a")).toBeGreaterThanOrEqual(1);
      fc.assert(
        fc.property(anyText, (text) => {
          expect(Number.isInteger(tokenizer.count(text))).toBe(true);
        }),
        { numRuns: draws(20, 50) },
      );
    }
  });

  test("Claude's factors depend on the script", () => {
    const prose = "The quick brown fox jumps over the lazy dog and explains why. ".repeat(40);
    const base64 =
      "iVBORw0KGgoAAAANSUhEUgAABAAAAAQACAYAAAB/HSuDAAAgAElEQVR4nOzdd3hUVf7H8fedlkky6Y0USoDQe5Hee0eKoKKi".repeat(10);
    expect(ratio("claude", prose)).toBeCloseTo(1.1, 2);
    expect(ratio("claude-4.7", prose)).toBeCloseTo(1.53, 2);
    expect(ratio("claude", "模型上下文窗口的大小决定了一次请求".repeat(20))).toBeCloseTo(1.5, 2);
    expect(ratio("claude", "नमस्ते दुनिया यह एक परीक्षण है ".repeat(20))).toBeGreaterThan(2.8);
    expect(ratio("claude", base64)).toBeCloseTo(1.03, 2);
    expect(ratio("claude", `${prose}\n"${base64}"\n${prose}`)).toBeLessThan(1.15);
  });
});

describe.each(["o200k", "gemini"] as const)("inputs that make counters quadratic, %s", (id) => {
  const { count } = createTokenizer(id, loadVocabulary);
  // A loaded machine is several times slower than the bench; a quadratic counter would take hours.
  test.each(["a", " ", "👩\u200d", "^_"])("a long run of %j takes seconds at most", (unit) => {
    const text = unit.repeat(draws(250_000, 1e6) / unit.length);
    const start = performance.now();
    expect(count(text)).toBeGreaterThan(1000);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

test("refuses bytes that are not a vocabulary", () => {
  expect(() => parseVocabulary(new Uint8Array(20))).toThrow("not a vocabulary");
  expect(() => parseVocabulary(loadVocabulary("cl100k").slice(0, 500_000))).toThrow("cut short");
});
