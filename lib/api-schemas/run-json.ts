import type { CorpusJson } from "./corpus-json";
import type { ComparisonSummary, EvaluationSummary, ReplaySummary } from "./run-summary";

export const RUN_KINDS = ["comparison", "replay", "evaluation", "corpus"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** What a result stands on; another today makes the run stale. */
export type RunVersions = {
  /** Of the importers and the derived files. */
  readonly parser: number;
  /** Content of each session's file, by session. */
  readonly files: Readonly<Record<string, string>>;
  readonly strategies: Readonly<Record<string, string>>;
};

export type StaleReason = {
  readonly code: "parser-changed" | "session-changed" | "session-gone" | "session-added" | "strategy-changed";
  readonly message: string;
};

/** A run in a list. */
export type RunRow = {
  readonly id: string;
  readonly kind: RunKind;
  readonly title: string;
  /** null = over many sessions. */
  readonly session_id: string | null;
  readonly created_at: string;
  /** Empty: computed today it would be the same. */
  readonly stale: readonly StaleReason[];
};

/** `GET /api/runs/:id`. */
export type RunJson = RunRow & {
  readonly params: Readonly<Record<string, unknown>>;
  readonly versions: RunVersions;
  readonly result: ComparisonSummary | ReplaySummary | EvaluationSummary | CorpusJson;
};

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
