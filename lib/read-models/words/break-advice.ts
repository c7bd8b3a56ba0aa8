import type { BreakCause } from "../../cache/break-cause";
import { sentence } from "../../wording/say";

/** What to do about breaks of one cause, if no rule found more. */
export const BREAK_ADVICE: Readonly<
  Record<BreakCause, { readonly title: string; readonly advice: readonly string[] }>
> = {
  "ttl-expiry": {
    title: sentence("The cache expired while idle"),
    advice: [
      sentence(
        "Ask for the one-hour time to live if pauses are common; a write then costs 2 × instead of 1.25 × plain input, once.",
      ),
      sentence(
        "Compact or start anew before a long pause: a cold prompt is written whole, so a smaller one is cheaper, and changing it costs nothing extra.",
      ),
    ],
  },
  "model-switch": {
    title: sentence("The model was switched inside the session"),
    advice: [
      sentence(
        "Caches are kept per model. Choose the model at the start, or give the other model's work to a sub-agent with a prompt of its own.",
      ),
    ],
  },
  compaction: {
    title: sentence("Rewrites after compactions"),
    advice: [sentence("They belong to the compaction and are part of its price.")],
  },
  "history-edit": {
    title: sentence("Earlier parts of the prompt were changed"),
    advice: [
      sentence(
        "Keep what has been sent. Edit late in the prompt, many things at once, or when the cache is cold anyway.",
      ),
    ],
  },
  "tools-changed": {
    title: sentence("Tool definitions changed"),
    advice: [
      sentence("Load every tool at the start, in a fixed order; mask a tool by instruction instead of taking it out."),
    ],
  },
  "system-changed": {
    title: sentence("The system prompt changed"),
    advice: [
      sentence("Move what changes behind the conversation. Update the client between sessions, not inside one."),
    ],
  },
  "params-changed": {
    title: sentence("Request parameters changed"),
    advice: [sentence("Keep cache key, effort, verbosity and output format fixed for the session.")],
  },
  "below-minimum": {
    title: sentence("Prompts below the model's minimum"),
    advice: [sentence("Nothing to do for short conversations: nothing is cached below the minimum.")],
  },
  "lookback-overflow": {
    title: sentence("More was appended at once than the provider looks back over"),
    advice: [sentence("Set a further breakpoint before long runs of blocks, at most 20 positions apart.")],
  },
  "floor-collapse": {
    title: sentence("Only the start of the prompt survived after tools or skills were loaded"),
    advice: [
      sentence(
        "Load skills and tool servers at the start of the session: what is later added to tools or system prompt invalidates all that follows.",
      ),
    ],
  },
  "provider-side": {
    title: sentence("Misses on the provider's side, suspected"),
    advice: [
      sentence(
        "Nothing in the prompt explains them. Send requests of one conversation one after the other, and report repeated cases with their request ids.",
      ),
    ],
  },
  unknown: {
    title: sentence("Cache breaks without a logged cause"),
    advice: [
      sentence(
        "The log does not hold tools and system prompt. Record the session through a proxy capture and import that: both prompts can then be compared byte for byte.",
      ),
    ],
  },
};
