import type { ScriptClass } from "./script-class";

/** A family's tokens per o200k token, for each script class. Dated facts. */
export type EstimateFamily = {
  readonly id: "claude" | "claude-4.7" | "generic";
  readonly title: string;
  readonly factors: Readonly<Record<ScriptClass, number>>;
  readonly asOf: string;
  readonly source: string;
};

const SAMPLES = "sample ratios of other estimators to o200k (small samples)";

/** `other` (Greek, Cyrillic, …) was not measured and has the factor of CJK. */

export const CLAUDE: EstimateFamily = {
  id: "claude",
  title: "Claude 3 – 4.6 (estimate)",
  factors: { latin: 1.1, cjk: 1.5, emoji: 1.5, "indic-arabic": 3.4, other: 1.5, base64: 1.03 },
  asOf: "2026-11-21",
  source: `latin: fitted on five logged sessions of Claude Code and pi (docs/accuracy.md; 1.18 by github.com/sammcj/ingest pull request 65 was 3 to 15 % too high on them); the others: ${SAMPLES}`,
};

export const CLAUDE_4_7: EstimateFamily = {
  id: "claude-4.7",
  title: "Claude 4.7 and later (estimate)",
  factors: { latin: 1.53, cjk: 1.95, emoji: 1.95, "indic-arabic": 4.4, other: 1.95, base64: 1.34 },
  asOf: "2026-11-21",
  source: `latin: github.com/sammcj/ingest pull request 65 (2026-08); the others: ${SAMPLES} × 1.30, the increase that platform.claude.com (token counting) states for the newer tokenizer`,
};

export const GENERIC: EstimateFamily = {
  id: "generic",
  title: "Unknown tokenizer (estimate)",
  factors: { latin: 1, cjk: 1, emoji: 1, "indic-arabic": 1, other: 1, base64: 1 },
  asOf: "2026-11-21",
  source: "assumption: the o200k count; vocabularies of this size differ by a few per cent on code and prose",
};

export const ESTIMATE_FAMILIES: readonly EstimateFamily[] = [CLAUDE, CLAUDE_4_7, GENERIC];
