"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useSay } from "@/components/words/words-provider";
import { chosenBytes, type FoundRoot } from "@/lib/view-models/library/found-sessions";
import { formatBytes } from "@/lib/wording/number-format";
import { ChooseFoundDialog } from "./choose-found-dialog";
import { FollowSwitches } from "./follow-switches";

type Props = {
  /** The folders with transcripts; null while the server searches. */
  roots: readonly FoundRoot[] | null;
  failure: string | null;
  /** True on the first-run page, which has room for the sum of sizes. */
  isLarge: boolean;
  onImport: (root: FoundRoot, paths: readonly string[]) => void;
};

/** Offers the transcripts found on this machine, by client or one by one. No file is read before it is chosen. */
export function DiscoveryPanel({ roots, failure, isLarge, onImport }: Props) {
  const say = useSay();
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<FoundRoot | null>(null);
  if (failure)
    return <p className="text-small text-tx3">{say("Could not look for transcripts: {failure}", { failure })}</p>;
  if (!roots) return <p className="text-small text-tx3">{say("Looking for transcripts…")}</p>;
  if (roots.length === 0)
    return (
      <p className="text-small text-tx3">{say("No transcripts of known clients were found in the home folder.")}</p>
    );
  const chosen = roots.filter((root) => !unchecked.includes(root.id) && root.fresh.length > 0);
  const count = chosen.reduce((sum, root) => sum + root.fresh.length, 0);
  const toggle = (id: string) =>
    setUnchecked((all) => (all.includes(id) ? all.filter((other) => other !== id) : [...all, id]));
  const importChosen = () => {
    for (const root of chosen)
      onImport(
        root,
        root.fresh.map((file) => file.path),
      );
  };
  return (
    <>
      <ul>
        {roots.map((root) => (
          <RootRow
            key={root.id}
            root={root}
            isChecked={!unchecked.includes(root.id)}
            onToggle={() => toggle(root.id)}
          />
        ))}
      </ul>
      <div className="mt-3 flex items-center gap-2">
        <Button variant="primary" disabled={count === 0} onClick={importChosen}>
          {count === 0
            ? say("No new sessions")
            : say("Import {count} {count, plural, one {file} other {files}}", { count })}
        </Button>
        <Button onClick={() => setChoosing(roots[0] ?? null)}>{say("Choose…")}</Button>
        {count > 0 && isLarge ? (
          <span className="tabular ml-auto whitespace-nowrap text-small text-tx3">
            {formatBytes(chosenBytes(chosen))}
          </span>
        ) : null}
      </div>
      <FollowSwitches roots={roots} />
      <ChooseFoundDialog root={choosing} roots={roots} onRoot={setChoosing} onImport={onImport} />
    </>
  );
}

function RootRow({ root, isChecked, onToggle }: { root: FoundRoot; isChecked: boolean; onToggle: () => void }) {
  const say = useSay();
  const isNothingNew = root.fresh.length === 0;
  return (
    <li className="flex items-center gap-3 border-line border-b py-1.5">
      <Checkbox
        id={`found-${root.id}`}
        checked={isChecked && !isNothingNew}
        disabled={isNothingNew}
        onCheckedChange={onToggle}
      />
      <label htmlFor={`found-${root.id}`} className="min-w-0 flex-1">
        <span className="block truncate text-base leading-[18px]">{root.title}</span>
        <span className="block truncate font-mono text-micro text-tx3">{root.place}</span>
      </label>
      <span className="tabular text-right">
        <span className="block text-base leading-[18px]">
          {root.fresh.length === root.files.length
            ? root.files.length
            : say("{count} new of {count2}", { count: root.fresh.length, count2: root.files.length })}
          {root.truncated ? "+" : ""}
        </span>
        <span className="block text-micro text-tx3">{formatBytes(root.bytes)}</span>
      </span>
    </li>
  );
}
