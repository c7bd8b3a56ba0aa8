import { cacheWritten } from "../transcript/usage";
import type { BreakCause, Confidence, ReportedCause } from "./cache-break";
import { ANTHROPIC_FACTS, anthropicBreakpoints } from "./policies/anthropic";
import { FIVE_MINUTES, ONE_HOUR } from "./time-to-live";
import type { Transition } from "./transition";

export type Verdict = {
  readonly cause: BreakCause;
  readonly confidence: Confidence;
  readonly because: string;
  readonly reported?: ReportedCause;
};

/** A prompt this much smaller than the one before was rewritten as a whole. */
const COMPACTED_SHARE = 0.7;

type Rule = (transition: Transition) => Verdict | null;

/** What the log itself shows, from the most to the least telling. */
const OWN_RULES: readonly Rule[] = [
  byMinimum,
  byModel,
  byExpiry,
  byCompaction,
  byPrompt,
  byHistory,
  byLookback,
  byFloor,
  byProviderSide,
];

/** The provider's word where the log has it, with ours beside it; else the first rule whose evidence is in the log. */
export function classifyBreak(transition: Transition): Verdict {
  const own = ownVerdict(transition);
  const theirs = byProvider(transition);
  if (theirs === null) return own;
  const agrees = own.cause === theirs.cause;
  const beside = agrees ? "The log alone says the same." : `The log alone says ${own.cause}: ${own.because}`;
  const reported = { reason: transition.cacheMissReason ?? "", own: own.cause, agrees };
  return { ...theirs, because: `${theirs.because} ${beside}`, reported };
}

function ownVerdict(transition: Transition): Verdict {
  for (const rule of OWN_RULES) {
    const verdict = rule(transition);
    if (verdict !== null) return verdict;
  }
  return {
    cause: "unknown",
    confidence: "unknown",
    because: "The log holds no compaction, edit, model switch or expiry that explains it.",
  };
}

/**
 * Values of the providers' cache diagnostics: Anthropic's `cache_miss_reason`, OpenAI's `prompt_cache_diagnostics`.
 * `unavailable` and `previous_message_not_found` name no cause and are told as evidence only.
 */
const CAUSE_OF_REASON: Readonly<Record<string, BreakCause>> = {
  model_changed: "model-switch",
  system_changed: "system-changed",
  tools_changed: "tools-changed",
  messages_changed: "history-edit",
  input_changed: "history-edit",
  context_compacted: "compaction",
  prompt_cache_key_changed: "params-changed",
  text_format_changed: "params-changed",
  reasoning_effort_changed: "params-changed",
  verbosity_changed: "params-changed",
  service_tier_changed: "params-changed",
};

function byProvider({ cacheMissReason }: Transition): Verdict | null {
  const cause = cacheMissReason === null ? undefined : CAUSE_OF_REASON[cacheMissReason];
  return cause === undefined
    ? null
    : { cause, confidence: "certain", because: `The provider says ${cacheMissReason}.` };
}

function byMinimum({ request, read, cache }: Transition): Verdict | null {
  const minimum = cache?.minimumTokens ?? null;
  const { tokens } = request.promptTokens;
  if (minimum === null || read > 0 || tokens >= minimum || (request.usage && (cacheWritten(request.usage) ?? 0) > 0))
    return null;
  const because = `The prompt has ${group(tokens)} tokens; this model caches nothing below ${group(minimum)}.`;
  return { cause: "below-minimum", confidence: "likely", because };
}

function byModel({ switchedFrom, request }: Transition): Verdict | null {
  if (switchedFrom === null) return null;
  const because = `The model changed from ${switchedFrom} to ${request.model ?? "an unnamed one"}; caches are kept per model.`;
  return { cause: "model-switch", confidence: "certain", because };
}

