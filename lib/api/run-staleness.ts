import type { RunVersions, StaleReason } from "./schemas/run";

/**
 * Why a result may be out of date. `now.files` covers the result's sessions that still exist; `added` is the number of
 * sessions that a new run would add.
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
 * Models whose facts have changed, or that have been replaced. Results saved before prices were stored list no models,
 * so there is nothing to compare. Deleting a session removes its models too, which is not a price change.
 */
function changedPrices(then: RunVersions["prices"], now: RunVersions["prices"], isGone: boolean): string[] {
  if (Object.keys(then).length === 0) return [];
  const names = new Set([...(isGone ? [] : Object.keys(then)), ...Object.keys(now)]);
  return [...names].filter((model) => then[model] !== now[model]).sort();
}

const counted = (number: number, word: string): string => (number === 1 ? `one ${word}` : `${number} ${word}s`);
