import type { RunVersions, StaleReason } from "./schemas/run";

/** Why a result may not be what would come out today. `isAll`: it was over every session that there was. */
export function staleReasons(then: RunVersions, now: RunVersions, isAll = false): StaleReason[] {
  const ids = Object.keys(then.files);
  const gone = ids.filter((id) => now.files[id] === undefined);
  const changed = ids.filter((id) => now.files[id] !== undefined && now.files[id] !== then.files[id]);
  const added = isAll ? Object.keys(now.files).filter((id) => then.files[id] === undefined) : [];
  const strategies = Object.keys(then.strategies).filter((id) => now.strategies[id] !== then.strategies[id]);
  const reasons: readonly (readonly [boolean, StaleReason["code"], string])[] = [
    [then.parser !== now.parser, "parser-changed", "transcripts are read differently now"],
    [changed.length > 0, "session-changed", `${counted(changed, "session")} changed since`],
    [gone.length > 0, "session-gone", `${counted(gone, "session")} deleted since`],
    [added.length > 0, "session-added", `${counted(added, "session")} imported since`],
    [strategies.length > 0, "strategy-changed", `changed since: ${strategies.join(", ")}`],
  ];
  return reasons.filter(([isStale]) => isStale).map(([, code, message]) => ({ code, message }));
}

const counted = (ids: readonly string[], word: string): string =>
  ids.length === 1 ? `one ${word}` : `${ids.length} ${word}s`;
