"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Switch } from "@/components/ui/switch";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SaidGroup } from "./shortcuts";

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  groups: readonly SaidGroup[];
  areLettersOn: boolean;
  onLettersChange: (areOn: boolean) => void;
};

/** All keys of the current view. Single-letter keys can be switched off (WCAG 2.1.4). */
export function ShortcutSheet({ isOpen, onOpenChange, groups, areLettersOn, onLettersChange }: Props) {
  const say = useSay();
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts.filter(({ does }) => does.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.shortcuts.length > 0);
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={say("Keyboard")}
        description={say("keys for this view; inactive while you type")}
        className="max-w-220"
        actions={
          <TextInput
            className="w-48 max-sm:hidden"
            icon={<Search />}
            aria-label={say("Filter keys")}
            placeholder={say("Filter keys")}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        }
      >
        <div className="min-h-0 columns-3 gap-0 overflow-y-auto max-md:columns-2 max-sm:columns-1">
          {shown.map((group) => (
            <Group key={group.title} group={group} />
          ))}
          {shown.length === 0 ? <p className="p-4 text-small text-tx3">{say("No keys match.")}</p> : null}
        </div>
        <div className="flex items-center justify-between gap-4 border-line2 border-t px-4 py-2 text-small text-tx2">
          {say("Every chart is one tab stop; its table is the next.")}
          <span className="flex items-center gap-2">
            <label htmlFor="single-letter-keys">{say("Single-letter keys")}</label>
            <Switch id="single-letter-keys" checked={areLettersOn} onCheckedChange={onLettersChange} />
          </span>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Group({ group }: { group: SaidGroup }) {
  return (
    <section className="break-inside-avoid px-4 py-3">
      <h3 className="mb-1 font-semibold text-small">{group.title}</h3>
      <dl>
        {group.shortcuts.map(({ does, keys }) => (
          <div key={does} className="flex h-[26px] items-center justify-between gap-3">
            <dt className="truncate text-small text-tx2">{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
