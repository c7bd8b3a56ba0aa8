import type { Analysis } from "../../lib/pipeline/analyze-session";
import { prepareReplay, type ReplayOptions } from "../../lib/replay/prepare-replay";
import { replayPolicy } from "../../lib/replay/replay-policy";
import type { Replay, ReplayPolicy } from "../../lib/replay/replay-types";

/**
 * Runs each policy over the session, request by request. It assumes that the agent does the same with any prompt; facts
 * that it used although they were gone are counted as fetched again. Linear in messages, plus one run of the recipe
 * each time a trigger fires. `onPolicy` is called before each policy, with its index.
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
