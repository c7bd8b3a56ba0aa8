import type { Atom } from "../../conversation/atoms";
import { isTypedUser } from "../../conversation/message";
import type { ToolCallPart, ToolResultPart } from "../../conversation/part";
import { hasFailed } from "../../tools/failures/failure";
import type { View } from "./view";

/** Parts that a transform handles together, and the reason for choosing them. */
export type Target = {
  readonly parts: readonly string[];
  readonly reason: string;
  /** The later part that makes these needless, if any. */
  readonly by?: string;
};

/** Chooses targets in the order of handling. `step` skips protected ones. */
export type Selector = (view: View) => readonly Target[];

/** Every tool result, oldest first. */
export const toolResults = (view: View): readonly ToolResultPart[] => view.results();

/** Tool results that pass the test, each its own target, oldest first. */
export function selectResults(reason: string, test: (result: ToolResultPart, view: View) => boolean): Selector {
  return (view) =>
    toolResults(view)
      .filter((result) => test(result, view))
      .map((result) => ({ parts: [result.id], reason }));
}

/** True if the result reports a failure, marked or inferred. Strategies keep failed attempts. */
export const isFailure = (result: ToolResultPart, view: View): boolean =>
  hasFailed(result, callOf(result, view), view.conversation.tools);

/**
 * True if the result's error flag is set or, if its format has no such flag, the output reports a failure. For products
 * that check a call's state.
 */
export const isFailedState = (result: ToolResultPart, view: View): boolean => result.isError ?? isFailure(result, view);

export function callOf(result: ToolResultPart, view: View): ToolCallPart | undefined {
  const call = view.callOf(result.id)?.part;
  return call?.type === "tool-call" ? call : undefined;
}

/** Index of the message at which the newest `turns` turns start; the length if there is none, 0 if there are fewer. */
export function newestTurnsStart(view: View, turns: number): number {
  const { messages } = view.conversation;
  if (turns <= 0) return messages.length;
  let left = turns;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message && isTypedUser(message)) left -= 1;
    if (left === 0) return index;
  }
  return 0;
}

/** The unit counted from the end: typed prompts, model answers, or messages (consecutive tool results count as one). */
export type HistoryUnit = "turn" | "step" | "message";

/** Index of the message at which the newest `count` units start; the length if there is none, 0 if there are fewer. */
export function newestStart(view: View, count: number, unit: HistoryUnit): number {
  if (unit === "turn") return newestTurnsStart(view, count);
  const { messages } = view.conversation;
  let [left, start] = [count, messages.length];
  while (left > 0 && start > 0) {
    start -= 1;
    const [role, before] = [messages[start]?.role, messages[start - 1]?.role];
    if (unit === "step" ? role === "assistant" : role !== "tool" || before !== "tool") left -= 1;
  }
  return left > 0 ? 0 : start;
}

export type NewestRule = {
  /**
   * The newest results stay, up to this many tokens in total. The result that exceeds it is selected, as are all older
   * ones.
   */
  readonly tokens: number;
  /** Turns (or other units) at the end that are left alone. */
  readonly turns: number;
  readonly unit?: HistoryUnit;
  readonly reason: string;
  /** True for results that are neither counted nor selected. */
  readonly isExempt?: (result: ToolResultPart, view: View) => boolean;
  /** True for the result at which the walk stops. */
  readonly isEnd?: (result: ToolResultPart, view: View) => boolean;
};

/** Results older than the newest `tokens` tokens of results, newest first. */
export function resultsBeyond({ tokens, turns, unit = "turn", reason, isExempt, isEnd }: NewestRule): Selector {
  return (view) => {
    const start = newestStart(view, turns, unit);
    const found: Target[] = [];
    let sum = 0;
    for (const { part, messageIndex } of view.entries().toReversed()) {
      if (part.type !== "tool-result" || messageIndex >= start || isExempt?.(part, view)) continue;
      if (isEnd?.(part, view)) break;
      sum += view.environment.tokensOf(part);
      if (sum > tokens) found.push({ parts: [part.id], reason });
    }
    return found;
  };
}

export const atomTarget = (atom: Atom, reason: string): Target => ({ parts: atom.partIds, reason });

export const atomTargets = (atoms: readonly Atom[], reason: string): Target[] =>
  atoms.map((atom) => atomTarget(atom, reason));
