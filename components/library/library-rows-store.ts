import type { LibraryList } from "@/lib/api/schemas/library-list";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { toListedItem } from "@/lib/read-models/library-item";

/** Rows per request: a screen and a margin around it. */
export const PAGE_ROWS = 50;

export type Query = Readonly<Record<string, string>>;
export type LoadPage = (query: Query, offset: number, signal: AbortSignal) => Promise<LibraryList | null>;
export type Shown = {
  /** The answer with the shown rows. */
  readonly list: LibraryList;
  readonly rowAt: (index: number) => LibraryItem | undefined;
  /** Whether rows for a different order or filter are loading. */
  readonly isStale: boolean;
  readonly isFailed: boolean;
};

/**
 * The page's rows, loaded a page at a time. Rows of the earlier order stay until the next arrive, to avoid flicker, and
 * outdated answers are dropped.
 */
export class LibraryRowsStore {
  readonly #load: LoadPage;
  readonly #listeners = new Set<() => void>();
  #query: Query;
  #pages = new Map<number, readonly LibraryItem[]>();
  #loading = new Set<number>();
  #abort = new AbortController();
  #shown: Shown;

  constructor(load: LoadPage, query: Query, first: LibraryList) {
    this.#load = load;
    this.#query = query;
    this.#shown = this.#show(first);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Shown => this.#shown;

  /** Uses the first page from the server, or requests another query's first page. */
  set(query: Query, drawn: LibraryList | null): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#loading.clear();
    this.#query = query;
    this.#put(drawn ? this.#show(drawn) : { ...this.#shown, isStale: true });
    if (!drawn) void this.#ask(0);
  }

  /** Reloads the shown rows after a change. */
  refresh(): void {
    this.set(this.#query, null);
  }

  /** Loads the pages of these rows, unless they are present or loading. After a failure, only `set` loads again. */
  want(from: number, to: number): void {
    if (this.#shown.isStale || this.#shown.isFailed) return;
    for (let page = Math.floor(from / PAGE_ROWS); page * PAGE_ROWS < to; page += 1)
      if (!this.#pages.has(page)) void this.#ask(page);
  }

  async #ask(page: number): Promise<void> {
    if (this.#loading.has(page)) return;
    this.#loading.add(page);
    const { signal } = this.#abort;
    const list = await this.#load(this.#query, page * PAGE_ROWS, signal);
    if (signal.aborted) return;
    this.#loading.delete(page);
    if (list === null) return this.#put({ ...this.#shown, isFailed: true });
    if (page === 0) return this.#put(this.#show(list));
    this.#pages.set(page, list.sessions.map(toListedItem));
    this.#put({ ...this.#shown, isFailed: false });
  }

  #show(list: LibraryList): Shown {
    const pages = new Map([[0, list.sessions.map(toListedItem)]]);
    this.#pages = pages;
    const rowAt = (index: number) => pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
    return { list, rowAt, isStale: false, isFailed: false };
  }

  #put(shown: Shown): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}
