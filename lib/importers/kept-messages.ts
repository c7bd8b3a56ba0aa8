import type { Part } from "../conversation/part";
import { inPromptOrder, outsideGaps, type PromptSpan, promptSpans } from "../transcript/prompt-spans";
import type { MessageRun } from "../transcript/session";
import { MAIN, type SessionDraft } from "./session-draft";

/**
 * A message's content as a model sees it, regardless of author and time. Thoughts are left out, because they are not
 * sent again.
 */
export function gistOf(parts: readonly Part[]): string {
  const said = parts.flatMap((part): unknown[] => {
    switch (part.type) {
      case "text":
        return part.text === "" ? [] : [part.text];
      case "reasoning":
        return [];
      case "tool-call":
        return [[part.toolCallId, part.toolName, part.input]];
      case "tool-result":
        return [[part.toolCallId, part.output]];
      default: {
        const { id: _, source: __, ...content } = part;
        return [content];
      }
    }
  });
  return JSON.stringify(said);
}

/** The indexes of the messages in the main agent's next request, in order. */
export function messagesSentNow({ messages, events }: SessionDraft): number[] {
  const next = { id: "next", agent: MAIN, model: null, messageIndex: messages.length, usage: null };
  const frame = { messages: [], responses: [next], events };
  const span = promptSpans(frame as unknown as Parameters<typeof promptSpans>[0])[0] as PromptSpan;
  const isIn = outsideGaps(span.gaps);
  const sent: number[] = [];
  for (let index = span.start; index < span.end; index += 1) {
    const message = messages[index];
    if (isIn(index) && message?.agent === MAIN && !message.isHidden) sent.push(index);
  }
  return inPromptOrder(sent, span, (index) => index);
}

/** A rewritten history: its messages before the kept ones, the kept ones by index, and those after them. */
export type Rewritten<T> = {
  readonly before: readonly T[];
  readonly kept: readonly number[];
  readonly behind: readonly T[];
};

/**
 * Finds the messages of the current history that the new one keeps: the run at its end, otherwise its first known run.
 * Any other kept message is copied like a new one.
 */
export function findKept<T extends { readonly parts: readonly Part[] }>(
  said: readonly T[],
  present: readonly number[],
  draft: SessionDraft,
): Rewritten<T> {
  const gists = present.map((index) => gistOf(draft.messages[index]?.parts ?? []));
  const wanted = said.map(({ parts }) => gistOf(parts));
  const tail = matchBackward(wanted, gists);
  if (tail.length > 0) {
    const kept = tail.map((place) => present[place] as number);
    return { before: said.slice(0, said.length - tail.length), kept, behind: [] };
  }
  const first = wanted.findIndex((gist) => gists.includes(gist));
  if (first < 0) return { before: [], kept: [], behind: said };
  const run = matchForward(wanted.slice(first), gists);
  const kept = run.map((place) => present[place] as number);
  return { before: said.slice(0, first), kept, behind: said.slice(first + run.length) };
}

function matchBackward(wanted: readonly string[], gists: readonly string[]): number[] {
  const found: number[] = [];
  let place = gists.length;
  for (let at = wanted.length - 1; at >= 0 && place > 0; at -= 1) {
    place = gists.lastIndexOf(wanted[at] as string, place - 1);
    if (place < 0) break;
    found.unshift(place);
  }
  return found;
}

function matchForward(wanted: readonly string[], gists: readonly string[]): number[] {
  const found: number[] = [];
  for (const gist of wanted) {
    const place = gists.indexOf(gist, (found.at(-1) ?? -1) + 1);
    if (place < 0) break;
    found.push(place);
  }
  return found;
}

/** The fields of a compaction that kept these messages. `behindLead`: the index after the messages before them. */
export function keptFields(kept: readonly number[], atMessage: number, behindLead: number) {
  if (kept.length === 0) return {};
  return { kept: runsOf(kept), ...(behindLead > atMessage && { keptBehind: behindLead }) };
}

/** Groups ascending indexes into runs of neighbours. */
function runsOf(indexes: readonly number[]): MessageRun[] {
  const runs: { start: number; end: number }[] = [];
  for (const index of indexes) {
    const last = runs.at(-1);
    if (last?.end === index) last.end += 1;
    else runs.push({ start: index, end: index + 1 });
  }
  return runs;
}
