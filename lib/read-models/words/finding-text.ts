import type { CheckFact, LackId, RiskFact } from "../../api/schemas/finding";
import type { CacheFinding, FindingId } from "../../cache/findings/finding";
import { formatTokens } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import { compositionWords, isOfOversized, type LeaveOutKind } from "./composition";
import { findingEvidence } from "./finding-evidence";

type FindingText = { readonly title: Sentence; readonly advice: Sentence };

const TEXTS: Readonly<Record<FindingId, FindingText>> = {
  "volatile-front": {
    title: sentence("Text at the start of the prompt changes"),
    advice: sentence("Move what changes (times, ids, status lines) to the end of the conversation, or leave it out."),
  },
  "head-per-turn": {
    title: sentence("The tools or system prompt seem to change with each typed message"),
    advice: sentence(
      "Build the tools and system prompt once per session; put the time and other data that changes with each turn into that turn's message.",
    ),
  },
  "tool-churn": {
    title: sentence("Tool definitions changed"),
    advice: sentence(
      "Send the same tools in the same order in every request; switch a tool off by not allowing it, not by removing it.",
    ),
  },
  "moved-block": {
    title: sentence("A block moved between messages"),
    advice: sentence("Leave injected reminders where they were first placed, even when a session is resumed."),
  },
  "key-order": {
    title: sentence("The same values with keys in another order"),
    advice: sentence("Serialise tool inputs and schemas with keys in a fixed order."),
  },
  "history-edit": {
    title: sentence("The history was edited in the middle"),
    advice: sentence(
      "Edit late in the prompt, make many edits in one go, or wait until the cache is cold; shorten results when they are first appended.",
    ),
  },
  "lookback-overflow": {
    title: sentence("More than 20 blocks since the last breakpoint"),
    advice: sentence("Set a second breakpoint at the end of the previous prompt, or one every 20 blocks."),
  },
  "below-minimum": {
    title: sentence("Prompts below the model's minimum"),
    advice: sentence(
      "Nothing to do for short conversations. Lengthen the stable start of the prompt only if the added text is useful.",
    ),
  },
  "unread-writes": {
    title: sentence("Unused cache writes"),
    advice: sentence("Do not cache single calls or last turns."),
  },
  "cold-fan-out": {
    title: sentence("Agents started together on a cold cache"),
    advice: sentence(
      "Let one agent's first answer begin before starting the others with the same tools and system prompt.",
    ),
  },
  "tool-choice": {
    title: sentence("The tool choice changed"),
    advice: sentence(
      "If changing the tool choice makes the provider write the messages again, keep it the same during a session, or change it when the prefix breaks anyway.",
    ),
  },
  "unmarked-head": {
    title: sentence("No breakpoint at the end of the system prompt"),
    advice: sentence(
      "Set one of the breakpoints at the end of the tools and system prompt, so that they are still read after a compaction, in a new session and by sub-agents.",
    ),
  },
  "nothing-marked": {
    title: sentence("No cache mark at all"),
    advice: sentence(
      "Set a mark (cache_control) at the end of the tools and system prompt and one at the end of the last message: everything before a mark is read again for a tenth of its price.",
    ),
  },
  "undefined-tools": {
    title: sentence("Calls to tools that are not defined"),
    advice: sentence(
      "Keep a tool's definition for as long as the prompt contains calls to it. To stop further calls, restrict the tool choice instead: without the definition, a model may repeat the calls or invent their input.",
    ),
  },
  "alike-exchanges": {
    title: sentence("Many similar exchanges in a row"),
    advice: sentence(
      "Combine similar calls if the tool allows it, for example several changes in one edit. Otherwise vary the wording, order or format of new results a little; never change what was sent. Models tend to repeat a pattern past its usefulness.",
    ),
  },
  "image-share": {
    title: sentence("Images take much of the window"),
    advice: sentence(
      "Send images smaller or cropped to what matters, and drop an image once it has been used, because it is sent again with every later request.",
    ),
  },
  "doubled-results": {
    title: sentence("Results of tools sent twice"),
    advice: sentence(
      "No client setting prevents this. Start a new session instead of resuming this one, and report the problem to the client's authors.",
    ),
  },
};

