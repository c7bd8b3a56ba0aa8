import type { BreakCause } from "../../../cache/break-cause";

/** What to do about breaks of one cause, where no rule found more. */
export const BREAK_ADVICE: Readonly<
  Record<BreakCause, { readonly title: string; readonly advice: readonly string[] }>
> = {
  "ttl-expiry": {
    title: "The cache expired while idle",
    advice: [
      "Ask for the one-hour time to live where pauses are common; a write then costs 2 × instead of 1.25 × plain input, once.",
      "Compact or start anew before a long pause: a cold prompt is written whole, so a smaller one is cheaper, and changing it costs nothing extra.",
    ],
  },
  "model-switch": {
    title: "The model was switched inside the session",
    advice: [
      "Caches are kept per model. Choose the model at the start, or give the other model's work to a sub-agent with a prompt of its own.",
    ],
  },
  compaction: {
    title: "Rewrites after compactions",
    advice: ["They belong to the compaction and are part of its price."],
  },
  "history-edit": {
    title: "Earlier parts of the prompt were changed",
    advice: [
      "Keep what has been sent. Edit late in the prompt, many things at once, or when the cache is cold anyway.",
    ],
  },
  "tools-changed": {
    title: "Tool definitions changed",
    advice: ["Load every tool at the start, in a fixed order; mask a tool by instruction instead of taking it out."],
  },
  "system-changed": {
    title: "The system prompt changed",
    advice: ["Move what changes behind the conversation. Update the client between sessions, not inside one."],
  },
  "params-changed": {
    title: "Request parameters changed",
    advice: ["Keep cache key, effort, verbosity and output format fixed for the session."],
  },
  "below-minimum": {
    title: "Prompts below the model's minimum",
    advice: ["Nothing to do for short conversations: nothing is cached below the minimum."],
  },
  "lookback-overflow": {
    title: "More was appended at once than the provider looks back over",
    advice: ["Set a further breakpoint before long runs of blocks, at most 20 positions apart."],
  },
  "floor-collapse": {
    title: "Only the start of the prompt survived after tools or skills were loaded",
    advice: [
      "Load skills and tool servers at the start of the session: what is later added to tools or system prompt invalidates all that follows.",
    ],
  },
  "provider-side": {
    title: "Misses on the provider's side, suspected",
    advice: [
      "Nothing in the prompt explains them. Send requests of one conversation one after the other, and report repeated cases with their request ids.",
    ],
  },
  unknown: {
    title: "Cache breaks without a logged cause",
    advice: [
      "The log does not hold tools and system prompt. Record the session through a proxy capture and import that: both prompts can then be compared byte for byte.",
    ],
  },
};
