import type { Analysis } from "../../lib/pipeline/analyze-session";
import { prepareReplay, type ReplayOptions } from "../../lib/replay/prepare-replay";
import { replayPolicy } from "../../lib/replay/replay-policy";
import type { Replay, ReplayPolicy } from "../../lib/replay/replay-types";

/**
 * Runs each policy over the session, request by request. Assumes that the agent would have acted as logged whatever the
 * prompt. A fact that the agent used after the policy had removed it counts as fetched again. Linear in messages, plus
 * one run of the recipe each time a trigger fires. `onPolicy` is called before each policy, with its index.
 */
export function replaySession(
  analysis: Analysis,
  policies: readonly ReplayPolicy[],
  { onPolicy, ...options }: ReplayOptions & { readonly onPolicy?: (index: number) => void },
): Replay[] {
  const prepared = prepareReplay(analysis, options);
  return policies.map((policy, index) => {
    onPolicy?.(index);
    return replayPolicy(prepared, policy);
  });
}
