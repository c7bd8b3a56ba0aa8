import type { PrefixNode } from "../../requests/prefix-tree";
import { PrefixRuns, type Run } from "../prefix-runs";
import { SECONDS, TOKENS } from "./option-values";
import { definePolicy, type PolicyRequest, readOnly, tokensOf } from "./policy";

/**
 * An upper bound for all other policies: the longest prefix that any earlier request of the same scope sent, answered
 * or not.
 */
export const idealPrefix = definePolicy({
  id: "ideal-prefix",
  title: "Ideal: the longest common prefix is always read",
  short: "ideal",
  summary: "The common prefix of two prompts is always read, however old it is. No real cache can do better.",
  source: "definition",
  asOf: "2026-11-22",
  isStructural: true,
  options: {
    ttl: SECONDS.optional().describe("Seconds an entry lives after its last use; if not set, there is no limit."),
    minimum: TOKENS.default(0).describe("Shortest prefix that is read, in tokens."),
  },
  run(requests, options) {
    const runs = new PrefixRuns();
    const ttl = options.ttl ?? Number.POSITIVE_INFINITY;
    return requests.map((request) => {
      if (options.reuseOutputs) keepAnswer(runs, request);
      const read = tokensOf(runs.deepest(request.leaf, (run) => request.start - run.time <= ttl));
      runs.visit(request.leaf, request);
      return readOnly(request, read >= options.minimum ? read : 0);
    });
  },
});

/** Visits each prompt in turn and returns its deepest node that is readable and was used within `ttl` seconds. */
export function liveReader(): (request: PolicyRequest, ttl: number) => PrefixNode | null {
  const runs = new PrefixRuns();
  return (request, ttl) => {
    const node = runs.deepest(request.leaf, (run) => isReadable(run, request, ttl));
    runs.visit(request.leaf, request);
    return node;
  };
}

const isReadable = (run: Run, request: PolicyRequest, ttl: number): boolean =>
  request.start - run.time <= ttl && (run.chain === request.chain || run.ready <= request.start);

/** Adds the previous answer, which is as old as the request that produced it. */
export function keepAnswer(runs: PrefixRuns, request: PolicyRequest) {
  const shared = request.answer === null ? null : runs.shared(request.answer);
  if (request.answer === null || shared === null || shared === request.answer) return;
  const { time: start, ready, chain } = runs.runAt(shared);
  runs.visit(request.answer, { start, ready, chain });
}
