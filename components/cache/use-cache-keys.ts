"use client";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { ShortcutGroup } from "@/components/shell/shortcuts";
import { copyText } from "@/components/ui/copy-text";
import { sentence } from "@/lib/wording/say";

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: sentence("Move"),
    shortcuts: [
      { does: sentence("next or previous request"), keys: ["j", "k"] },
      { does: sentence("first or last request"), keys: ["gg", "G"] },
      { does: sentence("previous or next break or drop in the list"), keys: ["[", "]"] },
    ],
  },
  {
    title: sentence("See"),
    shortcuts: [
      { does: sentence("lanes as chart or table"), keys: ["t"] },
      { does: sentence("compare at this request"), keys: ["c"] },
      { does: sentence("copy link to this view"), keys: ["y"] },
    ],
  },
];

type Input = {
  count: number;
  selected: number;
  select: (position: number) => void;
  previousBreak: number | undefined;
  nextBreak: number | undefined;
  toggleTable: () => void;
  compare: () => void;
};

/** Registers the Cache page's keys: those of the session page that apply here. */
export function useCacheKeys({ count, selected, select, previousBreak, nextBreak, toggleTable, compare }: Input): void {
  const bindings: [string, () => void][] = [
    ["j", () => select(Math.min(count - 1, selected + 1))],
    ["k", () => select(Math.max(0, selected - 1))],
    ["gg", () => select(0)],
    ["G", () => select(count - 1)],
    ["[", () => previousBreak !== undefined && select(previousBreak)],
    ["]", () => nextBreak !== undefined && select(nextBreak)],
    ["t", toggleTable],
    ["c", compare],
    ["y", () => void copyText(window.location.href)],
  ];
  useShortcuts(SHORTCUTS, Object.fromEntries(bindings));
}
