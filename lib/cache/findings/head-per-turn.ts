import type { CacheBreak } from "../cache-break";
import { sumMoney } from "../money";
import type { FindingContext, FindingRule } from "./finding";
import { sumTokens } from "./transitions";

const LEAST = 3;
const SHARE = 0.8;

/**
 * Unexplained reads of exactly 0 that come with nearly every typed message and hardly ever else. The head is not in such
 * a log, so this is no cause of a break; but what changes with each turn and reaches the first token is in the head.
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
    title: "The head seems to change with each typed message",
    kind: "loss",
    requests: typed.map(({ request }) => request),
    lostTokens: sumTokens(typed),
    lostCost: sumMoney(typed.map(({ lostCost }) => lostCost)),
    evidence: [
      `${typed.length} of ${empty.length} unexplained reads of exactly 0 come right after a typed message, within the time to live: most likely the client builds the system prompt or the tools anew with each turn (a clock, a list of files). The log does not hold the head, so this is a pattern, not a proof.`,
    ],
    advice: "Build the head once per session; put the time and other news of a turn into the turn's own message.",
  };
};

function followsTyped({ request }: CacheBreak, { calls, session }: FindingContext): boolean {
  const call = calls[request];
  let before = request - 1;
  while (before >= 0 && calls[before]?.agent !== call?.agent) before -= 1;
  const between = session?.messages.slice(calls[before]?.span.end ?? 0, call?.span.end ?? 0) ?? [];
  return between.some(({ agent, origin }) => agent === call?.agent && origin === "typed");
}
