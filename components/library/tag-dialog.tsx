"use client";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import type { LibraryChanges } from "./use-library-changes";

type Props = {
  items: readonly LibraryItem[];
  /** The library's existing tags, to choose from. */
  known: readonly string[];
  changes: LibraryChanges;
  onClose: () => void;
};

/** Adds tags to sessions and removes tags. Open when mounted. */
export function TagDialog(props: Props) {
  const say = useSay();
  const { items, onClose } = props;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={say("Tags")}
        description={
          items.length === 1
            ? items[0]?.title
            : say("{count, plural, one {# session} other {# sessions}}", { count: items.length })
        }
        className="max-w-120"
      >
        <TagForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

function TagForm({ items, known, changes, onClose }: Props) {
  const say = useSay();
  const [tags, setTags] = useState(() => [...new Set(items.flatMap((item) => [...item.tags]))].sort());
  const [typed, setTyped] = useState("");
  const sessions = items.map(({ id }) => id);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.split(",").flatMap((tag) => tag.trim() || []);
    if (wanted.length === 0) return onClose();
    const isDone = await changes.change(
      { sessions, add_tags: wanted },
      say("Tagged {count, plural, one {# session} other {# sessions}}.", { count: items.length }),
    );
    if (!isDone) return;
    setTags([...new Set([...tags, ...wanted])].sort());
    setTyped("");
  };
  const remove = async (tag: string) => {
    const isDone = await changes.change({ sessions, remove_tags: [tag] }, say("Removed the tag “{tag}”.", { tag }));
    if (isDone) setTags(tags.filter((other) => other !== tag));
  };
  return (
    <form onSubmit={(event) => void add(event)} className="flex flex-col gap-3 p-4">
      <ul aria-label={say("Tags")} className="flex min-h-6 flex-wrap gap-1.5">
        {tags.length === 0 ? <li className="text-small text-tx3">{say("No tag yet.")}</li> : null}
        {tags.map((tag) => (
          <li key={tag}>
            <Button size="sm" aria-label={say("Remove the tag {tag}", { tag })} onClick={() => void remove(tag)}>
              {tag} <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <label htmlFor="tag-field" className="flex flex-col gap-1 text-small text-tx2">
        {say("Add tags, separated by commas")}
        <TextInput
          id="tag-field"
          autoFocus
          list="library-tags"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <datalist id="library-tags">
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button>{say("Done")}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" disabled={typed.trim() === ""}>
          {say("Add")}
        </Button>
      </div>
    </form>
  );
}
