import { ancestors, type PrefixNode } from "../../requests/prefix-tree";
import { PrefixRuns } from "../prefix-runs";
import { liveReader } from "./ideal";
import { AT_LEAST_ONE, SECONDS } from "./option-values";
import { definePolicy, type PolicyRequest, readOnly, tokensOf } from "./policy";

const FACTS = {
  source: "api-docs.deepseek.com, context caching",
  asOf: "2026-10-31",
  /** DeepSeek documents "hours to days". Units take seconds to build. */
  ttl: 86_400,
  delay: 5,
  legacyUnit: 64,
} as const;

const ttl = SECONDS.default(FACTS.ttl).describe("Seconds a unit lives after its last use.");

/** Reads only complete units: ends of prompts and answers, and prefixes that were found to repeat. */
export const deepseekUnits = definePolicy({
  id: "deepseek-units",
  title: "DeepSeek: complete prefix units",
  short: "automatic, on disk",
  summary: "Prompts and answers are stored on disk as units; a prompt reads the longest unit that it starts with.",
  source: FACTS.source,
  asOf: FACTS.asOf,
  isStructural: true,
  options: {
    ttl,
    interval: AT_LEAST_ONE.optional().describe("Tokens between further units; if not set, there are none."),
  },
  run(requests, options) {
    const units = new Units(options.ttl);
    const runs = new PrefixRuns();
    return requests.map((request) => {
      if (request.answer) units.keepAnswer(request.answer, request);
      const read = Math.max(tokensOf(units.find(request)), intervalRead(request, runs, options));
      const common = runs.shared(request.leaf);
      if (common !== null) units.keep(common, request.start, request);
      runs.visit(request.leaf, request);
      units.keep(request.leaf, request.start, request);
      return readOnly(request, read);
    });
  },
});

/** As announced in 2024: any common prefix, in units of 64 tokens. */
export const deepseekLegacy = definePolicy({
  id: "deepseek-legacy-64",
  title: `DeepSeek 2024: units of ${FACTS.legacyUnit} tokens`,
  short: "automatic, on disk",
  summary: "The common prefix of two prompts is read, rounded down to full units of tokens.",
  source: "api-docs.deepseek.com, announcement of 2024-08-02",
  asOf: "2024-08-02",
  isStructural: true,
  options: { ttl, interval: AT_LEAST_ONE.default(FACTS.legacyUnit).describe("Size of a unit, in tokens.") },
  run(requests, { ttl, interval: unit }) {
    const reader = liveReader();
    return requests.map((request) => {
      const common = tokensOf(reader(request, ttl));
      return readOnly(request, unit * Math.floor(common / unit));
    });
  },
});

/** Reads units at fixed intervals, if an interval is given; DeepSeek has not published its length. */
function intervalRead(
  request: PolicyRequest,
  runs: PrefixRuns,
  { interval, ttl }: { readonly interval?: number | undefined; readonly ttl: number },
): number {
  if (interval === undefined) return 0;
  const node = runs.deepest(request.leaf, (run) => request.start - run.time <= ttl);
  return interval * Math.floor(tokensOf(node) / interval);
}

class Units {
  private readonly entries = new Map<PrefixNode, { available: number; expires: number }>();

  constructor(private readonly ttl: number) {}

  keep(node: PrefixNode, time: number, { hasTime }: PolicyRequest) {
    const known = this.entries.get(node);
    const available = Math.min(known?.available ?? Number.POSITIVE_INFINITY, time + (hasTime ? FACTS.delay : 0));
    this.entries.set(node, { available, expires: time + this.ttl });
  }

  /** Keeps the previous answer, which this prompt repeats unchanged. */
  keepAnswer(node: PrefixNode, request: PolicyRequest) {
    if (!this.entries.has(node)) this.keep(node, request.previousReady, request);
  }

  find(request: PolicyRequest): PrefixNode | null {
    for (const node of ancestors(request.leaf)) {
      const entry = this.entries.get(node);
      if (entry === undefined || entry.available > request.start || request.start > entry.expires) continue;
      entry.expires = request.start + this.ttl;
      return node;
    }
    return null;
  }
}
