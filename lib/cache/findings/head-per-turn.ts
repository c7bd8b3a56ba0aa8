import type { CacheBreak } from "../cache-break";
import { sumMoney } from "../money";
import type { FindingContext, FindingRule } from "./finding";
import { sumTokens } from "./transitions";

const LEAST = 3;
const SHARE = 0.8;

/**
 * Unexplained reads of exactly 0 after nearly every typed message and hardly anywhere else. Such a log lacks tools and
 * system prompt, so it proves no cause; but a change per turn that affects the first token can only be there.
 */
export const headPerTurn: FindingRule = (context) => {
  const { report, calls } = context;
  const empty = (report?.breaks ?? []).filter(
    ({ request, cause }) => cause === "unknown" && calls[request]?.usage?.cacheRead === 0,
  );
  const typed = empty.filter((entry) => followsTyped(entry, context));
  if (typed.length < LEAST || typed.length < SHARE * empty.length) return null;
  return {
    id: "head-per-turn",
    kind: "loss",
    requests: typed.map(({ request }) => request),
    lostTokens: sumTokens(typed),
    lostCost: sumMoney(typed.map(({ lostCost }) => lostCost)),
    evidence: [{ id: "empty-reads", typed: typed.length, empty: empty.length }],
  };
};

function followsTyped({ request }: CacheBreak, { calls, session }: FindingContext): boolean {
  const call = calls[request];
  let before = request - 1;
  while (before >= 0 && calls[before]?.agent !== call?.agent) before -= 1;
  const between = session?.messages.slice(calls[before]?.span.end ?? 0, call?.span.end ?? 0) ?? [];
  return between.some(({ agent, origin }) => agent === call?.agent && origin === "typed");
}
