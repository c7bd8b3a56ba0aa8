import type { Role } from "../../conversation/message";
import type { SourceLocation } from "../../conversation/part";
import type { Usage } from "../../transcript/usage";
import type { PartDraft } from "../item-session";
import type { Iteration } from "../iterations";

export type PromptMessage = { readonly role: Role; readonly parts: readonly PartDraft[] };

/** One model call in a tracing log: the complete prompt, the response and its usage. */
export type ModelCall = {
  readonly prompt: readonly PromptMessage[];
  /** Empty if not logged; the conversation's next prompt may contain it. */
  readonly answer: readonly PartDraft[];
  readonly id: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** The calls that make up the answer, if the provider bills several. */
  readonly iterations?: readonly Iteration[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** The agent or conversation that made the call, according to the log. */
  readonly group: string;
  readonly groupTitle: string | null;
  readonly error: string | null;
  readonly source: SourceLocation;
};

/**
 * Calls in the order in which they were made, because spans arrive in any order. A call without a time keeps its place
 * after the one before it.
 */
export function inOrder(calls: readonly ModelCall[]): ModelCall[] {
  let last = Number.NEGATIVE_INFINITY;
  const timed = calls.map((call) => {
    if (call.startedAt !== null) last = Date.parse(call.startedAt);
    return { call, at: last };
  });
  return timed.sort((a, b) => a.at - b.at || 0).map(({ call }) => call);
}
