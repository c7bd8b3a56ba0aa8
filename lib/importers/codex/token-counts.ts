import { asCount, asObject, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { readResponsesUsage } from "../openai-usage";

/** Tokens of the call a `token_count` row reports, or why it reports none. */
export type TokenReport =
  | { readonly usage: Usage; readonly prompt: number | null }
  | { readonly skip: "no figures" | "repeat" };

/**
 * Codex repeats `token_count` for its screen: half of all rows are copies. A row whose running total equals the one
 * before it is a copy; what is left sums up to the final total.
 */
export class TokenCounts {
  private previous: JsonObject | null = null;

  read(payload: JsonObject): TokenReport {
    const info = asObject(payload.info) ?? (hasTotals(payload) ? payload : null);
    const total = asObject(info?.total_token_usage);
    const last = asObject(info?.last_token_usage);
    if (!info || (!total && !last)) return { skip: "no figures" };
    if (total && this.previous && isSame(total, this.previous)) return { skip: "repeat" };
    const usage = readResponsesUsage(last ?? (total && difference(total, this.previous)));
    if (total) this.previous = total;
    if (!usage) return { skip: "no figures" };
    return { usage, prompt: asCount((last ?? total)?.input_tokens) };
  }
}

const hasTotals = (payload: JsonObject) => "total_token_usage" in payload;

const COUNTERS = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
  "reasoning_output_tokens",
  "total_tokens",
];

const isSame = (left: JsonObject, right: JsonObject) => COUNTERS.every((key) => left[key] === right[key]);

/** For logs that hold only the running total. It starts again after a resume; then it is the difference itself. */
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
