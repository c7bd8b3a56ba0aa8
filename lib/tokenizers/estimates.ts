import type { ScriptClass } from "./script-class";

/** How many tokens a family makes of one o200k token, by kind of writing. Dated data, not code. */
export type EstimateFamily = {
  readonly id: string;
  readonly title: string;
  readonly factors: Readonly<Record<ScriptClass, number>>;
  readonly asOf: string;
  readonly source: string;
};

const SAMPLES = "sample ratios of other estimators to o200k (small samples)";
const BENCHMARK = "ratio to o200k of the family's own vocabulary over 5 MB of mixed text (21.5 MB benchmark, 2026)";

const uniform = (factor: number): Record<ScriptClass, number> => ({
  latin: factor,
  cjk: factor,
  emoji: factor,
  "indic-arabic": factor,
  other: factor,
  base64: factor,
});

/** `other` (Greek, Cyrillic, …) has no measurement: taken as CJK's. */
export const ESTIMATE_FAMILIES: readonly EstimateFamily[] = [
  {
    id: "claude",
    title: "Claude 3 – 4.6 (estimate)",
    factors: { latin: 1.18, cjk: 1.5, emoji: 1.5, "indic-arabic": 3.4, other: 1.5, base64: 1.03 },
    asOf: "2026-11-21",
    source: `latin: github.com/sammcj/ingest pull request 65 (2026-08); the others: ${SAMPLES}`,
  },
  {
    id: "claude-4.7",
    title: "Claude 4.7 and later (estimate)",
    factors: { latin: 1.53, cjk: 1.95, emoji: 1.95, "indic-arabic": 4.4, other: 1.95, base64: 1.34 },
    asOf: "2026-11-21",
    source: `latin: github.com/sammcj/ingest pull request 65 (2026-08); the others: ${SAMPLES} × 1.30, the increase that platform.claude.com (token counting) states for the newer tokenizer`,
  },
  {
    id: "gemini",
    title: "Gemini (estimate)",
    factors: { latin: 1.14, cjk: 0.82, emoji: 0.75, "indic-arabic": 0.86, other: 0.86, base64: 1.03 },
    asOf: "2026-11-21",
    source:
      "Gemma 3 counts over o200k: 5 MB of mixed text 1.126, prose 1.11, code 1.17, CJK 0.82, Arabic and Hindi 0.86",
  },
  {
    id: "deepseek",
    title: "DeepSeek V3 (estimate)",
    factors: { ...uniform(1.024), "indic-arabic": 1.38 },
    asOf: "2026-11-21",
    source: `${BENCHMARK}; Arabic and Hindi: 40 tokens for 29`,
  },
  {
    id: "qwen",
    title: "Qwen 3 (estimate)",
    factors: { ...uniform(1.027), cjk: 1.16, "indic-arabic": 1.93 },
    asOf: "2026-11-21",
    source: `${BENCHMARK}; CJK: 59 tokens for 51; Arabic and Hindi: 56 for 29`,
  },
  {
    id: "llama",
    title: "Llama 3 (estimate)",
    factors: { ...uniform(1.006), cjk: 1.14, emoji: 1.24, "indic-arabic": 1.62 },
    asOf: "2026-11-21",
    source: `${BENCHMARK}; CJK: 58 tokens for 51; emoji: 61 for 49; Arabic and Hindi: 47 for 29`,
  },
  {
    id: "mistral",
    title: "Mistral (estimate)",
    factors: uniform(1.1),
    asOf: "2026-11-21",
    source: "assumption: a vocabulary of 131,072 lies between Gemma 3 (1.126) and cl100k (1.064)",
  },
  {
    id: "generic",
    title: "Unknown tokenizer (estimate)",
    factors: uniform(1),
    asOf: "2026-11-21",
    source: "assumption: the o200k count; vocabularies of this size differ by a few per cent on code and prose",
  },
];
