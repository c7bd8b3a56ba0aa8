import type { MessageRow, PartRow } from "../../lib/api/schemas/message-row";
import { describeFailure, type ReadFailure, type ReadPage } from "./read-messages";

export const PAGE_SIZE = 200;
/** Maximum number of concurrent requests to the server. */
const PARALLEL = 4;

/** One agent's loaded messages. Immutable; each loaded page creates a new object. */
export type LoadedMessages = {
  /** The agent's message count; null until the server has answered. */
  readonly total: number | null;
  readonly pages: ReadonlyMap<number, readonly MessageRow[]>;
  readonly error: ReadFailure | null;
};

/** Loads only wanted pages, because a long session has hundreds. */
export type MessageStore = {
  readonly get: () => LoadedMessages;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets the pages to load, most important first; replaces those not yet loading. */
  readonly want: (pages: readonly number[]) => void;
  readonly retry: () => void;
  /** The session has grown: older pages stay until they have been reloaded. */
  readonly renew: (revision: string, total: number | null) => void;
};

export function createMessageStore(read: ReadPage, total: number | null): MessageStore {
  let state: LoadedMessages = { total, pages: new Map(), error: null };
  let wanted: readonly number[] = [];
  let revision: string | null = null;
  const begun = new Set<number>();
  /** Pages of an older revision. */
  let stale = new Set<number>();
  const listeners = new Set<() => void>();
  const set = (next: Partial<LoadedMessages>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const load = async (page: number) => {
    begun.add(page);
    const asked = revision;
    try {
      const answer = await read(page * PAGE_SIZE, PAGE_SIZE);
      if (asked === revision) stale.delete(page);
      set({ total: answer.total, pages: new Map(state.pages).set(page, answer.messages) });
    } catch (error) {
      set({ error: describeFailure(error) });
    }
    begun.delete(page);
    pump();
  };
  const pump = () => {
    if (state.error) return;
    const next = wanted.filter((page) => !begun.has(page) && (stale.has(page) || !state.pages.has(page)));
    for (const page of next.slice(0, Math.max(0, PARALLEL - begun.size))) void load(page);
  };
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want: (pages) => {
      wanted = pages;
      pump();
    },
    retry: () => {
      set({ error: null });
      pump();
    },
    renew: (next, total) => {
      const isFirst = revision === null;
      if (next === revision) return;
      revision = next;
      if (isFirst) return;
      stale = new Set([...state.pages.keys(), ...begun]);
      set({ total });
      pump();
    },
  };
}

export const messageAt = ({ pages }: LoadedMessages, position: number): MessageRow | undefined =>
  pages.get(Math.floor(position / PAGE_SIZE))?.[position % PAGE_SIZE];

/** Positions [from, to) of an agent's messages. */
export type MessageRange = { readonly from: number; readonly to: number };

export function pagesOf({ from, to }: MessageRange): number[] {
  const first = Math.floor(from / PAGE_SIZE);
  return to <= from ? [] : Array.from({ length: Math.ceil(to / PAGE_SIZE) - first }, (_, index) => first + index);
}

/** Number of loaded messages in the range. */
export function countLoaded(loaded: LoadedMessages, range: MessageRange): number {
  return pagesOf(range).reduce((sum, page) => {
    const read = loaded.pages.get(page)?.length ?? 0;
    const start = page * PAGE_SIZE;
    return sum + Math.max(0, Math.min(range.to, start + read) - Math.max(range.from, start));
  }, 0);
}

export function findPart({ pages }: LoadedMessages, id: string | null): PartRow | null {
  if (id === null) return null;
  for (const messages of pages.values())
    for (const message of messages) for (const part of message.parts) if (part.id === id) return part;
  return null;
}
