import { COMPACTED_SHARE } from "../ledger/prompt-steps";
import { UNKNOWN_LEVEL } from "../transcript/session";
import { cacheWritten } from "../transcript/usage";
import type { BreakCause } from "./break-cause";
import type { BreakEvidence } from "./break-evidence";
import type { Confidence, ReportedCause } from "./cache-break";
import { circumstances, headChanges, pauses, restarts } from "./circumstances";
import { concernedBlock } from "./concerned-block";
import { anthropicBreakpoints } from "./policies/anthropic";
import { ANTHROPIC_FACTS } from "./policies/anthropic-facts";
import { openaiAuto, openaiBreakpoints } from "./policies/openai";
import { isShortfall } from "./shortfall";
import { ONE_HOUR } from "./time-to-live";
import type { Transition } from "./transition";

type Verdict = {
  readonly cause: BreakCause;
  readonly confidence: Confidence;
  readonly evidence: BreakEvidence;
};

/** The cause of a break, with the decisive evidence first and all other observations after it. */
export type Explanation = Omit<Verdict, "evidence"> & {
  readonly evidence: readonly BreakEvidence[];
  readonly reported?: ReportedCause;
};

type Rule = (transition: Transition) => Verdict | null;

/** Rules that find causes in the log, those with the strongest evidence first. */
const LOG_RULES: readonly Rule[] = [
  byMinimum,
  byModel,
  byRefusal,
  byExpiry,
  byCompaction,
  byPrompt,
  byMode,
  byThinkingLevel,
  byStreaming,
  byHistory,
  byReturn,
  byLookBack,
  byThinking,
  byFloor,
  byRestart,
  byShrunkStart,
  byUnloggedStart,
  byProviderSide,
];

/** The cause reported by the provider, if logged; otherwise that of the first rule that finds evidence in the log. */
export function classifyBreak(transition: Transition): Explanation {
  const own = verdictOfLog(transition);
  const { cacheMissReason: reason } = transition;
  const reported = causeOfReason(reason);
  if (reason === null || reported === undefined)
    return { ...own, evidence: [own.evidence, ...circumstances(transition, own.cause, false)] };
  // A compaction changes messages. The provider only sees the change; the log shows why it happened.
  const isCompacted = reported === "history-edit" && own.cause === "compaction" && own.confidence === "certain";
  const cause = isCompacted ? own.cause : reported;
  const agrees = own.cause === cause;
  const evidence = {
    id: "reported-cause",
    reason,
    own: agrees ? null : { cause: own.cause, evidence: own.evidence },
  } as const;
  return {
    cause,
    confidence: "certain",
    evidence: [evidence, ...circumstances(transition, cause, true)],
    reported: { reason, own: own.cause, agrees },
  };
}

function verdictOfLog(transition: Transition): Verdict {
  for (const rule of LOG_RULES) {
    const verdict = rule(transition);
    if (verdict !== null) return verdict;
  }
  return { cause: "unknown", confidence: "unknown", evidence: { id: "nothing-explains" } };
}

/**
 * Causes by the values of the providers' cache diagnostics: Anthropic's `cache_miss_reason`, OpenAI's
 * `prompt_cache_diagnostics`. `unavailable` and `previous_message_not_found` do not identify a cause and are only
 * listed as evidence.
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

export const causeOfReason = (reason: string | null | undefined): BreakCause | undefined =>
  CAUSE_OF_REASON[reason ?? ""];

function byMinimum({ request, read, cache }: Transition): Verdict | null {
  const minimum = cache?.minimumTokens ?? null;
  const { tokens } = request.promptTokens;
  if (minimum === null || read > 0 || tokens >= minimum || (request.usage && (cacheWritten(request.usage) ?? 0) > 0))
    return null;
  return { cause: "below-minimum", confidence: "likely", evidence: { id: "below-minimum", tokens, minimum } };
}

/**
 * A model switch, even after a pause that no entry of the former model outlived: caches are kept per model, so only
 * entries of an earlier use of the same model can have expired. Either explains the break then, so the switch is only
 * likely. After a compaction, the former model would not have read more either.
 */
