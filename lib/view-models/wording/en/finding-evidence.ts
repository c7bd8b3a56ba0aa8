import type { FindingEvidence, VolatileText } from "../../../cache/findings/finding-evidence";
import type { MaskingFact } from "../../../cache/masking-facts";
import type { TextDifference } from "../../../cache/text-difference";
import type { ToolChoice } from "../../../requests/tool-choice";
import { formatCount, formatShare, formatTokens } from "../../number-format";

const VOLATILE_NAMES: Readonly<Record<VolatileText, string>> = {
  timestamp: "a time with seconds",
  "clock-time": "a clock time",
  date: "today's date",
  uuid: "a UUID",
  "session-or-request-id": "a session or request id",
  "git-state": "the state of git",
  "status-line": "a status line",
};

/** One or two sentences for an observation behind a finding. */
export function findingEvidence(evidence: FindingEvidence): string {
  return "position" in evidence ? `Request ${evidence.position + 1}: ${atRequest(evidence)}.` : ofSession(evidence);
}

type Place = { readonly at: number /** null: the main agent. */; readonly agent: string | null };

/** A sentence about one request. `at`: its position within its agent, from 0. */
export const aboutRequest = ({ at, agent }: Place, sentence: string): string =>
  `Request ${at + 1}${agent === null ? "" : ` of ${agent}`}: ${sentence}`;

function atRequest(evidence: Extract<FindingEvidence, { position: number }>): string {
  switch (evidence.id) {
    case "key-order":
      return `${evidence.block}${change(evidence.difference)}`;
    case "tool-redefined":
      return `${evidence.block} changed its definition${change(evidence.difference)}`;
    case "front-changed":
      return `${evidence.block} changed${change(evidence.difference)}`;
    case "tools-reordered":
      return `the same ${evidence.count} tools in another order, from ${evidence.block} on`;
    case "tools-changed":
      return `${evidence.block} was ${evidence.change}`;
    case "block-moved":
      return `${evidence.reminder === null ? evidence.block : quote(evidence.reminder)} was ${evidence.change} after ${formatTokens(evidence.sharedTokens)} tokens`;
    case "message-edited":
      return `${evidence.block.role ?? ""} ${evidence.block.id} was ${evidence.change} after ${formatTokens(evidence.sharedTokens)} tokens${change(evidence.difference)}`;
    case "tool-choice-changed":
      return `the choice of tools went from ${choice(evidence.before)} to ${choice(evidence.after)}`;
    case "unmarked-head":
      return `no mark at the end of tools and system prompt (${formatTokens(evidence.tokens)} tokens), in ${evidence.requests} ${evidence.requests === 1 ? "request" : "requests"}`;
    case "undefined-tool":
      return `the prompt shows calls of ${evidence.tool}, which ${evidence.wasDefined ? "is no longer defined" : "is not defined"}, in ${evidence.requests} ${evidence.requests === 1 ? "request" : "requests"}`;
    case "image-share":
      return imageShare(evidence);
    case "beyond-look-back":
      return `${formatTokens(evidence.tokens)} tokens stood beyond the look-back`;
  }
}

function ofSession(evidence: Exclude<FindingEvidence, { position: number }>): string {
  switch (evidence.id) {
    case "empty-reads":
      return `${evidence.typed} of ${evidence.empty} unexplained reads of exactly 0 come right after a typed message, within the time to live: most likely the client rewrites the system prompt or the tools with each turn (a clock, a list of files). The log does not hold tools and system prompt, so this is a pattern, not a proof.`;
    case "below-minimum":
      return `${evidence.requests} ${evidence.requests === 1 ? "request has" : "requests have"} fewer than ${formatTokens(evidence.minimum)} tokens (the first ${formatTokens(evidence.tokens)}): nothing is cached, and the provider does not say so.`;
    case "unread-writes":
      return `${formatTokens(evidence.unread)} of ${formatTokens(evidence.written)} written tokens (${Math.round((100 * evidence.unread) / evidence.written)} %) were never read again; what they cost beyond plain input was for nothing.`;
    case "started-together":
      return `${evidence.requests} first ${evidence.requests === 1 ? "request" : "requests"} of agents began before another agent's first request on the same model was answered. At most this much of what they wrote could have been read: their prompts are not in the log as a whole.`;
    case "masking":
      return masking(evidence.fact);
    case "alike-exchanges":
      return `${evidence.from === null ? "" : `From request ${evidence.from + 1} on, `}${evidence.count} calls of ${evidence.tool} in a row have inputs and results that begin alike, apart from numbers.`;
    case "image-source":
      return `${formatCount(evidence.images, "image")} ${evidence.tool === null ? "attached to messages" : `in results of ${evidence.tool}`}: about ${formatTokens(evidence.tokens)} tokens in that request.`;
    case "volatile-text":
      return `The ${evidence.role} message has ${VOLATILE_NAMES[evidence.what]} in line ${evidence.line}: “${evidence.quote}”.`;
  }
}

function imageShare(evidence: Extract<FindingEvidence, { id: "image-share" }>): string {
  const { images, unknownSizes, tokens, window, requests } = evidence;
  const share = `${formatCount(images, "image")} took about ${formatTokens(tokens)} of the window's ${formatTokens(window)} tokens (${formatShare(tokens / window)})`;
  const unknown =
    unknownSizes === 0 ? "" : `, ${unknownSizes} of them counted as large ones because their pixels are not in the log`;
  return `${share}, estimated from the pixels by the provider's rule${unknown}; in ${formatCount(requests, "request")} images took a tenth or more`;
}

const CHOICES: Readonly<Record<ToolChoice["mode"], string>> = {
  auto: "auto (the model decides)",
  none: "none (no call)",
  required: "required (some call)",
  specified: "specified",
  allowed: "a list of allowed tools",
};

const choice = ({ mode, tools }: ToolChoice): string =>
  tools.length === 0 ? CHOICES[mode] : `${CHOICES[mode]}: ${tools.join(", ")}`;

const masking = ({ provider, field, loses, source, asOf }: MaskingFact): string =>
  loses === "none"
    ? `With ${provider}, ${field} limits the choice and leaves the list of tools as it is, so the prefix stays cached (${source}, ${asOf}).`
    : `With ${provider}, ${field} limits the choice: a change of it keeps tools and system prompt cached and writes the messages again, where a change of the tools writes everything again (${source}, ${asOf}).`;

const LONGEST_QUOTE = 120;
const quote = (text: string) => `“${text.replace(/\s+/g, " ").trim().slice(0, LONGEST_QUOTE)}”`;

const change = (difference: TextDifference | null): string =>
  difference === null ? "" : `: ${quote(difference.before)} became ${quote(difference.after)}`;
