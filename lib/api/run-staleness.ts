import type { RunVersions, StaleReason } from "./schemas/run";

/**
 * Why a result may not be what would come out today. `now.files` has those of its sessions that there are still; `added` says
 * how many came since to those that it would be over.
 */
export function staleReasons(then: RunVersions, now: RunVersions, added = 0): StaleReason[] {
  const ids = Object.keys(then.files);
  const gone = ids.filter((id) => now.files[id] === undefined);
  const changed = ids.filter((id) => now.files[id] !== undefined && now.files[id] !== then.files[id]);
  const strategies = Object.keys(then.strategies).filter((id) => now.strategies[id] !== then.strategies[id]);
  const prices = changedPrices(then.prices, now.prices, gone.length > 0);
  const reasons: readonly (readonly [boolean, StaleReason["code"], string])[] = [
    [then.parser !== now.parser, "parser-changed", "transcripts are read differently now"],
    [then.measures !== now.measures, "measures-changed", "losses or costs are measured differently now"],
    [changed.length > 0, "session-changed", `${counted(changed.length, "session")} changed since`],
    [gone.length > 0, "session-gone", `${counted(gone.length, "session")} deleted since`],
    [added > 0, "session-added", `${counted(added, "session")} imported since`],
    [strategies.length > 0, "strategy-changed", `changed since: ${strategies.join(", ")}`],
    [prices.length > 0, "price-changed", `prices or limits changed since: ${prices.join(", ")}`],
  ];
  return reasons.filter(([isStale]) => isStale).map(([, code, message]) => ({ code, message }));
}

/**
 * Models whose facts are others now, or that are others now. What older versions saved names none and cannot be judged; a
 * session that is gone takes its models with it, which is no change of a price.
 */
function changedPrices(then: RunVersions["prices"], now: RunVersions["prices"], isGone: boolean): string[] {
  if (Object.keys(then).length === 0) return [];
  const names = new Set([...(isGone ? [] : Object.keys(then)), ...Object.keys(now)]);
  return [...names].filter((model) => then[model] !== now[model]).sort();
}

const counted = (number: number, word: string): string => (number === 1 ? `one ${word}` : `${number} ${word}s`);
