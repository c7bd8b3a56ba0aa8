"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import {
  chosenBytes,
  describeFound,
  type FoundFile,
  type FoundRoot,
  newestFound,
  searchFound,
} from "@/lib/view-models/library/found-sessions";
import { formatBytes } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { FollowSwitches } from "./follow-switches";

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
  const say = useSay();
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<FoundRoot | null>(null);
  const [isOpening, setOpening] = useState(false);
  if (failure)
    return <p className="text-small text-tx3">{say("Could not look for transcripts: {failure}", { failure })}</p>;
  if (!roots) return <p className="text-small text-tx3">{say("Looking for transcripts…")}</p>;
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

type ChooseFoundDialogProps = {
  /** The folder whose transcripts are shown; null closes the dialog. */
  root: FoundRoot | null;
  roots: readonly FoundRoot[];
  onRoot: (root: FoundRoot | null) => void;
  onImport: (root: FoundRoot, paths: readonly string[]) => void;
};

/** Maximum number of rendered rows; the filter finds the others. */
const SHOWN = 200;

/** Lists found transcripts, newest first, for individual selection. */
function ChooseFoundDialog({ root, roots, onRoot, onImport }: ChooseFoundDialogProps) {
  const say = useSay();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const files = searchFound(root?.files ?? [], text);
  const toggle = (path: string) =>
    setChosen((all) => (all.includes(path) ? all.filter((other) => other !== path) : [...all, path]));
  /** Shows another folder and clears the selection, which only applied to the previous one. */
  const showRoot = (id: string) => {
    onRoot(roots.find((other) => other.id === id) ?? null);
    setChosen([]);
  };
  const close = () => {
    onRoot(null);
    setChosen([]);
  };
  return (
    <Dialog open={root !== null} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={say("Found on this machine")}
        description={say("{count, plural, one {# file} other {# files}}, newest first", { count: files.length })}
        className="max-w-200"
      >
        <div className="flex items-center gap-2 px-4 py-2">
          <TextInput
            icon={<Search />}
            aria-label={say("Filter by path")}
            placeholder={say("Filter by project or file")}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {root && roots.length > 1 ? (
            <Select
              label={say("Client")}
              value={root.id}
              onValueChange={(id) => showRoot(id)}
              options={roots.map(({ id, title }) => ({ value: id, label: title }))}
            />
          ) : null}
        </div>
        <ul className="min-h-0 flex-1 overflow-y-auto border-line border-t" aria-label={say("Transcripts")}>
          {files.slice(0, SHOWN).map((file) => (
            <FileRow
              key={file.path}
              file={file}
              isKnown={!root?.fresh.includes(file)}
              isChosen={chosen.includes(file.path)}
              onToggle={() => toggle(file.path)}
            />
          ))}
          {files.length > SHOWN ? (
            <li className="px-4 py-2 text-small text-tx3">
              {say("{count} more; filter to see them", { count: files.length - SHOWN })}
            </li>
          ) : null}
        </ul>
        <div className="flex items-center justify-end gap-2 border-line2 border-t px-4 py-2">
          <Button onClick={() => setChosen(files.map((file) => file.path))}>
            {say("Choose all {count}", { count: files.length })}
          </Button>
          <DialogClose asChild>
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => root && onImport(root, chosen)}>
              {say("Import {count}", { count: chosen.length })}
            </Button>
          </DialogClose>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function FileRow({
  file,
  isKnown,
  isChosen,
  onToggle,
}: {
  file: FoundFile;
  isKnown: boolean;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const say = useSay();
  const { project, name, day } = describeFound(file, say);
  const id = `file-${file.path}`;
  return (
    <li className="flex h-10 items-center gap-3 border-line border-b px-4">
      <Checkbox id={id} checked={isChosen} onCheckedChange={onToggle} />
      <label htmlFor={id} className="min-w-0 flex-1 font-mono text-micro">
        <span className="block truncate text-tx3">{project}</span>
        <span className="block truncate text-tx">{name}</span>
      </label>
      {isKnown ? <Chip>{say("imported")}</Chip> : null}
      <span className="tabular w-34 text-right text-small text-tx2">{day}</span>
      <span className="tabular w-16 text-right text-small text-tx2">{formatBytes(file.bytes)}</span>
    </li>
  );
}
