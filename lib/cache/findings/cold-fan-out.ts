import { cacheWritten } from "../../transcript/usage";
import type { CacheRequest } from "../cache-request";
import { chainKey, gapBetween } from "../read-expectation";
import { FIVE_MINUTES } from "../time-to-live";
import type { FindingRule } from "./finding";
import { moneyOf, sumTokens } from "./transitions";

/**
 * First requests of different agents that started before the first of them began to answer, so each wrote its own
 * prefix. An agent that starts later shows the most that they can share.
 */
export const coldFanOut: FindingRule = ({ requests, modelOf }) => {
  const all = firstOfChains(requests);
  const firsts = all.filter(wroteCold);
  const lost = firsts.flatMap((request) => {
    const leader = firsts.find((other) => other !== request && overlaps(other, request) && isBefore(other, request));
    if (leader === undefined) return [];
    const lostTokens = Math.min(writtenBy(leader), writtenBy(request), sharedAtMost(leader, all));
    return lostTokens === 0 ? [] : [{ request, position: requests.indexOf(request), lostTokens }];
  });
  if (lost.length === 0) return null;
  return {
    id: "cold-fan-out",
    kind: "risk",
    requests: lost.map(({ position }) => position),
    lostTokens: sumTokens(lost),
    lostCost: moneyOf(lost, modelOf),
    evidence: [{ id: "started-together", requests: lost.length }],
  };
};

function firstOfChains(requests: readonly CacheRequest[]): CacheRequest[] {
  const seen = new Set<string>();
  return requests.filter((request) => {
    const isFirst = !seen.has(chainKey(request));
    seen.add(chainKey(request));
    return isFirst;
  });
}

const writtenBy = ({ usage }: CacheRequest): number => (usage === null ? 0 : (cacheWritten(usage) ?? 0));
const wroteCold = (request: CacheRequest) => writtenBy(request) > (request.usage?.cacheRead ?? 0);
const endOf = ({ firstTokenAt, endedAt, startedAt }: CacheRequest) => firstTokenAt ?? endedAt ?? startedAt ?? "";
const isBefore = (a: CacheRequest, b: CacheRequest) =>
  (a.startedAt ?? "") < (b.startedAt ?? "") || (a.startedAt === b.startedAt && a.index < b.index);

/** What agents read that started when the leader's entry was readable; infinite if none did. */
function sharedAtMost(leader: CacheRequest, firsts: readonly CacheRequest[]): number {
  const after = firsts.filter((request) => {
    const gap = gapBetween(leader, request);
    const isReadable = (request.startedAt ?? "") >= endOf(leader) && gap !== null && gap <= FIVE_MINUTES;
    return isReadable && request.agent !== leader.agent && request.model === leader.model;
  });
  return after.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...after.map(({ usage }) => usage?.cacheRead ?? 0));
}

function overlaps(leader: CacheRequest, request: CacheRequest): boolean {
  if (leader.startedAt === undefined || request.startedAt === undefined) return false;
  return leader.model === request.model && leader.agent !== request.agent && request.startedAt < endOf(leader);
}