function byExpiry({ gap, timeToLive }: Transition): Verdict | null {
  if (gap === null || gap <= timeToLive.seconds) return null;
  const isCertain = timeToLive.isLogged || gap > ONE_HOUR;
  const source = timeToLive.isLogged ? "by the log's write split" : "the provider's default";
  const because = `${spell(gap)} passed from start to start; entries live ${spell(timeToLive.seconds)} (${source}).`;
  return { cause: "ttl-expiry", confidence: isCertain ? "certain" : "likely", because };
}

function byCompaction({ events, request, previous }: Transition): Verdict | null {
  const marker = events.find((event) => event.type === "compaction" || event.type === "micro-compaction");
  const [before, after] = [previous.promptTokens.tokens, request.promptTokens.tokens];
  const sizes = `the prompt went from ${group(before)} to ${group(after)} tokens`;
  if (marker?.type === "compaction")
    return { cause: "compaction", confidence: "certain", because: `The client compacted the history: ${sizes}.` };
  if (marker !== undefined) {
    const because = `The client cleared old tool results (micro-compaction): ${sizes}.`;
    return { cause: "compaction", confidence: "certain", because };
  }
  if (after >= COMPACTED_SHARE * before) return null;
  const because = `The log has no compaction marker, but ${sizes}.`;
  return { cause: "compaction", confidence: "likely", because };
}

function byHistory({ events, request, previous }: Transition): Verdict | null {
  if (events.some((event) => event.type === "rewind"))
    return {
      cause: "history-edit",
      confidence: "certain",
      because: "The conversation was rewound and continued elsewhere.",
    };
  const shrunk = previous.promptTokens.tokens - request.promptTokens.tokens;
  if (shrunk <= 0) return null;
  const because = `The prompt shrank by ${group(shrunk)} tokens although messages were added: something earlier was edited or removed.`;
  return { cause: "history-edit", confidence: "likely", because };
}

/** Both prompts are in the log up to where they part: the component that differs is the cause. */
function byPrompt({ prompts }: Transition): Verdict | null {
  const divergence = prompts?.divergence;
  const block = divergence?.after ?? divergence?.before;
  if (!divergence || !block || block.kind === "opaque" || divergence.before?.kind === "opaque") return null;
  const cause = CAUSE_OF_KIND[block.kind];
  const because = `The prompts part after ${group(divergence.sharedTokens)} tokens: ${block.kind} ${block.id} was ${divergence.kind}.`;
  return { cause, confidence: "certain", because };
}

const CAUSE_OF_KIND = {
  tools: "tools-changed",
  system: "system-changed",
  parameters: "params-changed",
  message: "history-edit",
} as const;

function byLookback({ prompts, cache }: Transition): Verdict | null {
  if (cache?.policy !== anthropicBreakpoints.id || !prompts || prompts.divergence !== null) return null;
  if (prompts.appendedPositions < ANTHROPIC_FACTS.lookback) return null;
  const because = `${prompts.appendedPositions} positions were appended at once; the provider looks back ${ANTHROPIC_FACTS.lookback} from a breakpoint.`;
  return { cause: "lookback-overflow", confidence: "likely", because };
}

function byFloor(transition: Transition): Verdict | null {
  const [tool] = headChangingTools(transition);
  if (transition.floor === null || tool === undefined) return null;
  const because = `The read collapsed to a floor of this session right after ${tool}, which can change the head of the prompt.`;
  return { cause: "floor-collapse", confidence: "likely", because };
}

/** Only where the whole prompt is in the log and unchanged, or the newest entry alone was not readable yet. */
function byProviderSide({ read, previous, prompts, request }: Transition): Verdict | null {
  const isUnchanged = prompts !== null && prompts.divergence === null && !prompts.isPartlyUnseen;
  const lags = read > 0 && read === previous.usage?.cacheRead && request.agent === previous.agent;
  if (!isUnchanged && !lags) return null;
  const because = lags
    ? "Everything but the newest entry was read: it was not readable yet, or another machine answered."
    : "The prompt repeats the one before it byte for byte, within its time to live.";
  return { cause: "provider-side", confidence: "likely", because };
}

