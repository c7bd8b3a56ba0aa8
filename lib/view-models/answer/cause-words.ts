import { GROUP_OF_CAUSE } from "../../answer/group-breaks";
import type { CauseId, CostCause } from "../../api/schemas/cost-answer";
import type { BreakCause } from "../../cache/break-cause";
import { formatMoney } from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";

type CauseWords = {
  /** A heading. */
  readonly name: Sentence;
  /** The heading's words for use within a sentence. */
  readonly subject: Sentence;
  readonly change: Sentence;
};

/** Name and remedy of each cause. Every page and answer takes them from here. */
export const CAUSE_WORDS: Readonly<Record<CauseId, CauseWords>> = {
  "head-per-turn": {
    name: sentence("The tools or system prompt change with each typed message"),
    subject: sentence("a prompt start that changes with each typed message"),
    change: sentence("Put the time, the file list and other changing data into the message itself."),
  },
  "volatile-front": {
    name: sentence("The start of the prompt changed"),
    subject: sentence("a changed prompt start"),
    change: sentence("Keep the start of the prompt the same in every request; put what changes into a message."),
  },
  "tool-churn": {
    name: sentence("Tool definitions changed during the session"),
    subject: sentence("changed tool definitions"),
    change: sentence("Send the same tools in the same order in every request."),
  },
  "tool-choice": {
    name: sentence("Tool choice changed during the session"),
    subject: sentence("a changed tool choice"),
    change: sentence("Keep the same tool choice for the whole session."),
  },
  "moved-block": {
    name: sentence("A reminder moved between messages"),
    subject: sentence("reminders that moved between messages"),
    change: sentence("Keep each reminder where it was first sent."),
  },
  "key-order": {
    name: sentence("The same values were sent with their keys in another order"),
    subject: sentence("keys in another order"),
    change: sentence("Serialise the keys of tool inputs and schemas in a fixed order."),
  },
  "history-edit": {
    name: sentence("Earlier messages were changed"),
    subject: sentence("changes to earlier messages"),
    change: sentence("Leave sent messages unchanged. If you must change them, do so at the end of a task."),
  },
  "skill-loaded": {
    name: sentence("Skills, tools or commands were loaded mid-session"),
    subject: sentence("skills, tools or commands loaded mid-session"),
    change: sentence("Load skills and tools before the first task."),
  },
  "params-changed": {
    name: sentence("Request settings changed during the session"),
    subject: sentence("changed request settings"),
    change: sentence("Keep mode, thinking, effort, cache key and output format the same for the whole session."),
  },
  "model-switch": {
    name: sentence("The model was switched during the session"),
    subject: sentence("switching models during the session"),
    change: sentence("Choose the model at the start, or give the other model's work to a sub-agent."),
  },
  idle: {
    name: sentence("Pause longer than the cache lifetime"),
    subject: sentence("pauses longer than the cache lifetime"),
    change: sentence("Before a long break or a slow tool call, compact or start a new session."),
  },
  refused: {
    name: sentence("The provider refused requests until the cache had expired"),
    subject: sentence("requests that the provider refused until the cache had expired"),
    change: sentence("Nothing to do: the client retried in time, but the provider refused each attempt."),
  },
  restart: {
    name: sentence("The client was restarted during the session"),
    subject: sentence("restarts of the client"),
    change: sentence("Keep the client open, or start a new session instead of resuming a long one."),
  },
  "shorter-prompt": {
    name: sentence("Text was removed from the prompt"),
    subject: sentence("removing text from the prompt"),
    change: sentence("Remove text from the prompt less often, and more at a time."),
  },
  "lookback-overflow": {
    name: sentence("More blocks were added between two requests than the provider's look-back covers"),
    subject: sentence("additions longer than the provider's look-back"),
    change: sentence("Set a second breakpoint before long runs of blocks."),
  },
  "below-minimum": {
    name: sentence("Prompts are too short to be cached"),
    subject: sentence("prompts that are too short to be cached"),
    change: sentence("Nothing to do: nothing is cached below the model's minimum."),
  },
  "nothing-marked": {
    name: sentence("No request sets a cache mark"),
    subject: sentence("requests without any cache mark"),
    change: sentence(
      "Set a cache mark at the end of the tools and the system prompt, and another at the last message.",
    ),
  },
  "unread-writes": {
    name: sentence("Cache writes of last turns and single calls"),
    subject: sentence("cache writes of last turns and single calls"),
    change: sentence("Do not cache single calls or last turns."),
  },
  "doubled-results": {
    name: sentence("Tool results are sent twice"),
    subject: sentence("tool results that are sent twice"),
    change: sentence("Start a new session instead of resuming this one, and report it to the client's authors."),
  },
  "stale-read": {
    name: sentence("Outdated file reads stay in the prompt"),
    subject: sentence("outdated file reads"),
    change: sentence("Drop a file read once the file changes. It can be read again."),
  },
  "same-text": {
    name: sentence("Outputs that repeat earlier lines"),
    subject: sentence("outputs that repeat earlier lines"),
    change: sentence("Replace what is repeated with a pointer to the first output."),
  },
  "repeated-error": {
    name: sentence("Failed calls that were retried"),
    subject: sentence("failed calls that were retried"),
    change: sentence("Drop a failed call once its retry has a result."),
  },
  "restated-plan": {
    name: sentence("To-do list repeated"),
    subject: sentence("repeated to-do lists"),
    change: sentence("Keep the newest list only."),
  },
  "unused-tools": {
    name: sentence("Tools are defined but never used"),
    subject: sentence("tools that are never used"),
    change: sentence("Turn off tool servers that you never use."),
  },
  unexplained: {
    name: sentence("Unexplained breaks"),
    subject: sentence("breaks without a cause in the log"),
    change: sentence("Record the next session: both prompts can then be compared."),
  },
};

