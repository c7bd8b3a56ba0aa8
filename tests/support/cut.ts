import type { Conversation } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import { createReaders, gatherEvidence, type Readers } from "@/lib/evaluation/evidence";
import { findNeeded, toFuture } from "@/lib/evaluation/future";
import type { Cut } from "@/lib/evaluation/measure-loss";
import { contextAt, promptSpans } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";

export const quarterTokens = (part: Part): number => Math.ceil(partText(part).length / 4);

/** The evaluation point before response `index`: what it was sent, and what its agent did from there on. */
export function cutAt(
  session: Session,
  index: number,
  readers: Readers = createReaders(quarterTokens, rootsOf(session)),
): Cut {
  const response = session.responses[index];
  const end = promptSpans(session)[index]?.end ?? 0;
  const evidence = gatherEvidence(contextAt(session, index), readers);
  const future = toFuture(session.messages.slice(end), response?.agent ?? "main");
  return { evidence, needed: findNeeded(evidence, future, readers), readers };
}

export const rootsOf = ({ project }: Session): readonly string[] => (project?.startsWith("/") ? [project] : []);

/** The blocks chosen by index, in the messages they stand in; what is left empty goes. */
export function keepBlocks({ evidence }: Cut, keep: (block: number) => boolean): Conversation {
  const kept = new Set(evidence.blocks.flatMap(({ part }, block) => (keep(block) ? part : [])));
  const messages = evidence.original.messages.flatMap((message) => {
    const parts = message.parts.filter((part) => kept.has(part));
    return parts.length === 0 ? [] : { ...message, parts };
  });
  return { ...evidence.original, messages };
}
