"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { LibraryItem } from "@/lib/read-models/library-item";
import type { LibraryChanges } from "./use-library-changes";

type Props = { item: LibraryItem; changes: LibraryChanges; onClose: () => void };

/** Renames a session, or restores the log's title. Open when mounted. */
export function RenameDialog(props: Props) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={props.onClose}>
      <DialogContent title={say("Rename")} className="max-w-120">
        <RenameForm {...props} />
      </DialogContent>
    </Dialog>
  );
}

function RenameForm({ item, changes, onClose }: Props) {
  const say = useSay();
  const [title, setTitle] = useState(item.title);
  const rename = async (next: string | null) => {
    const isDone = await changes.change(
      { sessions: [item.id], title: next },
      say("Renamed to “{next}”.", { next: next ?? item.loggedTitle }),
    );
    if (isDone) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rename(title.trim() === item.loggedTitle ? null : title.trim() || null);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-4">
      <label htmlFor="title-field" className="flex flex-col gap-1 text-small text-tx2">
        {say("Title")}
        <TextInput
          id="title-field"
          autoFocus
          maxLength={500}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <p className="text-micro text-tx3">{say("In the log: {loggedTitle}", { loggedTitle: item.loggedTitle })}</p>
      <div className="flex justify-end gap-2">
        {item.title === item.loggedTitle ? null : (
          <Button className="mr-auto" onClick={() => void rename(null)}>
            {say("Use the log's title")}
          </Button>
        )}
        <DialogClose asChild>
          <Button>{say("Cancel")}</Button>
        </DialogClose>
        <Button type="submit" variant="primary">
          {say("Rename")}
        </Button>
      </div>
    </form>
  );
}
