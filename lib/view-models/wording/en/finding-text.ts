import type { CacheFinding, FindingId } from "../../../cache/findings/finding";
import { ANTHROPIC_FACTS } from "../../../cache/policies/anthropic-facts";
import { formatCount } from "../../number-format";

const { lookback: LOOK_BACK } = ANTHROPIC_FACTS;

type FindingText = { readonly title: string; readonly advice: string };

const TEXTS: Readonly<Record<FindingId, FindingText>> = {
  "volatile-front": {
    title: "Text at the front changes",
    advice: "Move what changes (times, ids, status lines) behind the conversation, or leave it out.",
  },
  "head-per-turn": {
    title: "Tools or system prompt seem to change with each typed message",
    advice:
      "Build tools and system prompt once per session; put the time and other news of a turn into the turn's own message.",
  },
  "tool-churn": {
    title: "Tool definitions changed",
    advice:
      "Send the same tools in the same order in every request; switch a tool off by not allowing it, not by removing it.",
  },
  "moved-block": {
    title: "A block moved between messages",
    advice: "Keep injected reminders where they first stood, also when a session is resumed.",
  },
  "key-order": {
    title: "The same values in another order of keys",
    advice: "Serialise tool inputs and schemas in one fixed order of keys.",
  },
  "history-edit": {
    title: "The history was edited in its middle",
    advice:
      "Edit late in the prompt, many at once, or when the cache is cold; shorten results when they are first appended.",
  },
  "lookback-overflow": {
    title: `More than ${LOOK_BACK} blocks since the last breakpoint`,
    advice: `Set a second breakpoint at the end of the previous prompt, or one every ${LOOK_BACK} blocks.`,
  },
  "below-minimum": {
    title: "Prompts below the model's minimum",
    advice:
      "Nothing to do for short conversations; a longer stable beginning is cheaper than a short one only if it is useful.",
  },
  "unread-writes": {
    title: "Cache writes that nobody read",
    advice: "Do not cache single calls and last turns; use the longer time to live only where pauses are long.",
  },
  "cold-fan-out": {
    title: "Agents started together on a cold cache",
    advice: "Let one agent's first answer begin before starting the others with the same tools and system prompt.",
  },
  "tool-choice": {
    title: "The choice of tools changed",
    advice:
      "Keep the same mode over a session where the provider writes the messages again for it; change it together with something that breaks the prefix anyway.",
  },
  "unmarked-head": {
    title: "No breakpoint at the end of the system prompt",
    advice:
      "Set one of the breakpoints at the end of tools and system prompt, so that they are still read after a compaction, in a new session and by sub-agents.",
  },
  "undefined-tools": {
    title: "Calls to tools that are not defined",
    advice:
      "Keep a tool's definition as long as the prompt shows calls of it, and limit the choice instead of removing it: a model copies such calls, or invents their input.",
  },
  "alike-exchanges": {
    title: "Exchanges that look alike, many in a row",
    advice:
      "Read many items with one call, or vary the wording, order or format of new results a little; never change what was sent. A model goes on in such a rhythm, also where it no longer fits.",
  },
  "image-share": {
    title: "Images take much of the window",
    advice:
      "Send images smaller or cropped to what matters, and drop those that the answer has already used: each is sent again with every later request.",
  },
};

/** A risk is seen in one session; that it will cost something shows only in the next. */
const VOLATILE_FRONT_RISK: FindingText = {
  title: "Text at the front that changes from session to session",
  advice: "Put it behind the conversation, or give only as much of it as stays true: a date without a time, no ids.",
};

/** Title and advice of a finding. */
export const findingText = ({ id, kind }: Pick<CacheFinding, "id" | "kind">): FindingText =>
  id === "volatile-front" && kind === "risk" ? VOLATILE_FRONT_RISK : TEXTS[id];

/** Why a rule has no result. */
export const FINDING_NOTES = {
  noWindow: "the window of this session is not known",
  noUsage: "this log reports no cache use",
  noHead: "tools and system prompt are not in this log",
  noBodies: "this log does not hold the bodies as they were sent",
  none: (requests: number): string => `none in ${formatCount(requests, "request")}`,
};

/** What each rule looks for, where it found nothing or could not tell. */
export const FINDING_NAMES: Readonly<Record<FindingId, string>> = {
  "volatile-front": "Text at the front changes",
  "head-per-turn": "Tools and system prompt rewritten each turn",
  "tool-churn": "Tools reordered or changed",
  "moved-block": "Reminders that move",
  "key-order": "Keys in another order",
  "history-edit": "History edited in its middle",
  "lookback-overflow": "Look-back overflow",
  "below-minimum": "Prompts below the minimum",
  "unread-writes": "Writes that nobody reads",
  "cold-fan-out": "Agents started on a cold cache",
  "tool-choice": "Changed choice of tools",
  "unmarked-head": "No breakpoint after the system prompt",
  "undefined-tools": "Calls to undefined tools",
  "alike-exchanges": "Long runs of similar exchanges",
  "image-share": "Images that fill the window",
};
