import type { ShortcutGroup } from "@/components/shell/shortcuts";
import { sentence } from "@/lib/wording/say";

export const SESSION_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: sentence("Move"),
    shortcuts: [
      { does: sentence("next, previous request"), keys: ["j", "k"] },
      { does: sentence("next, previous user prompt"), keys: ["J", "K"] },
      { does: sentence("first, last request"), keys: ["gg", "G"] },
      { does: sentence("go to request"), keys: ["Ctrl", "G"] },
      { does: sentence("previous, next cache break"), keys: ["[", "]"] },
      { does: sentence("next, previous request of the cause"), keys: ["n", "N"] },
      { does: sentence("previous, next agent"), keys: ["h", "l"] },
    ],
  },
  {
    title: sentence("See"),
    shortcuts: [
      { does: sentence("live window, full history"), keys: ["w"] },
      { does: sentence("chart or table"), keys: ["t"] },
      { does: sentence("inspector"), keys: ["i"] },
    ],
  },
  {
    title: sentence("Find and act"),
    shortcuts: [
      { does: sentence("find in this transcript"), keys: ["/"] },
      { does: sentence("compare at this request"), keys: ["c"] },
      { does: sentence("comment on this request"), keys: ["m"] },
      { does: sentence("copy link to this view"), keys: ["y"] },
    ],
  },
  {
    title: sentence("In the timeline"),
    shortcuts: [
      { does: sentence("one request"), keys: ["←", "→"] },
      { does: sentence("ten requests"), keys: ["⇧", "←", "→"] },
      { does: sentence("first, last"), keys: ["Home", "End"] },
    ],
  },
];
