import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { EXACT_FAMILIES, type ExactId } from "@/lib/tokenizers/families";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";

/** The number of tokens, and the start of the SHA-256 of the ids, as written by scripts/count-with-oracles.mjs. */
type Summary = [number, string];
type Counts = Record<string, { texts: Record<string, Summary>; mixtures: Summary[] }>;

const read = (name: string) => JSON.parse(readFileSync(`tests/lib/tokenizers/${name}.json`, "utf8"));
const { texts, mixtures } = read("oracle-texts") as { texts: Record<string, string>; mixtures: string[] };
const counts = read("oracle-counts") as Counts;

const summaryOf = (ids: readonly number[]): Summary => [
  ids.length,
  createHash("sha256").update(ids.join()).digest("hex").slice(0, 12),
];

describe.each(Object.keys(EXACT_FAMILIES) as ExactId[])("%s counts and encodes like its reference", (id) => {
  const { count, encode } = createTokenizer(id, loadVocabulary);
  const expected = counts[EXACT_FAMILIES[id].vocabulary];

  test.each(Object.entries(texts))("%s", (name, text) => {
    expect(summaryOf(encode?.(text).ids ?? [])).toEqual(expected?.texts[name]);
    expect(count(text)).toBe(expected?.texts[name]?.[0]);
  });

  test("mixtures of every class of character", () => {
    expect(mixtures.length).toBe(expected?.mixtures.length);
    const differing = mixtures.filter((text, index) => {
      const [tokens, hash] = summaryOf(encode?.(text).ids ?? []);
      const [wanted, wantedHash] = expected?.mixtures[index] ?? [];
      return tokens !== wanted || hash !== wantedHash || count(text) !== wanted;
    });
    expect(differing).toEqual([]);
  });
});
