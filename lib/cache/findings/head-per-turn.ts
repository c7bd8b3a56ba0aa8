import { sumMoney } from "../money";
import type { FindingContext, FindingRule } from "./finding";
import { sumTokens } from "./transitions";

const LEAST = 3;
const SHARE = 0.8;
/** Minimum share of typed messages that such a read follows. A change at every turn causes a miss at every turn. */
const SHARE_OF_TURNS = 0.5;

/**
 * Unexplained reads of exactly 0 that follow most typed messages and almost nothing else. Such a log lacks tools and
 * system prompt, so it cannot prove a cause. But a change at every turn that affects the first token can only be there.
 */
export const headPerTurn: FindingRule = (context) => {
  const { report, calls } = context;
  const empty = (report?.breaks ?? []).filter(
    ({ request, cause }) => cause === "unknown" && calls[request]?.usage?.cacheRead === 0,
  );
  const typed = empty.filter(({ request }) => followsTyped(request, context));
  if (typed.length < LEAST || typed.length < SHARE * empty.length) return null;
  const turns = calls.filter((_, request) => followsTyped(request, context)).length;
  if (typed.length < SHARE_OF_TURNS * turns) return null;
  return {
    id: "head-per-turn",
    kind: "loss",
    requests: typed.map(({ request }) => request),
    lostTokens: sumTokens(typed),
    lostCost: sumMoney(typed.map(({ lostCost }) => lostCost)),
    evidence: [{ id: "empty-reads", typed: typed.length, empty: empty.length }],
  };
};

/** True if a person typed between a request and the same agent's previous one; false for an agent's first request. */
function followsTyped(request: number, { calls, session }: FindingContext): boolean {
  const call = calls[request];
  let before = request - 1;
  while (before >= 0 && calls[before]?.agent !== call?.agent) before -= 1;
  if (before < 0) return false;
  const between = session?.messages.slice(calls[before]?.span.end ?? 0, call?.span.end ?? 0) ?? [];
  return between.some(({ agent, origin }) => agent === call?.agent && origin === "typed");
}
