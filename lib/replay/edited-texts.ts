import { once } from "../conversation/once";
import { oncePerPart } from "../conversation/once-per-part";
import type { Part, ToolCallPart } from "../conversation/part";
import { replacedBlocks, shownLines } from "../evaluation/artifacts/replaced-lines";
import { textsOf } from "../evaluation/entities/part-entities";
import type { Session } from "../transcript/session";
import type { UsedFacts } from "./used-facts";

/** The agent's edits whose old text an earlier part had shown, and the parts that show that text. */
export type EditedTexts = UsedFacts;

/**
 * An edit needs the text that it replaces. If that text is not in the prompt, the agent must read the file again. Each
 * edit is identified by the longest line of that text. Nothing is read before the first call.
 */
export function createEditedTexts(session: Session, agent: string): EditedTexts {
  const known = once(() => numberEdits(session, agent));
  return {
    shownBy: oncePerPart((part: Part) => editsShownBy(part, known().byLine)),
    writtenIn: oncePerPart((part: Part) => known().byPart.get(part) ?? []),
    count: () => known().byPart.size,
  };
}

type Edits = {
  readonly byLine: ReadonlyMap<string, readonly number[]>;
  readonly byPart: ReadonlyMap<Part, readonly number[]>;
};

function numberEdits({ messages }: Session, agent: string): Edits {
  const byLine = new Map<string, number[]>();
  const byPart = new Map<Part, readonly number[]>();
  const own = messages.flatMap(({ agent: owner, parts }) => (owner === agent ? parts : []));
  const edits = own.flatMap((part) => {
    const line = part.type === "tool-call" ? replacedLine(part) : null;
    return line === null ? [] : [{ part, line }];
  });
  for (const [number, { line }] of edits.entries()) byLine.set(line, [...(byLine.get(line) ?? []), number]);
  const numbers = new Map(edits.map(({ part }, number) => [part as Part, number]));
  const shown = new Set<number>();
  for (const part of own) {
    const number = numbers.get(part);
    if (number !== undefined && shown.has(number)) byPart.set(part, [number]);
    for (const edit of editsShownBy(part, byLine)) shown.add(edit);
  }
  return { byLine, byPart };
}

function editsShownBy(part: Part, byLine: Edits["byLine"]): readonly number[] {
  if (byLine.size === 0) return [];
  const shown = new Set<number>();
  for (const text of textsOf(part))
    for (const line of shownLines(text)) for (const edit of byLine.get(line) ?? []) shown.add(edit);
  return [...shown];
}

/** The longest line of the text that a call replaces; null if it replaces none. */
function replacedLine(call: ToolCallPart): string | null {
  const [first, ...others] = replacedBlocks(call).flatMap(({ lines }) => lines);
  return first === undefined ? null : others.reduce((one, other) => (other.length > one.length ? other : one), first);
}
