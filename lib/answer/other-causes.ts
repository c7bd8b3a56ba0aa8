import type { Amount } from "../api/schemas/cost-answer";
import type { CacheFinding } from "../cache/findings/finding";
import { requestRates } from "../cache/lost-money";
import { modelPricesAt } from "../models/price-at";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { between, known, unknown } from "./amount";
import { bareCause, type CauseFacts } from "./cause-facts";

/** Tools that the prompts defined but no request called: their names, tokens and cost. */
export type UnusedDefinitions = {
  readonly names: readonly string[];
  readonly tokens: number;
  readonly cost: number | null;
};

/** Losses that are neither breaks nor useless parts. */
export function otherCauses(
  findings: readonly CacheFinding[],
  requests: readonly ModelRequest[],
  unused: UnusedDefinitions | null,
): CauseFacts[] {
  return [
    ...findings.flatMap((finding) => {
      if (finding.kind !== "loss") return [];
      if (finding.id === "unread-writes" || finding.id === "nothing-marked") return [priced(finding)];
      return finding.id === "doubled-results" ? [doubledResults(finding, requests)] : [];
    }),
    ...(unused === null || unused.names.length === 0 ? [] : [unusedTools(unused)]),
  ];
}

/**
 * A loss whose rule computed its money from reported usage. A request that the log lacks may have read an agent's last
 * writes.
 */
const priced = (finding: CacheFinding): CauseFacts => ({
  ...ofFinding(finding),
  confidence: finding.id === "unread-writes" ? "likely" : "certain",
  money: finding.lostCost === null ? unknown("no-price") : known(finding.lostCost.amount),
});

/** The prompts show the copies, but sizes do not show whether each was read from the cache or paid for in full. */
const doubledResults = (finding: CacheFinding, requests: readonly ModelRequest[]): CauseFacts => ({
  ...ofFinding(finding),
  money: betweenRates(finding, requests),
});

function betweenRates({ requests: positions, lostTokens }: CacheFinding, requests: readonly ModelRequest[]): Amount {
  const rates = positions.flatMap((position) => {
    const request = requests[position];
    const prices = modelPricesAt(request?.model ?? null, request?.startedAt);
    return request?.usage && prices ? [requestRates(request.usage, prices)] : [];
  });
  if (rates.length < positions.length) return unknown("no-price");
  const low = Math.min(...rates.map(({ read }) => read));
  const high = Math.max(...rates.map(({ write, uncached }) => Math.max(write, uncached)));
  return between((lostTokens * low) / 1e6, (lostTokens * high) / 1e6);
}

const ofFinding = (finding: CacheFinding): CauseFacts => ({
  ...bareCause(finding.id as CauseFacts["id"]),
  tokens: finding.lostTokens,
  requests: finding.requests,
  count: finding.requests.length,
  finding,
});

const unusedTools = ({ names, tokens, cost }: UnusedDefinitions): CauseFacts => ({
  ...bareCause("unused-tools"),
  confidence: "certain",
  money: cost === null ? unknown("no-price") : known(cost),
  tokens,
  count: names.length,
  noun: "tools",
  action: "see-parts",
});
