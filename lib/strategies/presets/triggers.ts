import * as z from "zod";
import { taskIndex } from "../../conversation/apparent-origin";
import type { Atom } from "../../conversation/atoms";
import { isTypedUser } from "../../conversation/message";
import type { ToolCallPart } from "../../conversation/part";
import { type CallFacts, callFacts } from "../../tools/call-facts";
import { changesFiles } from "../../tools/operations";
import { isOpen, planItems } from "../../tools/plan-items";
import { ERROR_WORD } from "../crush/crusher";
import { artifactIndex } from "../facts/artifact-index";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { step, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { TURN_COUNT } from "../grammar/gauges";
import { reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import { choice, share, whole } from "../grammar/params";
import { atomTarget, atomTargets, isFailure, newestTurnsStart, type Selector } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { compares, overWindow, type Trigger, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";

/** The four trigger strategies of the context-compression skill, with an artifact index of what was dropped. */
const product = {
  name: "context-compression skill",
  version: "of December 2025",
  date: "2025-12-01",
  read: "2026-11-22",
  source: "https://github.com/muratcankoylan/Agent-Skills-for-Context-Engineering/tree/main/skills/context-compression",
};
const facts = (id: string, alsoCalled: readonly string[] = []) =>
  deterministic({ id, version: "4", alsoCalled, family: "cut", product, cache: "rewrites-all" });

const INDEX_TOKENS = 1000;
const guards = [reportShortenedLoops, artifactIndex(INDEX_TOKENS)];

const fill = share(0.75, "Starts at this share of the window; 0.7 to 0.8 is recommended");
const drain = share(
  0.5,
  "Size after the run, as a share of the window; it must be below the start, or the next run follows immediately",
);
const comparison = choice([">=", ">"], "Starts when the token count reaches (>=) or exceeds (>) the limit");
const filled = (fraction: number, sign: ">=" | ">") => targetOr(overWindow({ fraction, reserve: 0, comparison: sign }));

/** The selection without the message that contains the task. */
const keepingTask =
  (select: Selector): Selector =>
  (view) => {
    const { messages } = view.conversation;
    const task = messages[taskIndex(messages)];
    const ids = new Set(task?.parts.map(({ id }) => id));
    return select(view).filter(({ parts }) => !parts.some((id) => ids.has(id)));
  };

/** Target size of the prompt without the index, so that the total including it fits. */
function drainTo({ budget }: Environment, fraction: number): Ceiling {
  const limit = budget.target ?? (budget.window === null ? Number.POSITIVE_INFINITY : budget.window * fraction);
  return { measure: TOKENS, limit: limit - Math.min(INDEX_TOKENS, limit * 0.1) };
}

export const fixedThreshold = defineStrategy(
  facts("fixed-threshold", ["at 70 to 80 % of the window"]),
  z.object({ fill, drain, comparison }),
  ({ fill, drain, comparison }, environment) =>
    when(
      filled(fill, comparison),
      step({
        id: "drain",
        select: keepingTask(oldestDialogue),
        transform: drop,
        guards,
        ceiling: drainTo(environment, drain),
      }),
    ),
);

const beforeTurns =
  (turns: number): Selector =>
  (view) => {
    const start = newestTurnsStart(view, turns);
    const older = view.atoms().filter(({ kind, end }) => end < start && kind !== "system");
    return atomTargets(older, "older-turn");
  };

export const slidingTurns = defineStrategy(
  facts("sliding-turns", ["the last N turns"]),
  z.object({
    turns: whole(5, "Number of newest turns to keep", 1),
    comparison: choice([">", ">="], "Starts when the turns reach (>=) or exceed (>) the number to keep"),
  }),
  ({ turns, comparison }) =>
    when(
      compares(TURN_COUNT, comparison, turns),
      step({ id: "older-turns", select: keepingTask(beforeTurns(turns)), transform: drop, guards }),
    ),
);

/** Sorts by importance, least first: chatter before work, work before files and errors, old before new. */
const byImportance: Selector = (view) => {
  const atoms = view.atoms().filter(({ kind }) => kind !== "system");
  const scored = atoms.map((atom, index) => ({ atom, score: importanceOf(atom, view) + index / atoms.length }));
  scored.sort((a, b) => a.score - b.score);
  return scored.map(({ atom }) => atomTarget(atom, "least-important"));
};

function importanceOf(atom: Atom, view: View): number {
  if (atom.kind === "user") return 2;
  let score = 0;
  for (const id of atom.partIds) {
    const part = view.entry(id)?.part;
    if (part?.type === "tool-result" && isFailure(part, view)) score = Math.max(score, 1.2);
    if (part?.type === "text" && ERROR_WORD.test(part.text.slice(0, 2000))) score = Math.max(score, 0.6);
    if (part?.type === "tool-call" && isWork(callFacts(part, view.conversation.tools))) score = Math.max(score, 0.8);
  }
  return score;
}

/** Calls that change files or state the plan. */
const isWork = ({ operation, files }: CallFacts): boolean =>
  changesFiles(operation) || operation === "plan" || files.some((file) => file.operation !== "read");

export const importanceFirst = defineStrategy(
  facts("importance"),
  z.object({ fill, drain, comparison }),
  ({ fill, drain, comparison }, environment) =>
    when(
      filled(fill, comparison),
      step({
        id: "drop-unimportant",
        select: keepingTask(byImportance),
        transform: drop,
        guards,
        ceiling: drainTo(environment, drain),
      }),
    ),
);

/** Index of the message starting the first turn after the last finished task; null while none is finished. */
export function taskBoundary(view: View): number | null {
  const { messages } = view.conversation;
  let isFinished = false;
  let boundary: number | null = null;
  messages.forEach((message, index) => {
    if (isTypedUser(message) && isFinished) {
      boundary = index;
      isFinished = false;
    }
    for (const part of message.parts) if (part.type === "tool-call") isFinished = finishes(part, view) ?? isFinished;
  });
  return boundary;
}

/** A plan without open items, or a commit, finishes a task; a plan with open items resumes it. */
function finishes(call: ToolCallPart, view: View): boolean | null {
  const items = planItems(call) ?? [];
  if (items.length > 0) return !items.some(isOpen);
  const { command } = callFacts(call, view.conversation.tools);
  return command !== null && /\bgit\s+commit\b|\bgh\s+pr\s+(create|merge)\b/.test(command) ? true : null;
}

/** The exchanges of finished tasks. Their requests and answers stay. */
const finishedWork: Selector = (view) => {
  const boundary = taskBoundary(view) ?? 0;
  const isWork = ({ kind, end }: Atom) => end < boundary && (kind === "exchange" || kind === "result");
  return atomTargets(view.atoms().filter(isWork), "finished-task");
};

const hasFinishedTask: Trigger = (view) => ({
  fired: taskBoundary(view) !== null,
  rule: "a task was finished (plan done or committed) and the next was asked for",
  value: taskBoundary(view) ?? 0,
  limit: null,
});

export const taskBoundaryFold = defineStrategy(facts("task-boundary"), z.object({}), () =>
  when(hasFinishedTask, step({ id: "finished-tasks", select: finishedWork, transform: drop, guards })),
);
