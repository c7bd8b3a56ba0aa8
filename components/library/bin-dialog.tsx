"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { LibraryBin } from "@/lib/api/schemas/library-list";
import { formatDay } from "@/lib/view-models/format-day";
import { formatBytes } from "@/lib/view-models/number-format";
import type { LibraryChanges } from "./use-library-changes";

type Props = { isOpen: boolean; changes: LibraryChanges; onChanged: () => void; onClose: () => void };

/** Lists what is in the bin, gives it back, or deletes it for good. */
export function BinDialog({ isOpen, changes, onChanged, onClose }: Props) {
  const say = useSay();
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={say("Bin")} description={say("in no list, no search and no run")} className="max-w-160">
        {isOpen ? <BinList changes={changes} onChanged={onChanged} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function BinList({ changes, onChanged }: Pick<Props, "changes" | "onChanged">) {
  const say = useSay();
  const [bin, setBin] = useState<LibraryBin | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const reload = async () => {
    const called = await callApi("GET /api/library/bin");
    setFailure(called.ok ? null : called.failure.message);
    if (called.ok) setBin(called.value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void reload(), []);
  const takeBack = async (id: string, title: string) => {
    await changes.change({ sessions: [id], binned: false }, say("Took back “{title}”.", { title }));
    await reload();
  };
  const deleteForGood = async (id: string) => {
    const called = await callApi("DELETE /api/sessions/{id}", { path: { id } });
    if (!called.ok && called.failure.status !== 404) return setFailure(called.failure.message);
    onChanged();
    await reload();
  };
  if (failure)
    return (
      <p role="alert" className="p-4 text-bad text-small">
        {failure}
      </p>
    );
  if (bin === null) return <p className="p-4 text-small text-tx3">{say("Reading the bin…")}</p>;
  if (bin.sessions.length === 0)
    return (
      <p className="p-4 text-small text-tx2">
        {say(
          "The bin is empty. A deleted session stays here for {kept_days} days; then Winnow deletes it and its copy of the imported file for good.",
          { kept_days: bin.kept_days },
        )}
      </p>
    );
  return (
    <ul className="min-h-0 overflow-y-auto">
      {bin.sessions.map(({ id, title, bytes, leaves_at }) => (
        <li key={id} className="flex items-center gap-3 border-line border-b px-4 py-2 text-small last:border-b-0">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium" title={title}>
              {title}
            </span>
            <span className="text-micro text-tx3">
              {say("{bytes} · deleted for good on {leaves_at}; the file it was imported from stays", {
                bytes: formatBytes(bytes),
                leaves_at: formatDay(leaves_at, "day", say),
              })}
            </span>
          </span>
          <Button size="sm" onClick={() => void takeBack(id, title)}>
            {say("Take back")}
          </Button>
          <Button size="sm" variant="danger" onClick={() => void deleteForGood(id)}>
            {say("Delete now")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
