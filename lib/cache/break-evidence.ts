import type { BreakCause } from "./break-cause";
import type { DivergedBlock, Divergence } from "./divergence";

/** A tool call, typed command or tool server that can change the tools or the text at the start of the prompt. */
export type HeadChange = {
  readonly by: "tool" | "command" | "server-added" | "server-removed";
  readonly name: string;
};

/**
 * One observation for or against a cause of a cache break. `lib/read-models/words` turns it into a sentence. Sizes
 * are tokens, times are seconds.
 */
export type BreakEvidence =
  /** The provider itself reported the cause. `own`: what the log alone indicates, null if it agrees. */
  | {
      readonly id: "reported-cause";
      readonly reason: string;
      readonly own: { readonly cause: BreakCause; readonly evidence: BreakEvidence } | null;
    }
  | { readonly id: "below-minimum"; readonly tokens: number; readonly minimum: number }
  | { readonly id: "model-switched"; readonly from: string | null; readonly to: string | null }
  /**
   * The provider refused attempts until the entries had expired. No two attempts were further apart than the entries'
   * lifetime.
   */
  | { readonly id: "refused"; readonly attempts: number; readonly gap: number; readonly timeToLive: number }
  /** `marker`: how the log records it; null if only the sizes of the two prompts show it. */
  | {
      readonly id: "compacted";
      readonly marker: "compaction" | "micro-compaction" | null;
      readonly before: number;
      readonly after: number;
    }
  | { readonly id: "rewound" }
  /** The prompt became this much smaller although messages were added. */
  | { readonly id: "shrunk"; readonly tokens: number }
  | {
      readonly id: "prompts-differ";
      readonly sharedTokens: number;
      readonly block: Pick<DivergedBlock, "id" | "kind">;
      readonly change: Divergence["kind"];
    }
  | { readonly id: "beyond-look-back"; readonly positions: number; readonly lookBack: number }
  /** The requests to another model since this model's last one, and the positions that they added. */
  | { readonly id: "model-returned"; readonly requests: number; readonly positions: number; readonly lookBack: number }
  | { readonly id: "fell-to-floor"; readonly after: HeadChange }
  | { readonly id: "thinking-switched"; readonly on: boolean }
  /** `on`: answers come as a stream again; otherwise this one came in one piece. */
  | { readonly id: "streaming-switched"; readonly on: boolean }
  /** The log states the switch, in the client's words. */
  | { readonly id: "thinking-set"; readonly from: string; readonly to: string }
  | { readonly id: "mode-switched"; readonly from: string; readonly to: string }
  /** The read ends within the unlogged start of the prompt. */
  | { readonly id: "ended-in-unlogged-start"; readonly read: number; readonly unlogged: number }
  /** Everything but the newest cache entry was read. */
  | { readonly id: "newest-entry-unread" }
  /** The prompt repeats the previous one, whose cache entries should still be valid. */
  | { readonly id: "prompt-unchanged" }
  | { readonly id: "nothing-explains" }
  | Circumstance;

/** Further evidence for or against a cause; never proof by itself. */
export type Circumstance =
  /** `isLogged`: the log shows the time to live; otherwise the provider's default. */
  | { readonly id: "expired"; readonly gap: number; readonly timeToLive: number; readonly isLogged: boolean }
  | { readonly id: "readable-and-read"; readonly readable: number; readonly read: number }
  | { readonly id: "start-unread" }
  | { readonly id: "recurring-floor"; readonly tokens: number; readonly times: number }
  | { readonly id: "read-lags" }
  /** The provider gave a reason that does not identify a cause. */
  | { readonly id: "reported-reason"; readonly reason: string }
  | { readonly id: "not-expired"; readonly gap: number; readonly timeToLive: number }
  /** `isDoubtful`: the gap exceeds the shortest time to live, and the log does not say which one applies. */
  | { readonly id: "hardly-expired"; readonly gap: number; readonly isDoubtful: boolean }
  | { readonly id: "same-model"; readonly model: string }
  /** `grew`: tokens since the previous request. */
  | { readonly id: "not-compacted"; readonly grew: number }
  | { readonly id: "client-restarted" }
  /** The results of these tools' calls took longer than entries live. */
  | { readonly id: "awaited-calls"; readonly tools: readonly string[] }
  | { readonly id: "api-errors"; readonly count: number }
  | { readonly id: "follows-head-change"; readonly after: HeadChange };

const AGAINST: ReadonlySet<BreakEvidence["id"]> = new Set([
  "not-expired",
  "hardly-expired",
  "same-model",
  "not-compacted",
]);

/** True if it is evidence against a cause rather than for one. */
export const isAgainst = ({ id }: BreakEvidence): boolean => AGAINST.has(id);