function byModel(transition: Transition): Verdict | null {
  const { switchedFrom, request } = transition;
  if (switchedFrom === null || markerOf(transition) === "compaction") return null;
  if (switchedFrom.isReturn && byExpiry(transition)?.confidence === "certain") return null;
  const evidence = { id: "model-switched", from: switchedFrom.model, to: request.model ?? null } as const;
  return { cause: "model-switch", confidence: pauses(transition).length > 0 ? "likely" : "certain", evidence };
}

/**
 * The pause was not idle: the provider refused attempts until the entries had expired. Errors without a status do not
 * count, because they may come from the connection or the client.
 */
function byRefusal(transition: Transition): Verdict | null {
  const { timeToLive, previous, request, events } = transition;
  const refused = events.flatMap((event) => (event.type === "api-error" && event.status ? (event.time ?? []) : []));
  const attempts = [previous.startedAt, ...refused, request.startedAt].map((time) => Date.parse(time ?? "")).sort();
  const isInTime = attempts.every(
    (time, at) => at === 0 || time - (attempts[at - 1] ?? time) <= timeToLive.seconds * 1000,
  );
  if (refused.length === 0 || !isInTime || byExpiry(transition) === null) return null;
  const gap = (Date.parse(request.startedAt ?? "") - Date.parse(previous.startedAt ?? "")) / 1000;
  const evidence = { id: "refused", attempts: refused.length, gap, timeToLive: timeToLive.seconds } as const;
  return { cause: "refused", confidence: "likely", evidence };
}

function byExpiry(transition: Transition): Verdict | null {
  const { gap, timeToLive, cache } = transition;
  const { seconds, isLogged } = timeToLive;
  if (gap === null || gap <= seconds || isStillRead(transition)) return null;
  // Providers other than Anthropic keep some entries for a day or longer.
  const hasExpired = isLogged || (cache?.policy === anthropicBreakpoints.id && gap > ONE_HOUR);
  // A client that was started again, perhaps on another machine, may have sent another prompt.
  const isCertain = hasExpired && restarts(transition).length === 0;
  const evidence = { id: "expired", gap, timeToLive: seconds, isLogged } as const;
  return { cause: "ttl-expiry", confidence: isCertain ? "certain" : "likely", evidence };
}

/**
 * True if the read shows that entries had not expired. There are two such cases. In the first, their lifetime is only
 * assumed, and the read was most of the prompt, or as much as after a short pause. In the second, a compaction
 * shortened the prompt, and the remaining start was read.
 */
function isStillRead(transition: Transition): boolean {
  const { read, readable, timeToLive, recursSoon, survivesCompaction } = transition;
  const marker = markerOf(transition);
  if (marker !== undefined && read > 0) return true;
  if (marker === "compaction" && survivesCompaction === 0) return true;
  return !timeToLive.isLogged && (read > readable / 2 || recursSoon);
}

/** The marker of a compaction or of cleared results. If both happened, the compaction, which has the larger effect. */
export const markerOf = ({ events }: Pick<Transition, "events">) =>
  (["compaction", "micro-compaction"] as const).find((marker) => events.some(({ type }) => type === marker));

function byCompaction(transition: Transition): Verdict | null {
  const { request, previous } = transition;
  const marker = markerOf(transition);
  const [before, after] = [previous.promptTokens.tokens, request.promptTokens.tokens];
  if (marker === undefined && after >= COMPACTED_SHARE * before) return null;
  const isStartLost = marker === "micro-compaction" && isStartUnread(transition);
  if (isStartLost && isLostMostlyFromStart(transition)) return null;
  return {
    cause: "compaction",
    confidence: marker === undefined || isStartLost ? "likely" : "certain",
    evidence: { id: "compacted", marker: marker ?? null, before, after },
  };
}

/**
 * True if the tools and the system prompt were not read either, which cleared results do not explain. With writes, a read
 * may end at a breakpoint within the unlogged start.
 */
const isStartUnread = (transition: Transition): boolean =>
  transition.unloggedStart === null
    ? transition.read === 0
    : isShortfall(unreadStart(transition), transition.survivesCompaction);

