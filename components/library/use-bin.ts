"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { Deletion } from "@/lib/api/schemas/deletion";
import type { LibraryBin } from "@/lib/api/schemas/library-list";
import type { LibraryChanges } from "./use-library-changes";

/** Rows that are asked for at once: more than a dialog shows without scrolling. */
const PAGE = 100;

export type Bin = {
  /** null: not read yet. */
  readonly sessions: LibraryBin["sessions"] | null;
  readonly total: number;
  readonly keptDays: number;
  readonly failure: string | null;
  readonly isBusy: boolean;
  /** What was deleted for good last, and which copies still hold it. */
  readonly gone: { readonly title: string; readonly deletion: Deletion } | null;
  readonly load: () => Promise<void>;
  readonly loadMore: () => Promise<void>;
  readonly takeBack: (id: string, title: string) => Promise<void>;
  readonly deleteForGood: (id: string, title: string) => Promise<void>;
};

/** What is in the bin, a page at a time, and what can be done with it. */
export function useBin(changes: LibraryChanges, onChanged: () => void): Bin {
  const say = useSay();
  const [bin, setBin] = useState<LibraryBin | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [gone, setGone] = useState<Bin["gone"]>(null);
  const [isBusy, setBusy] = useState(false);
  const read = async (offset: number) => {
    const called = await callApi("GET /api/library/bin", { query: { offset, limit: PAGE } });
    setFailure(called.ok ? null : called.failure.message);
    if (!called.ok) return;
    const { sessions, ...rest } = called.value;
    setBin((before) => ({ ...rest, sessions: [...(before?.sessions.slice(0, offset) ?? []), ...sessions] }));
  };
  /** Removes a row that is in the bin no longer; the others stay where they are. */
  const drop = (id: string) =>
    setBin(
      (before) =>
        before && {
          ...before,
          sessions: before.sessions.filter((one) => one.id !== id),
          total: before.total - 1,
        },
    );
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const takeBack = (id: string, title: string) =>
    during(async () => {
      if (await changes.change({ sessions: [id], binned: false }, say("Took back “{title}”.", { title }))) drop(id);
    });
  const deleteForGood = (id: string, title: string) =>
    during(async () => {
      const called = await callApi("DELETE /api/sessions/{id}", { path: { id } });
      if (!called.ok && called.failure.status !== 404) return setFailure(called.failure.message);
      setFailure(null);
      setGone(called.ok ? { title, deletion: called.value } : null);
      drop(id);
      onChanged();
    });
  return {
    sessions: bin?.sessions ?? null,
    total: bin?.total ?? 0,
    keptDays: bin?.kept_days ?? 0,
    failure,
    isBusy,
    gone,
    load: () => during(() => read(0)),
    loadMore: () => during(() => read(bin?.sessions.length ?? 0)),
    takeBack,
    deleteForGood,
  };
}
