import type { FindingEvidence, VolatileText } from "../../cache/findings/finding-evidence";
import type { MaskingFact } from "../../cache/masking-facts";
import type { TextDifference } from "../../cache/text-difference";
import type { ToolChoice } from "../../requests/tool-choice";
import { formatCount, formatShare, formatTokens } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { ofAgent } from "./of-agent";

const VOLATILE_NAMES: Readonly<Record<VolatileText, Sentence>> = {
  timestamp: sentence("a time with seconds"),
  "clock-time": sentence("a clock time"),
  date: sentence("today's date"),
  uuid: sentence("a UUID"),
  "session-or-request-id": sentence("a session or request id"),
  "git-state": sentence("the Git status"),
  "status-line": sentence("a status line"),
};

const startOfRun = (from: number, agent: string, say: Say): string =>
  agent === "main"
    ? say("Starting at request {from}, ", { from })
    : say("Starting at request {from} of {agent}, ", { from, agent });

/** One or two sentences for an observation behind a finding. */
export function findingEvidence(evidence: FindingEvidence, say: Say = english): string {
  return "position" in evidence
    ? say("Request {position}{agent}: {evidence}.", {
        position: evidence.position + 1,
        agent: ofAgent(evidence.agent ?? null, say),
        evidence: atRequest(evidence, say),
      })
    : ofSession(evidence, say);
}

type Place = { readonly at: number /** null: the main agent. */; readonly agent: string | null };

/** A sentence about one request. `at`: its position within its agent, from 0. */
export const aboutRequest = ({ at, agent }: Place, sentence: string, say: Say = english): string =>
  say("Request {at}{agent}: {sentence}", {
    at: at + 1,
    agent: ofAgent(agent, say),
    sentence,
  });

function atRequest(evidence: Extract<FindingEvidence, { position: number }>, say: Say = english): string {
  switch (evidence.id) {
    case "key-order":
      return `${evidence.block}${change(evidence.difference, say)}`;
    case "tool-redefined":
      return say("the definition of {block} changed{difference}", {
        block: evidence.block,
        difference: change(evidence.difference, say),
      });
    case "front-changed":
      return say("{block} changed{difference}", {
        block: evidence.block,
        difference: change(evidence.difference, say),
      });
    case "tools-reordered":
      return say("the same {count} tools in another order, starting at {block}", {
        count: evidence.count,
        block: evidence.block,
      });
    case "tools-changed":
      return toolsChanged(evidence, say);
    case "block-moved":
      return say("{reminder} was {change} after the first {tokens} tokens of the prompt", {
        reminder: evidence.reminder === null ? evidence.block : quote(evidence.reminder),
        change: say(evidence.change),
        tokens: formatTokens(evidence.sharedTokens),
      });
    case "message-edited":
      return say("{role} {id} was {change} after the first {tokens} tokens of the prompt{difference}", {
        role: evidence.block.role === undefined ? "" : say(evidence.block.role),
        id: evidence.block.id,
        change: say(evidence.change),
        tokens: formatTokens(evidence.sharedTokens),
        difference: change(evidence.difference, say),
      });
    case "tool-choice-changed":
      return say("the tool choice went from {before} to {after}", {
        before: choice(evidence.before, say),
        after: choice(evidence.after, say),
      });
    case "unmarked-head":
      return say("no cache mark at the end of the tools and system prompt ({tokens} tokens){others}", {
        tokens: formatTokens(evidence.tokens),
        others: others(evidence, say),
      });
    case "undefined-tool":
      return say("the prompt contains calls to {tool}, which {wasDefined}{others}", {
        tool: evidence.tool,
        wasDefined: evidence.wasDefined ? say("is no longer defined") : say("is not defined"),
        others: others(evidence, say),
      });
    case "image-share":
      return imageShare(evidence, say);
    case "doubled-results":
      return say("the prompt contains {results} twice, {tokens} tokens more than needed{others}", {
        results: formatCount(evidence.results, "output", say),
        tokens: formatTokens(evidence.tokens),
        others: others(evidence, say),
      });
    case "beyond-look-back":
      return say("{tokens} tokens were beyond the look-back", { tokens: formatTokens(evidence.tokens) });
  }
}

/** `requests` includes the request that the sentence is about. */
const others = ({ requests }: { readonly requests: number }, say: Say): string =>
  requests === 1
    ? ""
    : say("; the same in {count, plural, one {# other request} other {# other requests}}", { count: requests - 1 });

