import type { BreakEvidence, Circumstance, HeadChange } from "../../cache/break-evidence";
import { formatGap, formatTokens } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";
import { breakName } from "./break-name";

export function breakEvidence(evidence: BreakEvidence, say: Say = english): string {
  switch (evidence.id) {
    case "reported-cause":
      return say("The provider says {reason}. {own}", { reason: evidence.reason, own: ownCause(evidence.own, say) });
    case "below-minimum":
      return say("The prompt has {tokens} tokens; this model caches nothing below {minimum}.", {
        tokens: formatTokens(evidence.tokens),
        minimum: formatTokens(evidence.minimum),
      });
    case "model-switched":
      return say("The model changed from {from} to {to}; each model has its own cache.", {
        from: evidence.from ?? say("an unnamed model"),
        to: evidence.to ?? say("an unnamed one"),
      });
    case "refused":
      return refused(evidence, say);
    case "compacted":
      return compacted(evidence, say);
    case "rewound":
      return say("The conversation was rewound and continued elsewhere.");
    case "shrunk":
      return say(
        "The prompt shrank by {tokens} tokens although messages were added: something earlier was edited or removed.",
        { tokens: formatTokens(evidence.tokens) },
      );
    case "prompts-differ":
      return say("The prompts differ after the first {tokens} tokens: {kind} {id} was {change}.", {
        tokens: formatTokens(evidence.sharedTokens),
        kind: say(evidence.block.kind),
        id: evidence.block.id,
        change: say(evidence.change),
      });
    case "beyond-look-back":
    case "model-returned":
      return outOfReach(evidence, say);
    case "fell-to-floor":
      return say(
        "The read ended at about the size of other short reads in this session, right after {after}, which can change the tools or system prompt.",
        { after: headChange(evidence.after, say) },
      );
    case "thinking-switched":
      return evidence.on
        ? say("Thinking blocks begin at this answer: thinking was probably switched on, which rewrites the messages.")
        : say(
            "Thinking blocks end before this answer: thinking was probably switched off, which rewrites the messages.",
          );
    case "thinking-set":
      return say("The client's thinking level changed from {from} to {to}, which rewrites the messages.", evidence);
    case "streaming-switched":
      return streamingSwitched(evidence.on, say);
    case "mode-switched":
      return say("The mode changed from {from} to {to}, which can change the tools or system prompt.", evidence);
    case "ended-in-unlogged-start":
      return say(
        "Only {read} tokens were read. The first {unlogged} tokens are not in the log, so what changed there after the typed message is unknown.",
        { read: formatTokens(evidence.read), unlogged: formatTokens(evidence.unlogged) },
      );
    case "newest-entry-unread":
      return say("Only the newest entry was not read: it was not readable yet, or another machine answered.");
    case "prompt-unchanged":
      return say("Within the time to live, the prompt begins with the entire previous prompt, byte for byte.");
    case "nothing-explains":
      return say("The log shows no compaction, edit, model switch or expiry that explains it.");
    default:
      return circumstance(evidence, say);
  }
}

const streamingSwitched = (isStream: boolean, say: Say): string =>
  isStream
    ? say("Answers are streamed again, with the earlier limits, which rewrites the messages.")
    : say(
        "This answer was not streamed. For such answers, the client sends other limits for output and thinking, which rewrites the messages.",
      );

function outOfReach(
  evidence: Extract<BreakEvidence, { id: "beyond-look-back" | "model-returned" }>,
  say: Say = english,
): string {
  const { positions, lookBack } = evidence;
  if (evidence.id === "beyond-look-back")
    return say(
      "{positions} positions were appended since the previous request; the provider looks back {lookBack} from a breakpoint.",
      {
        positions,
        lookBack,
      },
    );
  return say(
    "{requests, plural, one {# request} other {# requests}} to another model came before and added {positions} positions to the prompt; the provider looks back {lookBack} from a breakpoint.",
    { requests: evidence.requests, positions, lookBack },
  );
}