/** A break's name according to its own cause, if nothing more is known. */
export function nameOfBreak(cause: BreakCause): string {
  const group = GROUP_OF_CAUSE[cause];
  return group === "compaction" ? sentence("Rewrites after compactions") : CAUSE_WORDS[group].name;
}

/** Replaces the remedy above if the longer lifetime would have saved more than it costs. */
export const LONGER_LIFE = sentence("Use the one-hour cache.");

/** Replaces the remedy above if a typed command came before the break, not a tool or skill that the agent loaded. */
export const RUN_APART = sentence(
  "Commands that bring their own instructions or tools change the start of the prompt: run them in a new session.",
);

/** Replaces the remedy above if the agent waited for calls in the pauses that cost most. */
export const AWAIT_LESS = sentence(
  "Answer the agent's questions and permission requests soon, and run long commands and agents in the background.",
);

/** Replaces the remedy above if an answer was not streamed, which the client decides. */
export const SAME_LIMITS = sentence("Send the same limits for output and thinking if an answer is not streamed.");

/** What to change: the remedy of the cause, or the one that the answer chose instead. */
export const changeOf = ({ id, change }: Pick<CostCause, "id" | "change">): Sentence =>
  [LONGER_LIFE, RUN_APART, AWAIT_LESS, SAME_LIMITS].find((chosen) => chosen === change) ?? CAUSE_WORDS[id].change;

/** The change, including what it would have saved, and who can make it if that is not the reader. */
export function changeBy(cause: Pick<CostCause, "id" | "change" | "saving" | "who">, say: Say = english): string {
  const { saving } = cause;
  const saved =
    saving === undefined
      ? ""
      : say(" It would have saved about {money}, net of its costlier writes.", { money: formatMoney(saving) });
  const text = { change: `${say(changeOf(cause))}${saved}` };
  if (cause.who === "authors") return say("For the client's authors: {change}", text);
  return cause.who === "winnow" ? say("With Winnow in the loop: {change}", text) : text.change;
}

export const nameOf = ({ id }: Pick<CostCause, "id">): Sentence => CAUSE_WORDS[id].name;
