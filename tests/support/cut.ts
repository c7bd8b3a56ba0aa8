import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders } from "@/lib/evaluation/evidence";
import type { Cut } from "@/lib/evaluation/measure-loss";
import type { Session } from "@/lib/transcript/session";

export const quarterTokens = (part: Part): number => Math.ceil(partText(part).length / 4);

/** Cuts like the pipeline, with one token per started four characters. */
export const quarterCut = (session: Session, index: number): Cut =>
  cutAt(session, index, createReaders(quarterTokens, rootsOf(session)));

/** The blocks chosen by index, in their messages; empty messages are dropped. */
export function keepBlocks({ evidence }: Cut, keep: (block: number) => boolean): Conversation {
  const kept = new Set(evidence.blocks.flatMap(({ part }, block) => (keep(block) ? part : [])));
  const messages = evidence.original.messages.flatMap((message) => {
    const parts = message.parts.filter((part) => kept.has(part));
    return parts.length === 0 ? [] : { ...message, parts };
  });
  return { ...evidence.original, messages };
}
