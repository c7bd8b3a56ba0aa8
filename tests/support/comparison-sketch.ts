import type { CompareAnswer, ComparedStrategy } from "@/lib/api/schemas/compare";
import type { RegretAnswer } from "@/lib/api/schemas/evaluation";
import { sketchAnswer } from "./sketch-answer";

/** One strategy of a comparison, as a few figures. */
export type Sketch = {
  id: string;
  saved: number;
  recall: number;
  /** Verbatim recall; not measured if left out. */
  runs?: number;
  rareWords?: number;
  regrets?: number;
  invalid?: boolean;
  idle?: boolean;
};

const resultOf = ({
  id,
  saved,
  recall,
  runs,
  rareWords,
  regrets = 0,
  invalid = false,
  idle = false,
}: Sketch): ComparedStrategy =>
  sketchAnswer<ComparedStrategy>({
    strategy: { id, version: "1", params: {} },
    status: idle ? "noop" : "applied",
    failure: null,
    stats: {
      tokens_before: 1000,
      tokens_after: 1000 * (1 - saved),
      saved_fraction: saved,
      messages_after: 1,
      parts: { kept: 1, replaced: 0, put_aside: 0, dropped: 0 },
      trigger: null,
    },
    cache: {
      prefix_tokens_kept: 0,
      suffix_tokens_rewritten: 0,
      break_even_requests: null,
      net_cost_after_10_requests: null,
    },
    refs: [],
    warnings: [],
    evaluation: {
      validity: { valid: !invalid, violations: invalid ? [{ code: "orphan-result", message: "" }] : [] },
      retention: { total: 0.5, by_kind: { path: 0.5, url: null } },
      faithfulness: 1,
      hindsight: {
        needed: 40,
        recall,
        needed_spans: 2,
        span_recall: 1,
        sole_source_recall: recall,
        regret: Array.from({ length: regrets }, (_, at) => regretOf(at)),
        regret_total: regrets,
        oracle_saved_tokens: 700,
      },
      artifact_trail: {
        f1: recall,
        precision: 1,
        recall,
        operations: 3,
        missed_total: 1,
        missed: [{ path: "src/a.ts", operation: "modified", source: { message: 4, part_id: "p4" } }],
        untrue: [],
      },
      recoverability: { share: 0.5 },
      lost_statements: [{ kind: "instruction", text: "never | edit `a`", source: { message: 0, part_id: "p0" } }],
      lost_facts: [
        {
          kind: "path",
          of: 4,
          lost: 1,
          facts: [{ value: "src/0.ts", messages: 2, source: { message: 2, part_id: "p2" } }],
        },
      ],
      economics: { refetch_tokens: 120, tokens_per_task: 5000 * (1 - saved), tokens_per_task_original: 5000 },
      dimensions: { overall: null },
      metrics: { verbatim_recall: runs ?? null, rare_word_recall: rareWords ?? null },
    },
    edits: [],
    provenance: [],
  });

const regretOf = (at: number): RegretAnswer => ({
  kind: "path",
  value: `src/${at}.ts`,
  source: { message: at, part_id: `p${at}` },
  first_use: { calls_later: Math.abs(10 - at) },
  tokens: 50,
  recoverable: at % 2 === 0,
});

/** An answer in the shape of POST /api/compress/compare. */
export const sketchComparison = (...sketches: Sketch[]): CompareAnswer =>
  sketchAnswer<CompareAnswer>({
    original: {
      ...{ tokens_before: 1000, messages_before: 10, request: 3, agent: "main", number: 4 },
      tokenizer: { id: "o200k", basis: "exact" },
    },
    results: sketches.map(resultOf),
  });
