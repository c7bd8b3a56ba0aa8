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
import { describeFound, type FoundFile, type FoundRoot, searchFound } from "@/lib/view-models/library/found-sessions";
import { formatBytes } from "@/lib/wording/number-format";

type Props = {
  /** The folder whose transcripts are shown. */
  root: FoundRoot;
  roots: readonly FoundRoot[];
  /** Shows another folder; null closes the dialog. */
  onRoot: (root: FoundRoot | null) => void;
  onImport: (root: FoundRoot, paths: readonly string[]) => void;
};

/** Maximum number of rendered rows; the filter finds the others. */
const SHOWN = 200;

/** Lists found transcripts, newest first, for individual selection. Open when mounted. */
export function ChooseFoundDialog({ root, roots, onRoot, onImport }: Props) {
  const say = useSay();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const files = searchFound(root.files, text);
  const toggle = (path: string) =>
    setChosen((all) => (all.includes(path) ? all.filter((other) => other !== path) : [...all, path]));
  /** Shows another folder and clears the selection, which only applied to the previous one. */
  const showRoot = (id: string) => {
    onRoot(roots.find((other) => other.id === id) ?? null);
    setChosen([]);
  };
  return (
    <Dialog open onOpenChange={() => onRoot(null)}>
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
          {roots.length > 1 ? (
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
              isKnown={!root.fresh.includes(file)}
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
            <Button variant="primary" disabled={chosen.length === 0} onClick={() => onImport(root, chosen)}>
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
