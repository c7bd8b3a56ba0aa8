import { messagesOf, originalOfCleared, promptSpans } from "./context-at";
import type { CapturedPrompts, Response, Session } from "./session";

/** A request whose messages in the session differ from its exact request in the log. */
export type ExactDifference = {
  readonly response: Response;
  /** Blocks of the exact request missing from the messages. */
  readonly missing: number;
  /** Parts of the messages missing from the exact request. */
  readonly extra: number;
  /** True if both contain the same items, in another order. */
  readonly isReordered: boolean;
};

type Sent = { readonly blocks: readonly (readonly string[] | null)[]; readonly isContinued: boolean };

/**
 * Checks a rule for every importer with exact requests: if the log contains a request as sent, `contextAt` must return
 * the same messages in the same order. A difference is reported where it begins, and not again for requests that only
 * continue it. Linear, except for requests that do not continue the previous one.
 */
export function exactDifferences(session: Session): ExactDifference[] {
  const { captured } = session;
  if (!captured?.blocks.some(({ parts }) => parts !== undefined)) return [];
  const spans = promptSpans(session);
  const contentOf = contentReader(session);
  const last = new Map<string, { leaf: number; index: number }>();
  return session.responses.flatMap((response, index): ExactDifference[] => {
    const { prompt, agent } = response;
    const before = last.get(agent);
    last.delete(agent);
    if (!prompt) return [];
    last.set(agent, { leaf: prompt.leaf, index });
    const [span, known] = [spans[index], before && spans[before.index]];
    if (!span) return [];
    const sent = sentBy(captured, prompt.leaf, before?.leaf ?? -1);
    const isContinued = sent.isContinued && known?.start === span.start && known.gaps === span.gaps;
    const own = isContinued ? sent : sentBy(captured, prompt.leaf, -1);
    const told = partsIn(session, agent, isContinued ? { ...span, start: known.end } : span);
    if (compare(own.blocks, told) === null) return [];
    const difference = compare(
      own.blocks.map((parts) => parts?.map(contentOf) ?? null),
      told.map(contentOf),
    );
    return difference === null ? [] : [{ response, ...difference }];
  });
}

/** A rewound conversation has new parts with the content of earlier ones, and a block keeps the part that came first. */
function contentReader({ messages }: Session): (id: string) => string {
  const known = new Map<string, string>();
  return (id) => {
    if (known.size === 0)
      for (const { parts } of messages)
        for (const { id: own, source: _, ...content } of parts) known.set(own, JSON.stringify(content));
    return known.get(id) ?? id;
  };
}

/** The messages of a prompt that follow a block of its path; all messages if that block is not on the path. */
function sentBy({ blocks }: CapturedPrompts, leaf: number, behind: number): Sent {
  const found: (readonly string[] | null)[] = [];
  let at = leaf;
  for (; at !== -1 && at !== behind; at = blocks[at]?.parent ?? -1) {
    const block = blocks[at];
    if (block?.kind === "message") found.push(block.parts ?? null);
  }
  return { blocks: found.reverse(), isContinued: behind !== -1 && at === behind };
}

/** The system prompt precedes a request's messages. */
function partsIn(session: Session, agent: string, span: Parameters<typeof messagesOf>[2]): string[] {
  return messagesOf(session, agent, span)
    .filter(({ origin }) => origin !== "system")
    .flatMap(({ parts }) => parts.map(({ id }) => originalOfCleared(id) ?? id));
}

function compare(blocks: Sent["blocks"], told: readonly string[]): Omit<ExactDifference, "response"> | null {
  const sent = blocks.flatMap((parts) => parts ?? []);
  const [isSent, isTold] = [new Set(sent), new Set(told)];
  const missing = blocks.filter((parts) => parts === null || parts.some((id) => !isTold.has(id))).length;
  const extra = told.filter((id) => !isSent.has(id)).length;
  const isReordered = missing + extra === 0 && sent.some((id, at) => told[at] !== id);
  return missing + extra === 0 && !isReordered ? null : { missing, extra, isReordered };
}