const isLostMostlyFromStart = (transition: Transition): boolean => {
  const { read, readable, request } = transition;
  return unreadStart(transition) >= (Math.min(readable, request.promptTokens.tokens) - read) / 2;
};

/** The log contains both prompts up to their first difference, so the differing component is the cause. */
function byPrompt({ prompts }: Transition): Verdict | null {
  const divergence = prompts?.divergence;
  const block = divergence && concernedBlock(divergence);
  if (!divergence || !block || block.kind === "opaque" || divergence.before?.kind === "opaque") return null;
  const { sharedTokens, kind: change } = divergence;
  const evidence = { id: "prompts-differ", sharedTokens, block: { id: block.id, kind: block.kind }, change } as const;
  return { cause: CAUSE_OF_KIND[block.kind], confidence: "certain", evidence };
}

const CAUSE_OF_KIND = {
  tools: "tools-changed",
  system: "system-changed",
  parameters: "params-changed",
  message: "history-edit",
} as const;

/** A mode has its own tools or system prompt, so a switch explains a read that ends within them. */
function byMode({ events, read, survivesCompaction }: Transition): Verdict | null {
  const switched = events.findLast((event) => event.type === "mode-switch");
  if (switched?.type !== "mode-switch" || read >= survivesCompaction) return null;
  const evidence = { id: "mode-switched", from: switched.from, to: switched.to } as const;
  return { cause: "params-changed", confidence: "likely", evidence };
}

function byHistory(transition: Transition): Verdict | null {
  if (transition.events.some((event) => event.type === "rewind"))
    return { cause: "history-edit", confidence: "certain", evidence: { id: "rewound" } };
  const tokens = shrunkBy(transition);
  if (tokens <= 0 || tokens <= unreadStart(transition) || restarts(transition).length > 0) return null;
  return { cause: "history-edit", confidence: "likely", evidence: { id: "shrunk", tokens } };
}

const shrunkBy = ({ previous, request }: Transition): number =>
  previous.promptTokens.tokens - request.promptTokens.tokens;

/** Tokens of the start of the prompt that were not read. */
const unreadStart = ({ read, survivesCompaction }: Transition): number => survivesCompaction - read;

/** What a shorter prompt lacks may be in the part of its unlogged start that was not read. */
function byShrunkStart(transition: Transition): Verdict | null {
  const { read, request, survivesCompaction: unlogged } = transition;
  const { unseen, system, tools } = request.composition;
  const isTold = transition.unloggedStart === null; // without writes, what was cut off may never have been cached
  if (!isTold || shrunkBy(transition) <= 0 || read === 0 || unseen === 0 || system + tools > 0) return null;
  return { cause: "unknown", confidence: "unknown", evidence: { id: "ended-in-unlogged-start", read, unlogged } };
}

/**
 * More blocks were added at once than Anthropic looks back. Anthropic counts a run of calls, or of results, as one
 * position. But in logs of 2026 reads failed after 21 blocks of any kind, if the client set no breakpoint between them.
 * A client that was started again may be another version, with other tools.
 */
function byLookBack(transition: Transition): Verdict | null {
  const positions = positionsBeyondLookBack(transition);
  if (positions === null || !isNext(transition) || restarts(transition).length > 0) return null;
  const evidence = { id: "beyond-look-back", positions, lookBack: ANTHROPIC_FACTS.lookback } as const;
  return { cause: "lookback-overflow", confidence: "likely", evidence };
}

/**
 * Requests to another model added more blocks than Anthropic looks back. Each of them set a breakpoint, but caches are
 * kept per model.
 */
function byReturn(transition: Transition): Verdict | null {
  const positions = positionsBeyondLookBack(transition);
  const { requestsToOthers: requests } = transition;
  if (positions === null || requests === 0) return null;
  const evidence = { id: "model-returned", requests, positions, lookBack: ANTHROPIC_FACTS.lookback } as const;
  return { cause: "model-switch", confidence: "likely", evidence };
}

