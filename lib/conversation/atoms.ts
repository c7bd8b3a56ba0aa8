import type { Conversation, Message } from "./message";
import { matchPairs, type PairIndex } from "./pairs";
import type { Part } from "./part";

/**
 * Parts that stay or go together, closed over pairs by id wherever the results stand: an assistant message with all
 * its calls is one atom with every result that answers them, even with a typed message in between. An exchange led by
 * signed reasoning takes the unsigned exchanges that directly follow it, so that what is left of a tool loop always
 * resumes at signed reasoning (the providers' rule).
 */
export type Atom = {
  readonly kind: "system" | "user" | "assistant" | "exchange" | "result";
  readonly partIds: readonly string[];
  /** Index of the first and of the last message that holds one of its parts. */
  readonly start: number;
  readonly end: number;
  /** Consecutive exchanges of one signed-thinking loop share a number; null outside loops. */
  readonly loop: number | null;
};

type Draft = {
  kind: Atom["kind"];
  partIds: string[];
  start: number;
  end: number;
  loop: number | null;
  signed: boolean;
};

/** All atoms in the order of their first part. Together they hold every part id once; linear. */
export function atomsOf(conversation: Conversation, pairs: PairIndex = matchPairs(conversation)): Atom[] {
  return numberLoops(draftAtoms(conversation.messages, pairs));
}

function draftAtoms(messages: readonly Message[], pairs: PairIndex): Draft[] {
  const exchanges = exchangeDrafts(messages);
  const drafts: Draft[] = [];
  const claimed = new Set<string>();
  messages.forEach((message, index) => {
    let own = exchanges.ofMessage[index];
    for (const part of message.parts) {
      if (!isFirst(part.id, claimed)) continue;
      let target = part.type === "tool-result" ? exchanges.ofCall.get(pairs.callOf.get(part.id) ?? "") : undefined;
      if (!target && part.type === "tool-result" && message.role !== "assistant") target = draft("result", index);
      if (!target) target = own ??= draft(kindOf(message), index);
      if (target.partIds.length === 0) drafts.push(target);
      target.partIds.push(part.id);
      target.start = Math.min(target.start, index);
      target.end = Math.max(target.end, index);
    }
  });
  return drafts.sort((a, b) => a.start - b.start);
}

/** Adds the id; false where it is known. */
function isFirst(id: string, known: Set<string>): boolean {
  const { size } = known;
  return known.add(id).size > size;
}

/** One draft per message with calls, found by the index of that message and by each of its calls. */
function exchangeDrafts(messages: readonly Message[]) {
  const ofMessage: (Draft | undefined)[] = [];
  const ofCall = new Map<string, Draft>();
  messages.forEach((message, index) => {
    let exchange: Draft | undefined;
    for (const part of message.parts) {
      if (part.type !== "tool-call") continue;
      exchange ??= { ...draft("exchange", index), signed: isSigned(message.parts[0]) };
      ofCall.set(part.id, exchange);
    }
    ofMessage.push(exchange);
  });
  return { ofMessage, ofCall };
}

const draft = (kind: Atom["kind"], index: number): Draft => ({
  kind,
  partIds: [],
  start: index,
  end: index,
  loop: null,
  signed: false,
});

function kindOf(message: Message): Atom["kind"] {
  if (message.role === "system" || message.role === "assistant") return message.role;
  return "user";
}

const isSigned = (part: Part | undefined) =>
  part?.type === "reasoning" && (part.signature !== undefined || part.redactedData !== undefined);

/** A result that answers no call stands outside: it neither joins nor breaks a loop. */
function numberLoops(drafts: readonly Draft[]): Atom[] {
  const atoms: Draft[] = [];
  let previous: Draft | undefined;
  let loops = 0;
  for (const current of drafts) {
    const open = previous?.kind === "exchange" && previous.loop !== null ? previous : undefined;
    if (open && current.kind === "exchange" && !current.signed) {
      open.partIds.push(...current.partIds);
      open.end = Math.max(open.end, current.end);
      continue;
    }
    if (current.kind === "exchange" && current.signed) current.loop = open?.loop ?? loops++;
    if (current.kind !== "result") previous = current;
    atoms.push(current);
  }
  return atoms;
}
