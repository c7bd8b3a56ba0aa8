import { describe, expect, test } from "vitest";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { SAMPLES } from "./fixtures";

describe("tiktoken's counts of the fixture strings", () => {
  for (const [name, { text, ...counts }] of Object.entries(SAMPLES))
    test(name, () => {
      expect(createTokenizer("o200k", loadVocabulary).count(text)).toBe(counts.o200k);
      expect(createTokenizer("cl100k", loadVocabulary).count(text)).toBe(counts.cl100k);
    });
});