/** The blocks added since the previous request, if Anthropic does not look back over so many; null otherwise. */
function positionsBeyondLookBack({ prompts, cache, messages }: Transition): number | null {
  if (cache?.policy !== anthropicBreakpoints.id || !prompts || prompts.divergence !== null) return null;
  const positions = messages.flatMap(({ parts }) => parts).filter(({ type }) => type !== "reasoning").length;
  return positions > ANTHROPIC_FACTS.lookback ? positions : null;
}

/**
 * True if the two requests follow each other directly. Otherwise the messages in between were not all added in one
 * step.
 */
const isNext = ({ previous, request }: Transition): boolean => request.indexInAgent - previous.indexInAgent === 1;

/** Switching thinking rewrites the cached messages, but not tools and system prompt. */
function byThinking({ read, thinking, cache }: Transition): Verdict | null {
  if (thinking === null || read === 0 || cache?.policy !== anthropicBreakpoints.id) return null;
  return { cause: "params-changed", confidence: "likely", evidence: { id: "thinking-switched", on: thinking } };
}

/** Policies under which a prompt with another level of thinking reads no messages: providers' diagnostics name it. */
const KEEPS_LEVELS_APART: ReadonlySet<string> = new Set([anthropicBreakpoints.id, openaiAuto.id, openaiBreakpoints.id]);

/**
 * A logged switch explains the lost messages even if the start was not read either. An unknown level proves nothing, but
 * the answers show if thinking began or ended.
 */
function byThinkingLevel(transition: Transition): Verdict | null {
  const { events, cache } = transition;
  const set = events.findLast((event) => event.type === "thinking-switch");
  if (set?.type !== "thinking-switch" || !KEEPS_LEVELS_APART.has(cache?.policy ?? "")) return null;
  const { from, to } = set;
  if (from === UNKNOWN_LEVEL || to === UNKNOWN_LEVEL)
    return byThinking({ ...transition, thinking: from === UNKNOWN_LEVEL });
  return { cause: "params-changed", confidence: "likely", evidence: { id: "thinking-set", from, to } };
}

/**
 * After refused attempts, a client may ask for an answer in one piece. It then sends other limits for output and
 * thinking, which rewrites the cached messages.
 */
function byStreaming({ streaming, cache }: Transition): Verdict | null {
  if (streaming === null || cache?.policy !== anthropicBreakpoints.id) return null;
  return { cause: "params-changed", confidence: "likely", evidence: { id: "streaming-switched", on: streaming } };
}

function byFloor(transition: Transition): Verdict | null {
  const [after] = headChanges(transition);
  if (transition.floor === null || after === undefined || !isNext(transition)) return null;
  return { cause: "floor-collapse", confidence: "likely", evidence: { id: "fell-to-floor", after } };
}

/** A client that was started again may inject other text into the prompt. The log shows the restart, not the text. */
function byRestart(transition: Transition): Verdict | null {
  const [evidence] = restarts(transition);
  return evidence === undefined ? null : { cause: "restart", confidence: "likely", evidence };
}

/** The read ends within the unlogged start of the prompt, so the log does not show what differs there. */
function byUnloggedStart(transition: Transition): Verdict | null {
  const { read, unloggedStart: unlogged, request } = transition;
  if (
    unlogged === null ||
    shrunkBy(transition) > 0 ||
    read === 0 ||
    read >= unlogged ||
    request.promptTokens.tokens <= unlogged
  )
    return null;
  return { cause: "unknown", confidence: "unknown", evidence: { id: "ended-in-unlogged-start", read, unlogged } };
}

/**
 * Applies only if the log contains the entire prompt and nothing in it changed, or if only the newest entry was not
 * read.
 */
function byProviderSide({ read, previous, prompts, request }: Transition): Verdict | null {
  const isUnchanged = prompts !== null && prompts.divergence === null && !prompts.isPartlyNotInLog;
  const lags = read > 0 && read === previous.usage?.cacheRead && request.agent === previous.agent;
  if (!isUnchanged && !lags) return null;
  const evidence = { id: lags ? "newest-entry-unread" : "prompt-unchanged" } as const;
  return { cause: "provider-side", confidence: "likely", evidence };
}
