"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { loadLater } from "@/components/ui/load-later";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import {
  chosenBytes,
  describeFound,
  type FoundFile,
  type FoundRoot,
  newestFound,
} from "@/lib/view-models/library/found-sessions";
import { formatBytes } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import { FollowSwitches } from "./follow-switches";
import { LookingForTranscripts } from "./looking-for-transcripts";

const loadChoice = () => import("./choose-found-dialog").then((module) => module.ChooseFoundDialog);
const LOADED_LATER = [loadChoice];
const ChooseFoundDialog = loadLater(loadChoice);

type Props = {
  /** The folders with transcripts; null while the server searches. */
  roots: readonly FoundRoot[] | null;
  failure: string | null;
  /** True on the first-run page, which has room for the total size. */
  isLarge: boolean;
  onImport: (root: FoundRoot, paths: readonly string[]) => void;
  /** Imports one file and opens its session. */
  onOpen: (root: FoundRoot, file: FoundFile) => Promise<unknown>;
};

/** Offers the transcripts found on this machine, by client or one by one. No file is read before it is chosen. */
export function DiscoveryPanel({ roots, failure, isLarge, onImport, onOpen }: Props) {
  usePreload(LOADED_LATER);
  const say = useSay();
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<FoundRoot | null>(null);
  const [isOpening, setOpening] = useState(false);
  if (failure)
    return (
      <p className="text-small text-tx3">
        {say("Could not look for transcripts: {failure}", { failure: problemText({ message: failure }, say) })}
      </p>
    );
  if (!roots) return <LookingForTranscripts />;
  if (roots.every(({ files }) => files.length === 0))
    return (
      <>
        <p className="text-small text-tx3">{say("No transcripts of known clients were found in the home folder.")}</p>
        {roots.length === 0 ? null : <FollowSwitches roots={roots} />}
      </>
    );
  const chosen = roots.filter((root) => !unchecked.includes(root.id) && root.fresh.length > 0);
  const count = chosen.reduce((sum, root) => sum + root.fresh.length, 0);
  const newest = newestFound(roots);
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
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={count === 0} onClick={importChosen}>
          {count === 0
            ? say("No new sessions")
            : say("Import {count} {count, plural, one {file} other {files}}", { count })}
        </Button>
        {newest === null ? null : (
          <Button
            disabled={isOpening}
            title={`${newest.root.title}: ${newest.file.path}`}
            onClick={() => {
              setOpening(true);
              void onOpen(newest.root, newest.file).finally(() => setOpening(false));
            }}
          >
            {isOpening ? say("Opening…") : say("Open the newest")}
          </Button>
        )}
        <Button onClick={() => setChoosing(roots[0] ?? null)}>{say("Choose…")}</Button>
        {count > 0 && isLarge ? (
          <span className="tabular ml-auto whitespace-nowrap text-small text-tx3">
            {formatBytes(chosenBytes(chosen))}
          </span>
        ) : null}
      </div>
      <FollowSwitches roots={roots} />
      {choosing ? <ChooseFoundDialog root={choosing} roots={roots} onRoot={setChoosing} onImport={onImport} /> : null}
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
      <label htmlFor={`found-${root.id}`} className="flex min-w-0 flex-1 items-baseline gap-2" title={root.place}>
        <span className="shrink-0 text-base">{root.title}</span>
        <span className="min-w-0 truncate text-small text-tx3">{newestNote(root, say)}</span>
      </label>
      <span className="tabular shrink-0 text-base">
        {isNothingNew || root.fresh.length === root.files.length
          ? root.files.length
          : say("{count} of {count2} new", { count: root.fresh.length, count2: root.files.length })}
        {root.truncated ? "+" : ""}
      </span>
    </li>
  );
}

/** The client's newest file: time and project. */
function newestNote({ files: [newest] }: FoundRoot, say: Say): string {
  if (newest === undefined) return "";
  const { project, day } = describeFound(newest, say);
  return say("newest: {day}, {project}", { day, project });
}
