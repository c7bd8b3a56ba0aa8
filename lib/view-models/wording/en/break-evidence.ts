import type { BreakEvidence, Circumstance, HeadChange } from "../../../cache/break-evidence";
import { formatGap, formatTokens } from "../../number-format";

/** One sentence for an observation about a cache break. */
export function breakEvidence(evidence: BreakEvidence): string {
  switch (evidence.id) {
    case "reported-cause":
      return `The provider says ${evidence.reason}. ${ownCause(evidence.own)}`;
    case "below-minimum":
      return `The prompt has ${formatTokens(evidence.tokens)} tokens; this model caches nothing below ${formatTokens(evidence.minimum)}.`;
    case "model-switched":
      return `The model changed from ${evidence.from ?? "an unnamed model"} to ${evidence.to ?? "an unnamed one"}; caches are kept per model.`;
    case "expired":
      return `${formatGap(evidence.gap)} passed from start to start; entries live ${formatGap(evidence.timeToLive)} (${evidence.isLogged ? "by the log's write split" : "the provider's default"}).`;
    case "compacted":
      return compacted(evidence);
    case "rewound":
      return "The conversation was rewound and continued elsewhere.";
    case "shrunk":
      return `The prompt shrank by ${formatTokens(evidence.tokens)} tokens although messages were added: something earlier was edited or removed.`;
    case "prompts-differ":
      return `The prompts differ after ${formatTokens(evidence.sharedTokens)} tokens: ${evidence.block.kind} ${evidence.block.id} was ${evidence.change}.`;
    case "beyond-look-back":
      return `${evidence.positions} positions were appended at once; the provider looks back ${evidence.lookBack} from a breakpoint.`;
    case "fell-to-floor":
      return `The read fell to a size that recurs in this session right after ${headChange(evidence.after)}, which can change tools or system prompt.`;
    case "newest-entry-unread":
      return "Everything but the newest entry was read: it was not readable yet, or another machine answered.";
    case "prompt-unchanged":
      return "The prompt repeats the one before it byte for byte, within its time to live.";
    case "nothing-explains":
      return "The log holds no compaction, edit, model switch or expiry that explains it.";
    default:
      return circumstance(evidence);
  }
}

function circumstance(evidence: Circumstance): string {
  switch (evidence.id) {
    case "readable-and-read":
      return `${formatTokens(evidence.readable)} tokens were readable, ${evidence.read === 0 ? "exactly 0" : formatTokens(evidence.read)} were read.`;
    case "start-unread":
      return "Not even tools and system prompt were read.";
    case "recurring-floor":
      return `Reads fell to ${formatTokens(evidence.tokens)} tokens ${evidence.times} times in this session, most likely tools and system prompt.`;
    case "read-lags":
      return "The read is exactly one entry behind: the newest entry was not readable yet.";
    case "reported-reason":
      return `The provider says ${evidence.reason}.`;
    case "not-expired":
      return `Expiry does not explain it: ${formatGap(evidence.gap)} from start to start, entries live ${formatGap(evidence.timeToLive)}.`;
    case "hardly-expired":
      return `Expiry is unlikely: ${formatGap(evidence.gap)} from start to start${evidence.isDoubtful ? " (time to live assumed; the log does not say)" : ""}.`;
    case "client-restarted":
      return "The client was left and the session resumed in between: blocks that it injects may have moved.";
    case "api-errors":
      return `${evidence.count} API ${evidence.count === 1 ? "error" : "errors"} in between.`;
    case "follows-head-change":
      return `It follows ${headChange(evidence.after)}, which can change tools or system prompt.`;
  }
}

function ownCause(own: Extract<BreakEvidence, { id: "reported-cause" }>["own"]): string {
  return own === null
    ? "The log alone says the same."
    : `The log alone says ${own.cause}: ${breakEvidence(own.evidence)}`;
}

function compacted({ marker, before, after }: Extract<BreakEvidence, { id: "compacted" }>): string {
  const sizes = `the prompt went from ${formatTokens(before)} to ${formatTokens(after)} tokens`;
  if (marker === "compaction") return `The client compacted the history: ${sizes}.`;
  if (marker === "micro-compaction") return `The client cleared old tool results (micro-compaction): ${sizes}.`;
  return `The log has no compaction marker, but ${sizes}.`;
}

const headChange = ({ by, name }: HeadChange): string => (by === "tool" ? `a call of ${name}` : `the command ${name}`);
