import type { Conversation, Message } from "./message";
import { once } from "./once";
import type { Part } from "./part";

export type PartEntry = {
  readonly part: Part;
  readonly message: Message;
  readonly messageIndex: number;
  /** The part's index among all parts of the conversation, for use in arrays about parts. */
  readonly number: number;
};

/**
 * Every part of a conversation, in order and by id. No other code should build a table of part ids: building it costs
 * more than everything else done with a part.
 */
export type PartIndex = {
  readonly entries: readonly PartEntry[];
  /** If several parts share an id: the last. */
  readonly byId: ReadonlyMap<string, PartEntry>;
  /** Ids that several parts share, and which therefore identify none of them. */
  readonly sharedIds: ReadonlySet<string>;
  readonly messageIds: () => ReadonlySet<string>;
};

const NO_IDS: ReadonlySet<string> = new Set();

export function indexParts({ messages }: Conversation): PartIndex {
  const entries: PartEntry[] = [];
  const byId = new Map<string, PartEntry>();
  messages.forEach((message, messageIndex) => {
    for (const part of message.parts) {
      const entry = { part, message, messageIndex, number: entries.length };
      entries.push(entry);
      byId.set(part.id, entry);
    }
  });
  const sharedIds = byId.size === entries.length ? NO_IDS : repeatedIds(entries);
  return { entries, byId, sharedIds, messageIds: once(() => idsOf(messages)) };
}

function repeatedIds(entries: readonly PartEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { part } of entries) (seen.has(part.id) ? repeated : seen).add(part.id);
  return repeated;
}

function idsOf(messages: readonly Message[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { id } of messages) ids.add(id);
  return ids;
}
