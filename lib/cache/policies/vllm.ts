import { LruRuns } from "../lru-runs";
import { keepAnswer } from "./ideal";
import { type CachePolicy, readOnly } from "./policy";

const FACTS = {
  source: "vllm-project/vllm, docs/design/prefix_caching.md",
  asOf: "2026-11-21",
  block: 16,
} as const;

/**
 * Full blocks with chained hashes, least recently used evicted first and the tail of a prompt before its beginning. Two
 * prompts share a block exactly when they share the node in which it ends, so no block is ever hashed. The salt of a
 * request is part of its scope. The last token is always computed.
 */
export const vllmBlocks: CachePolicy = {
  id: "vllm-blocks",
  title: "vLLM: chained block hashes, LRU",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  run(requests, options) {
    const block = options.block ?? FACTS.block;
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
};