/** What else speaks for or against: never a cause by itself. */
export function circumstances(transition: Transition, cause: BreakCause): string[] {
  const { read, readable, gap, timeToLive, previous, floor, cacheMissReason } = transition;
  const isOpen = OPEN_CAUSES.has(cause);
  const sentences = [`${group(readable)} tokens were readable, ${read === 0 ? "exactly 0" : group(read)} were read.`];
  if (read === 0) sentences.push("Not even the head (tools and system prompt) was found.");
  if (floor !== null)
    sentences.push(
      `${group(floor.tokens)} is a floor that recurs ${floor.times} times in this session, most likely tools and system prompt.`,
    );
  if (read > 0 && read === previous.usage?.cacheRead)
    sentences.push("The read lags exactly one entry behind: the newest entry was not readable yet.");
  if (cacheMissReason !== null && CAUSE_OF_REASON[cacheMissReason] === undefined)
    sentences.push(`The provider says ${cacheMissReason}.`);
  if (isOpen && gap !== null && gap <= timeToLive.seconds) sentences.push(againstExpiry(gap, timeToLive));
  return isOpen
    ? [...sentences, ...restartSentences(transition), ...errorSentences(transition), ...toolSentences(transition)]
    : sentences;
}

const OPEN_CAUSES: ReadonlySet<BreakCause> = new Set(["unknown", "history-edit", "floor-collapse", "provider-side"]);

function againstExpiry(gap: number, timeToLive: Transition["timeToLive"]): string {
  if (timeToLive.isLogged)
    return `Expiry does not explain it: ${spell(gap)} from start to start, entries live ${spell(timeToLive.seconds)}.`;
  const doubt = gap > FIVE_MINUTES ? " (time-to-live assumed; the log does not say)" : "";
  return `Expiry is unlikely: ${spell(gap)} from start to start${doubt}.`;
}

function errorSentences({ events }: Transition): string[] {
  const errors = events.filter((event) => event.type === "api-error").length;
  return errors === 0 ? [] : [`${errors} API ${errors === 1 ? "error" : "errors"} in between.`];
}

/** Tools that load further tools or text into the head; reads are known to collapse after them. */
const HEAD_CHANGING_TOOLS = /^(Skill|ToolSearch|EnterPlanMode|ExitPlanMode|mcp__.*)$/;

const toolSentences = (transition: Transition): string[] =>
  headChangingTools(transition).map((name) => `It follows ${name}, which can change the head of the prompt.`);

/** Claude Code's record of a skill that a person started by its name. */
const COMMAND = /<command-message>([^<]{1,80})<\/command-message>/;

function headChangingTools({ messages }: Transition): string[] {
  const names = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "tool-call")
        return HEAD_CHANGING_TOOLS.test(part.toolName) ? [`a call of ${part.toolName}`] : [];
      const command = part.type === "text" ? COMMAND.exec(part.text)?.[1] : undefined;
      return command === undefined ? [] : [`the command ${command}`];
    }),
  );
  return [...new Set(names)];
}

/** Claude Code's record of leaving; what follows in the same log was said after it was started again. */
const EXIT = /<command-name>\/(?:exit|quit)<\/command-name>/;

function restartSentences({ messages }: Transition): string[] {
  const isRestarted = messages.some(({ parts }) => parts.some((part) => part.type === "text" && EXIT.test(part.text)));
  return isRestarted
    ? ["The client was left and the session resumed in between: blocks that it injects may have moved."]
    : [];
}

const group = (tokens: number) => `${tokens}`.replace(/\B(?=(\d{3})+$)/g, ",");

function spell(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const [whole, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  // Close to the five-minute tier the seconds decide.
  if (whole < 10 && rest > 0 && rest < 60) return `${whole} m ${rest} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} m`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}
