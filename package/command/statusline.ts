import * as z from "zod";
import { visibleLine } from "@/lib/exporters/visible-text";
import { freshNote } from "./hook-notes";

/** Claude Code's input to a status line; everything may be absent. */
const input = z.object({
  session_id: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .catch(undefined),
  model: z.object({ display_name: z.string().optional() }).optional(),
  context_window: z
    .object({
      context_window_size: z.number().nullish(),
      used_percentage: z.number().nullish(),
      current_usage: z
        .object({
          input_tokens: z.number().nullish(),
          cache_read_input_tokens: z.number().nullish(),
          cache_creation_input_tokens: z.number().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  cost: z.object({ total_cost_usd: z.number().nullish() }).nullish(),
  prompt_cache: z
    .object({
      warm: z.boolean().nullish(),
      recache_tokens_if_cold: z.number().nullish(),
      last_miss_cause: z.object({ causes: z.array(z.string()).nullish() }).nullish(),
    })
    .nullish(),
});

/** One line: a compaction of the last minute, window, cache and cost. Empty if nothing is known: an error would blank the client's line. */
export function statusLine(text: string): string {
  const parsed = input.safeParse(jsonOf(text));
  if (!parsed.success) return "";
  const { session_id: session, model, context_window: room, cost, prompt_cache: cache } = parsed.data;
  return [
    session === undefined ? null : freshNote(session, "status"),
    model?.display_name,
    fillOf(room),
    readOf(room?.current_usage),
    warmthOf(cache),
    causesOf(cache),
    moneyOf(cost),
  ]
    .filter((piece) => piece !== undefined && piece !== null)
    .map(visibleLine)
    .join(" · ");
}

type Input = z.infer<typeof input>;

function fillOf(room: Input["context_window"]): string | null {
  const share = room?.used_percentage;
  if (share === undefined || share === null) return null;
  const filled = Math.max(0, Math.min(10, Math.round(share / 10)));
  const size = room?.context_window_size;
  const of = size ? ` of ${size >= 1e6 ? `${size / 1e6}M` : `${Math.round(size / 1e3)}k`}` : "";
  return `${"█".repeat(filled)}${"░".repeat(10 - filled)} ${Math.round(share)} %${of}`;
}

/** The share of the last prompt read from the cache. */
function readOf(usage: NonNullable<Input["context_window"]>["current_usage"]): string | null {
  if (!usage) return null;
  const read = usage.cache_read_input_tokens ?? 0;
  const prompt = read + (usage.cache_creation_input_tokens ?? 0) + (usage.input_tokens ?? 0);
  return prompt === 0 ? null : `cache ${Math.round((read / prompt) * 100)} % read`;
}

/** Whether the next prompt can read the cache, and how much is rewritten if it cannot. */
function warmthOf(cache: Input["prompt_cache"]): string | null {
  if (typeof cache?.warm !== "boolean") return null;
  if (cache.warm) return "warm";
  const again = cache.recache_tokens_if_cold;
  return again ? `cold: ${Math.round(again / 1e3)}k tokens are written again` : "cold";
}

function causesOf(cache: Input["prompt_cache"]): string | null {
  const causes = cache?.last_miss_cause?.causes ?? [];
  return causes.length === 0 ? null : `last miss: ${causes.join(", ").slice(0, 60)}`;
}

const moneyOf = (cost: Input["cost"]): string | null =>
  typeof cost?.total_cost_usd === "number" ? `$${cost.total_cost_usd.toFixed(2)}` : null;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
