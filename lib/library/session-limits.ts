import type { CompactionAnswer } from "../api/schemas/compaction";
import type { Spend } from "../api/schemas/spend";

/** Limits for a single session. Each is off unless set. */
export type SessionLimits = {
  /** US dollars. */
  readonly sessionCost?: number;
  /** Tool definitions of an MCP server that is never called, as a share of all prompt tokens. */
  readonly uncalledServer?: number;
  /** Facts that a single compaction removed and the agent used later. */
  readonly missedFacts?: number;
};

export type LimitKind = "session-cost" | "uncalled-server" | "missed-facts";

/**
 * A limit that a session exceeds. `value` is null if the log lacks the figure, because a limit that was not checked
 * must not pass.
 */
export type Exceeded = {
  readonly kind: LimitKind;
  readonly value: number | null;
  readonly limit: number;
  /** The MCP server or the compaction's number; empty if the limit is for the entire session. */
  readonly what: string;
};

/** The main agent's compactions; null if one cannot be measured because there is no request before or after it. */
export type MeasuredCompactions = readonly (Pick<CompactionAnswer, "used_later" | "is_summary_unreadable"> | null)[];

export function exceededLimits(
  spend: Spend | null,
  compactions: MeasuredCompactions,
  { sessionCost, uncalledServer, missedFacts }: SessionLimits,
): Exceeded[] {
  return [
    ...(spend && sessionCost !== undefined ? tooCostly(spend, sessionCost) : []),
    ...(spend && uncalledServer !== undefined ? uncalledServers(spend, uncalledServer) : []),
    ...(missedFacts !== undefined ? lossyCompactions(compactions, missedFacts) : []),
  ];
}

/** For a range, its upper end decides. */
function tooCostly({ cost }: Spend, limit: number): Exceeded[] {
  const value = cost.kind === "known" ? cost.usd : cost.kind === "range" ? cost.high : null;
  return value !== null && value <= limit ? [] : [{ kind: "session-cost", value, limit, what: "" }];
}

function uncalledServers({ rows, sent }: Spend, limit: number): Exceeded[] {
  return rows.flatMap(({ group, name, calls, definitions }) => {
    if (group !== "mcp-server" || calls > 0 || sent === 0) return [];
    const value = definitions / sent;
    return value > limit ? [{ kind: "uncalled-server" as const, value, limit, what: name }] : [];
  });
}

function lossyCompactions(compactions: MeasuredCompactions, limit: number): Exceeded[] {
  return compactions.flatMap((compaction, index) => {
    const value = compaction && !compaction.is_summary_unreadable ? compaction.used_later.gone : null;
    if (value !== null && value <= limit) return [];
    return [{ kind: "missed-facts" as const, value, limit, what: String(index + 1) }];
  });
}
