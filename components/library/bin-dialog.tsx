"use client";
import { Fragment, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useSay } from "@/components/words/words-provider";
import type { LibraryBin } from "@/lib/api/schemas/library-list";
import { copiesLeft } from "@/lib/view-models/library/copies-left";
import { formatDay } from "@/lib/wording/format-day";
import { formatBytes, formatTokens } from "@/lib/wording/number-format";
import { type Bin, useBin } from "./use-bin";
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
  const bin = useBin(changes, onChanged);
  const { load } = bin;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void load(), []);
  return (
    <div className="min-h-0 overflow-y-auto">
      {bin.failure === null ? null : (
        <p role="alert" className="p-4 text-bad text-small">
          {bin.failure}
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
    return bin.failure === null ? <p className="p-4 text-small text-tx3">{say("Reading the bin…")}</p> : null;
  if (total === 0)
    return (
      <p className="p-4 text-small text-tx2">
        {say(
          "The bin is empty. A deleted session stays here for {kept_days} days; then Winnow deletes it and its copy of the imported file for good.",
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
 * One session of the bin. Deleting it for good asks once, because nothing takes that back. The buttons have keys and another
 * order while it asks, so that neither a second click nor a held Enter answers the question.
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
          {say("{bytes} · deleted for good on {leaves_at}; the file it was imported from stays", {
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
            {say("Take back")}
          </Button>
          <Button size="sm" variant="danger" autoFocus={asking === "kept"} onClick={() => setAsking("now")}>
            {say("Delete now")}
          </Button>
        </Fragment>
      )}
    </li>
  );
}
