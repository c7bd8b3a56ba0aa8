"use client";
import { Fragment, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { Deletion } from "@/lib/api/schemas/deletion";
import type { LibraryBin } from "@/lib/api/schemas/library-list";
import { copiesLeft } from "@/lib/view-models/library/copies-left";
import { formatDay } from "@/lib/wording/format-day";
import { formatBytes, formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { LibraryChanges } from "./use-library-changes";

type Props = { changes: LibraryChanges; onChanged: () => void; onClose: () => void };

/** Lists the bin's sessions, restores them, or deletes them for good. Open when mounted. */
export function BinDialog({ changes, onChanged, onClose }: Props) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={say("Bin")}
        description={say("excluded from lists, searches and runs")}
        className="max-w-160"
      >
        <BinList changes={changes} onChanged={onChanged} />
      </DialogContent>
    </Dialog>
  );
}

function BinList({ changes, onChanged }: Pick<Props, "changes" | "onChanged">) {
  const say = useSay();
  const bin = useBin(changes, onChanged);
  const { load } = bin;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void load(), []);
  return (
    <div className="min-h-0 overflow-y-auto">
      {bin.failure === null ? null : (
        <p role="alert" className="p-4 text-bad text-small">
          {problemText({ message: bin.failure }, say)}
        </p>
      )}
      {bin.gone === null ? null : (
        <p role="status" className="border-line border-b bg-s2 px-4 py-2 text-small text-tx2">
          {copiesLeft(bin.gone.title, bin.gone.deletion, say)}
        </p>
      )}
      <Sessions bin={bin} />
    </div>
  );
}

function Sessions({ bin }: { bin: Bin }) {
  const say = useSay();
  const { sessions, total, keptDays } = bin;
  if (sessions === null)
    return bin.failure === null ? <p className="p-4 text-small text-tx3">{say("Loading the bin…")}</p> : null;
  if (total === 0)
    return (
      <p className="p-4 text-small text-tx2">
        {say(
          "The bin is empty. A deleted session stays here for {kept_days, plural, one {# day} other {# days}}; then Winnow deletes it and its copy of the imported file for good.",
          { kept_days: keptDays },
        )}
      </p>
    );
  return (
    <>
      <ul aria-label={say("Sessions in the bin")}>
        {sessions.map((session) => (
          <BinRow key={session.id} of={session} bin={bin} />
        ))}
      </ul>
      {sessions.length < total ? (
        <p className="flex items-center justify-between gap-3 px-4 py-2 text-small text-tx2">
          {say("The newest {shown} of {total}", { shown: formatTokens(sessions.length), total: formatTokens(total) })}
          <Button size="sm" disabled={bin.isBusy} onClick={() => void bin.loadMore()}>
            {say("Show more")}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/**
 * A session in the bin. Deleting it for good asks for confirmation, because it cannot be undone. While it asks, the
 * buttons have different React keys and another order, so that neither a second click nor a held Enter answers the
 * question.
 */
function BinRow({ of, bin }: { of: LibraryBin["sessions"][number]; bin: Bin }) {
  const say = useSay();
  const [asking, setAsking] = useState<"not yet" | "now" | "kept">("not yet");
  const { id, title, bytes, leaves_at } = of;
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-2 text-small last:border-b-0 max-sm:flex-wrap">
      <span className="min-w-0 flex-1 max-sm:basis-full">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        <span className="text-micro text-tx3">
          {say("{bytes} · deleted for good on {leaves_at}; the original file stays", {
            bytes: formatBytes(bytes),
            leaves_at: formatDay(leaves_at, "day", say),
          })}
        </span>
      </span>
      {asking === "now" ? (
        <Fragment key="question">
          <Button size="sm" variant="danger" disabled={bin.isBusy} onClick={() => void bin.deleteForGood(id, title)}>
            {say("Delete for good")}
          </Button>
          <Button size="sm" autoFocus onClick={() => setAsking("kept")}>
            {say("Keep")}
          </Button>
        </Fragment>
      ) : (
        <Fragment key="row">
          <Button size="sm" disabled={bin.isBusy} onClick={() => void bin.takeBack(id, title)}>
            {say("Restore")}
          </Button>
          <Button size="sm" variant="danger" autoFocus={asking === "kept"} onClick={() => setAsking("now")}>
            {say("Delete now")}
          </Button>
        </Fragment>
      )}
    </li>
  );
}

/** Rows per request: more than a dialog shows without scrolling. */
const PAGE = 100;

type Bin = {
  /** null: not loaded yet. */
  readonly sessions: LibraryBin["sessions"] | null;
  readonly total: number;
  readonly keptDays: number;
  readonly failure: string | null;
  readonly isBusy: boolean;
  /** The last permanent deletion, and the copies that still contain the data. */
  readonly gone: { readonly title: string; readonly deletion: Deletion } | null;
  readonly load: () => Promise<void>;
  readonly loadMore: () => Promise<void>;
  readonly takeBack: (id: string, title: string) => Promise<void>;
  readonly deleteForGood: (id: string, title: string) => Promise<void>;
};

/** The bin's content, a page at a time, and its actions. */
function useBin(changes: LibraryChanges, onChanged: () => void): Bin {
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
  /** Removes a row that has left the bin; the others stay in place. */
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
      if (await changes.change({ sessions: [id], binned: false }, say("Restored “{title}”.", { title }))) drop(id);
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
