import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { ReportedLimits } from "../../transcript/session";
import type { Usage } from "../../transcript/usage";
import { readResponsesUsage } from "../openai-usage";

/** Token counts of the call in a row, or why there are none. */
export type TokenReport =
  | {
      readonly usage: Usage;
      readonly prompt: number | null;
      readonly limits: ReportedLimits | null;
      /** The running total including this call, and this call's share of it; null if the log has no total. */
      readonly total: { readonly now: number; readonly added: number } | null;
    }
  | { readonly skip: "no figures" | "repeat" | "of what came before the file" | "in a usage record" | "other thread" };

/**
 * Codex repeats `token_count` for its screen, so half of all these rows are copies. A row whose running total equals
 * the previous row's is a copy. Since 0.147 there is also one usage record per response. If there are records, they are
 * used and the token counts are repetitions.
 */
export class TokenCounts {
  private previous: JsonObject | null = null;
  private lastCount: JsonObject | null = null;
  private readonly records = new Set<string>();

  /** Reads a `token_count` row. `isBeforeItems`: no model item has been read yet. */
  read(payload: JsonObject, isBeforeItems = false): TokenReport {
    const info = asObject(payload.info) ?? (hasTotals(payload) ? payload : null);
    const total = asObject(info?.total_token_usage);
    const last = asObject(info?.last_token_usage);
    if (!info || (!total && !last)) return { skip: "no figures" };
    if (total && this.previous && isSame(total, this.previous)) return { skip: "repeat" };
    const before = this.previous;
    if (total) this.previous = total;
    if (this.records.size > 0) return { skip: "in a usage record" };
    // A fork or a resumed session begins with the last figures of its parent.
    if (isBeforeItems && !before && last && totalOf(total) > totalOf(last))
      return { skip: "of what came before the file" };
    const used = last ?? (total && difference(total, before));
    const usage = readResponsesUsage(used);
    if (!usage || !used) return { skip: "no figures" };
    this.lastCount = used;
    const running = total ? { now: totalOf(total), added: totalOf(used) } : null;
    return { usage, prompt: asCount((last ?? total)?.input_tokens), limits: limitsOf(info), total: running };
  }

  /** Reads a `token_usage_record` of the thread `own`. There is one per response; repeated records are skipped. */
  readRecord(record: JsonObject, own: string): TokenReport {
    const thread = asText(record.thread_id);
    if (thread !== null && own !== "" && thread !== own) return { skip: "other thread" };
    const key = asText(record.response_id) ?? JSON.stringify(record);
    if (this.records.has(key)) return { skip: "repeat" };
    const used = asObject(record.usage);
    const usage = readResponsesUsage(used);
    if (!usage || !used) return { skip: "no figures" };
    const isFirst = this.records.size === 0;
    this.records.add(key);
    // The first record may come after the token count of the same response.
    if (isFirst && this.lastCount && isSame(used, this.lastCount)) return { skip: "repeat" };
    return { usage, prompt: asCount(used.input_tokens), limits: limitsOf(record), total: null };
  }
}

/** The window that Codex uses: 95 % of the model's. */
export function limitsOf(info: JsonObject): ReportedLimits | null {
  const window = asCount(info.model_context_window);
  return window === null || window === 0 ? null : { window };
}

const hasTotals = (payload: JsonObject) => "total_token_usage" in payload;
const totalOf = (usage: JsonObject | null) => asCount(usage?.total_tokens) ?? 0;

const COUNTERS = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
  "total_tokens",
];

const isSame = (left: JsonObject, right: JsonObject) => COUNTERS.every((key) => left[key] === right[key]);

/**
 * The usage of a call in logs that contain only the running total. After a resume the total restarts and is itself the
 * usage.
 */
function difference(total: JsonObject, previous: JsonObject | null): JsonObject {
  const isReset = (asCount(total.total_tokens) ?? 0) < (asCount(previous?.total_tokens) ?? 0);
  if (!previous || isReset) return total;
  return Object.fromEntries(
    COUNTERS.flatMap((key) => {
      const now = asCount(total[key]);
      return now === null ? [] : [[key, Math.max(0, now - (asCount(previous[key]) ?? 0))]];
    }),
  );
}