function ofSession(evidence: Exclude<FindingEvidence, { position: number }>, say: Say = english): string {
  switch (evidence.id) {
    case "empty-reads":
      return say(
        "{typed} of {empty} unexplained reads of exactly 0 come right after a typed message, within the time to live: most likely the client rewrites the system prompt or the tools with each turn (a clock, a list of files). The log does not contain the tools and system prompt, so this is a pattern, not a proof.",
        { typed: evidence.typed, empty: evidence.empty },
      );
    case "below-minimum":
      return say(
        "{requests, plural, one {# request is} other {# requests are}} shorter than {minimum} tokens (the first one has {tokens}). Prompts this short are not cached, and the provider does not say so.",
        {
          requests: evidence.requests,
          minimum: formatTokens(evidence.minimum),
          tokens: formatTokens(evidence.tokens),
        },
      );
    case "nothing-marked":
      return say(
        evidence.isReported
          ? "{requests} without any cache mark repeated {tokens} tokens of earlier prompts. The provider cached nothing, so all were paid for in full."
          : "{requests} without any cache mark repeat {tokens} tokens of earlier prompts; this provider caches only at marks.",
        { requests: formatCount(evidence.requests, "request", say), tokens: formatTokens(evidence.tokens) },
      );
    case "unread-writes":
      return say(
        "{unread} of {written} written tokens ({share} %) come from the last request of an agent to a model, and no later request in this log read them; what these writes cost beyond plain input was wasted.",
        {
          unread: formatTokens(evidence.unread),
          written: formatTokens(evidence.written),
          share: Math.round((100 * evidence.unread) / evidence.written),
        },
      );
    case "started-together":
      return say(
        "{requests, plural, one {# first request} other {# first requests}} of agents began before another agent's first request on the same model was answered. The tokens lost are an upper bound, because the full prompts are not in the log.",
        { requests: evidence.requests },
      );
    case "masking":
      return masking(evidence.fact, say);
    case "alike-exchanges":
      return say(
        "{from}{count} consecutive rounds of {tool} calls have inputs and results that begin alike, apart from numbers.",
        {
          from: evidence.from === null ? "" : startOfRun(evidence.from + 1, evidence.agent, say),
          count: evidence.count,
          tool: evidence.tool,
        },
      );
    case "image-source":
      return say("{images} {tool}: about {tokens} tokens in that request.", {
        images: formatCount(evidence.images, "image", say),
        tool:
          evidence.tool === null ? say("attached to messages") : say("in results of {tool}", { tool: evidence.tool }),
        tokens: formatTokens(evidence.tokens),
      });
    case "volatile-text":
      return say("The {role} message contains {value} on line {line}: “{quote}”.", {
        role: say(evidence.role),
        value: say(VOLATILE_NAMES[evidence.what]),
        line: evidence.line,
        quote: evidence.quote,
      });
  }
}

function toolsChanged({ removed, added }: Extract<FindingEvidence, { id: "tools-changed" }>, say: Say): string {
  const names = { removed: removed.join(", "), added: added.join(", ") };
  if (added.length === 0) return say("removed {removed}", names);
  if (removed.length === 0) return say("added {added}", names);
  return say("removed {removed}, added {added}", names);
}

function imageShare(evidence: Extract<FindingEvidence, { id: "image-share" }>, say: Say = english): string {
  const { images, unknownSizes, tokens, window, requests } = evidence;
  const share = say("{images} took about {tokens} of the window's {window} tokens ({share})", {
    images: formatCount(images, "image", say),
    tokens: formatTokens(tokens),
    window: formatTokens(window),
    share: formatShare(tokens / window),
  });
  const unknown =
    unknownSizes === 0
      ? ""
      : say(", {unknownSizes} of them counted as large because their pixel size is not in the log", { unknownSizes });
  return say(
    "{share}, estimated from the pixels by the provider's rule{unknown}; in {requests}, images took a tenth or more of the window",
    { share, unknown, requests: formatCount(requests, "request", say) },
  );
}

const CHOICES: Readonly<Record<ToolChoice["mode"], Sentence>> = {
  auto: sentence("auto (the model decides)"),
  none: sentence("none (no call)"),
  required: sentence("required (some call)"),
  specified: sentence("specified"),
  allowed: sentence("a list of allowed tools"),
};

const choice = ({ mode, tools }: ToolChoice, say: Say): string =>
  tools.length === 0 ? say(CHOICES[mode]) : `${say(CHOICES[mode])}${say(": ")}${tools.join(", ")}`;

const masking = ({ provider, field, loses, source, asOf }: MaskingFact, say: Say = english): string =>
  loses === "none"
    ? say(
        "With {provider}, {field} limits the choice and leaves the list of tools as it is, so the prefix stays cached ({source}, {asOf}).",
        { provider, field, source, asOf },
      )
    : say(
        "With {provider}, {field} limits the choice: changing it keeps tools and system prompt cached and rewrites the messages; changing the tools rewrites everything ({source}, {asOf}).",
        { provider, field, source, asOf },
      );

const LONGEST_QUOTE = 120;
const quote = (text: string) => `“${text.replace(/\s+/g, " ").trim().slice(0, LONGEST_QUOTE)}”`;

const change = (difference: TextDifference | null, say: Say = english): string =>
  difference === null
    ? ""
    : say(": {before} became {after}", { before: quote(difference.before), after: quote(difference.after) });