function circumstance(evidence: Circumstance, say: Say = english): string {
  switch (evidence.id) {
    case "expired":
      return expired(evidence, say);
    case "readable-and-read":
      return say("{readable} tokens were readable, {read} were read.", {
        readable: formatTokens(evidence.readable),
        read: evidence.read === 0 ? say("exactly 0") : formatTokens(evidence.read),
      });
    case "start-unread":
      return say("Even the tools and the system prompt missed the cache.");
    case "recurring-floor":
      return say(
        "In this session, {times} reads stopped at about {tokens} tokens although more was readable; most likely these are the tools and the system prompt.",
        {
          tokens: formatTokens(evidence.tokens),
          times: evidence.times,
        },
      );
    case "read-lags":
      return say("The read is exactly one entry behind: the newest entry was not readable yet.");
    case "reported-reason":
      return say("The provider says {reason}.", { reason: evidence.reason });
    case "not-expired":
      return say("Expiry does not explain it: the requests started {gap} apart, and cache entries live {timeToLive}.", {
        gap: formatGap(evidence.gap, say),
        timeToLive: formatGap(evidence.timeToLive, say),
      });
    case "hardly-expired":
      return say("Expiry is unlikely: the requests started {gap} apart{doubt}.", {
        gap: formatGap(evidence.gap, say),
        doubt: evidence.isDoubtful ? say(" (time to live assumed; the log does not say)") : "",
      });
    case "same-model":
      return say("No model switch: {model} before and after.", { model: evidence.model });
    case "not-compacted":
      return say("No compaction: the prompt {change}.", {
        change:
          evidence.grew === 0
            ? say("kept its size")
            : say("grew by {tokens} tokens", { tokens: formatTokens(evidence.grew) }),
      });
    case "client-restarted":
      return say("The session was closed and resumed in between; the client may have put other text into the prompt.");
    case "awaited-calls":
      return say(
        "The agent waited for its calls ({tools}), which may have run that long or needed a person's answer.",
        {
          tools: evidence.tools.join(say(", ")),
        },
      );
    case "api-errors":
      return say("{count, plural, one {# API error} other {# API errors}} in between.", { count: evidence.count });
    case "follows-head-change":
      return say("The break follows {after}, which can change the tools or system prompt.", {
        after: headChange(evidence.after, say),
      });
  }
}

function ownCause(own: Extract<BreakEvidence, { id: "reported-cause" }>["own"], say: Say = english): string {
  if (own === null) return say("The log alone leads to the same cause.");
  const evidence = breakEvidence(own.evidence, say);
  if (own.evidence.id === "nothing-explains") return evidence;
  return own.cause === "unknown"
    ? say("The log alone does not explain the break. {evidence}", { evidence })
    : say("The log alone points to “{cause}”: {evidence}", { cause: say(breakName(own.cause)), evidence });
}

const expired = ({ gap, timeToLive, isLogged }: Extract<BreakEvidence, { id: "expired" }>, say: Say): string =>
  say("The two requests started {gap} apart; cache entries live {timeToLive} ({source}).", {
    gap: formatGap(gap, say),
    timeToLive: formatGap(timeToLive, say),
    source: isLogged ? say("from the lifetimes of the cache writes in the log") : say("the provider's default"),
  });

const refused = ({ attempts, gap, timeToLive }: Extract<BreakEvidence, { id: "refused" }>, say: Say): string =>
  say(
    "{attempts, plural, one {# attempt was} other {# attempts were}} refused in the {gap} between the starts of the two requests; cache entries live {timeToLive}.",
    { attempts, gap: formatGap(gap, say), timeToLive: formatGap(timeToLive, say) },
  );

function compacted({ marker, before, after }: Extract<BreakEvidence, { id: "compacted" }>, say: Say = english): string {
  const sizes = say("the prompt went from {before} to {after} tokens", {
    before: formatTokens(before),
    after: formatTokens(after),
  });
  if (marker === "compaction") return say("The client compacted the history: {sizes}.", { sizes });
  if (marker === "micro-compaction")
    return say("The client cleared old tool results (micro-compaction): {sizes}.", { sizes });
  return say("The log has no compaction marker, but {sizes}.", { sizes });
}

function headChange({ by, name }: HeadChange, say: Say = english): string {
  switch (by) {
    case "tool":
      return say("a call to {name}", { name });
    case "command":
      return say("the command {name}", { name });
    case "server-added":
      return say("the arrival of the tool server {name}", { name });
    case "server-removed":
      return say("the removal of the tool server {name}", { name });
  }
}
