import { LruRuns } from "../lru-runs";
import { keepAnswer } from "./ideal";
import { AT_LEAST_ONE, TOKENS } from "./option-values";
import { definePolicy, readOnly } from "./policy";

const FACTS = { source: "sgl-project/sglang, RadixAttention", asOf: "2026-11-21", page: 1 } as const;

/** A radix tree over token ids. Least recently used leaves are evicted entirely. The last token is always computed. */
export const sglangRadix = definePolicy({
  id: "sglang-radix",
  title: "SGLang: radix tree, LRU leaves",
  short: "self-hosted",
  summary: "The server stores every prompt as a path of a tree, and drops the least recently used leaf.",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  options: {
    block: AT_LEAST_ONE.default(FACTS.page).describe("Size of a page of the pool, in tokens."),
    pool: TOKENS.optional().describe("Tokens in the pool; if not set, there is no limit."),
  },
  run(requests, options) {
    const page = options.block;
    const runs = new LruRuns((node) => Math.floor(node.tokens / page));
    const limit = options.pool === undefined ? Number.POSITIVE_INFINITY : Math.floor(options.pool / page);
    return requests.map((request) => {
      if (options.reuseOutputs) keepAnswer(runs, request);
      const usable = Math.floor(Math.max(0, request.leaf.tokens - 1) / page);
      const read = page * Math.min(runs.heldUnits(request.leaf), usable);
      runs.use(request.leaf, request, limit, true);
      return readOnly(request, read);
    });
  },
});
