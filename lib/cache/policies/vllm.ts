import { LruRuns } from "../lru-runs";
import { keepAnswer } from "./ideal";
import { AT_LEAST_ONE, TOKENS } from "./option-values";
import { definePolicy, readOnly } from "./policy";

const FACTS = {
  source: "vllm-project/vllm, docs/design/prefix_caching.md",
  asOf: "2026-11-21",
  block: 16,
} as const;

/**
 * Full blocks with chained hashes. The least recently used are evicted first, and the end of a prompt before its
 * beginning. Two prompts share a block if and only if they share the node in which it ends, so blocks need no hashing
 * here. The salt of a request is part of its scope. The last token is always computed.
 */
export const vllmBlocks = definePolicy({
  id: "vllm-blocks",
  title: "vLLM: chained block hashes, LRU",
  short: "self-hosted",
  summary: "The server stores prompts in blocks of tokens, and drops the least recently used block.",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  options: {
    block: AT_LEAST_ONE.default(FACTS.block).describe("Size of a block, in tokens."),
    pool: TOKENS.optional().describe("Tokens in the pool; if not set, there is no limit."),
  },
  run(requests, options) {
    const block = options.block;
    const runs = new LruRuns((node) => Math.floor(node.tokens / block));
    const limit = options.pool === undefined ? Number.POSITIVE_INFINITY : Math.floor(options.pool / block);
    return requests.map((request) => {
      if (options.reuseOutputs) keepAnswer(runs, request);
      const usable = Math.floor(Math.max(0, request.leaf.tokens - 1) / block);
      const read = block * Math.min(runs.heldUnits(request.leaf), usable);
      runs.use(request.leaf, request, limit, false);
      return readOnly(request, read);
    });
  },
});