/** A risk is visible in one session; its cost only shows in the next. */
const VOLATILE_FRONT_RISK: FindingText = {
  title: sentence("Text at the start of the prompt changes between sessions"),
  advice: sentence(
    "Put this text at the end of the conversation, or keep only what stays true: a date without a time, no ids.",
  ),
};

/** Title and recommendation of a finding. */
export const findingText = ({ id, kind }: Pick<CacheFinding, "id" | "kind">): FindingText =>
  id === "volatile-front" && kind === "risk" ? VOLATILE_FRONT_RISK : TEXTS[id];

const LACKS: Readonly<Record<LackId, Sentence>> = {
  "no-window": sentence("the window of this session is unknown"),
  "no-usage": sentence("this log reports no cache use"),
  "no-writes": sentence("this log reports no cache writes"),
  "no-texts": sentence("this log contains no text"),
  "no-calls": sentence("this log contains no tool calls, or only as plain text"),
  "no-agents": sentence("the requests of the sub-agents are not in this log"),
  "few-agents": sentence("some requests of the sub-agents are not in this log"),
  "no-head": sentence("the tools and system prompt are not in this log"),
  "no-tools": sentence("tool definitions are not in this log"),
  "no-minimum": sentence("the minimum cacheable length of this session's models is unknown"),
  "no-bodies": sentence("this log does not contain the request bodies as sent"),
};

/** The result of a check without a finding. */
export function checkNote(fact: CheckFact, say: Say = english): string {
  switch (fact.id) {
    case "none":
      return say("none in {count, plural, one {# request} other {# requests}}", { count: fact.requests });
    case "no-cause":
      return say("found, but not known to have caused any loss");
    case "few-unread":
      return say("{unread} of {written} tokens, under 5 %", {
        unread: formatTokens(fact.unread),
        written: formatTokens(fact.written),
      });
    case "little-waste":
      return compositionWords.littleWaste(fact.tokens, fact.isPriced, say);
    case "none-oversized":
      return fact.from === null
        ? say(compositionWords.noOversized)
        : compositionWords.oversizedNote([], fact.from, say);
    case "tools-called":
      return compositionWords.unusedToolsNote(
        fact.defined === null
          ? { known: false, called: fact.called }
          : { known: true, defined: fact.defined, unused: [] },
        say,
      );
    default:
      return say(LACKS[fact.id]);
  }
}

export const FINDING_NAMES: Readonly<Record<FindingId, Sentence>> = {
  "volatile-front": sentence("Text at the start of the prompt changes"),
  "head-per-turn": sentence("Tools and system prompt rewritten each turn"),
  "tool-churn": sentence("Tools reordered or changed"),
  "moved-block": sentence("Reminders that move"),
  "key-order": sentence("Keys in another order"),
  "history-edit": sentence("History edited in the middle"),
  "lookback-overflow": sentence("Look-back overflow"),
  "below-minimum": sentence("Prompts below the minimum"),
  "unread-writes": sentence("Cache writes of last turns and single calls"),
  "cold-fan-out": sentence("Agents started together on a cold cache"),
  "tool-choice": sentence("Changed tool choice"),
  "unmarked-head": sentence("No breakpoint after the system prompt"),
  "nothing-marked": sentence("No cache mark at all"),
  "undefined-tools": sentence("Calls to undefined tools"),
  "alike-exchanges": sentence("Long runs of similar exchanges"),
  "image-share": sentence("Images that fill the window"),
  "doubled-results": sentence("Results sent twice"),
};

export const checkName = (id: string): Sentence =>
  FINDING_NAMES[id as FindingId] ?? compositionWords.kinds[id as LeaveOutKind].title;

/** Title and recommendation of a risk. Those of cache rules have the rule's id with `-risk`. */
export const riskText = (id: string): FindingText =>
  id === "oversized-output"
    ? compositionWords.kinds[id]
    : findingText({ id: id.replace(/-risk$/, "") as FindingId, kind: "risk" });

export const riskEvidence = (fact: RiskFact, say: Say = english): string =>
  isOfOversized(fact) ? compositionWords.oversizedEvidence(fact, say) : findingEvidence(fact, say);
