import type { Part } from "../conversation/part";
import type { SessionMessage } from "../transcript/session";
import type { Evidence, KnownEntity, Readers } from "./evidence";
import { type FutureLoad, futureLoad } from "./tokens-per-task";

/** One part of the log after the cut, in order. */
export type FutureStep = {
  readonly part: Part;
  /** Calls of the model since the cut; the answer to the request at the cut is call 0. */
  readonly call: number;
  /** Written by the model: text, reasoning, inputs of tools. What others wrote was shown to it. */
  readonly isAgents: boolean;
};

/** The log of one agent after a cut: `messages` are those that follow the prompt, its own answer first. */
export function toFuture(messages: readonly SessionMessage[], agent: string): FutureStep[] {
  const steps: FutureStep[] = [];
  const calls = new Set<string>();
  for (const message of messages) {
    if (message.agent !== agent || message.isHidden) continue;
    if (message.responseId !== undefined) calls.add(message.responseId);
    const isAgents = message.role === "assistant" && message.origin === "model";
    for (const part of message.parts) steps.push({ part, call: Math.max(0, calls.size - 1), isAgents });
  }
  return steps;
}

export type NeededEntity = { readonly known: KnownEntity; readonly call: number };
export type NeededSpan = { readonly span: string; readonly blocks: readonly number[]; readonly call: number };

/**
 * What the agent wrote later, that the original held and that nothing had shown it again before. A lower bound of what
 * is needed: the log shows only what this agent did with all of it in view.
 */
export type NeededSet = {
  readonly entities: readonly NeededEntity[];
  /** Long lines quoted in inputs of tools, such as the text that an edit replaces. */
  readonly spans: readonly NeededSpan[];
  /** Calls of the model after the cut. */
  readonly calls: number;
  readonly load: FutureLoad;
};

/** Linear in the size of the future. */
export function findNeeded(evidence: Evidence, future: readonly FutureStep[], readers: Readers): NeededSet {
  const entities: NeededEntity[] = [];
  const spans: NeededSpan[] = [];
  const seen = new Set<string>();
  const seenSpans = new Set<string>();
  for (const { part, call, isAgents } of future) {
    for (const key of readers.entitiesOf(part).keys()) {
      const known = seen.has(key) ? undefined : evidence.entities.get(key);
      seen.add(key);
      if (known && isAgents) entities.push({ known, call });
    }
    for (const span of readers.spansOf(part)) {
      const blocks = seenSpans.has(span) ? undefined : evidence.spans.get(span);
      seenSpans.add(span);
      if (blocks && isAgents && part.type === "tool-call") spans.push({ span, blocks, call });
    }
  }
  return { entities, spans, calls: (future.at(-1)?.call ?? -1) + 1, load: futureLoad(future) };
}
