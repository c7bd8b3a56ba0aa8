import type { ShortcutGroup } from "@/components/shell/shortcuts";

export const SESSION_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: "Move",
    shortcuts: [
      { does: "next, previous request", keys: ["j", "k"] },
      { does: "next, previous user prompt", keys: ["J", "K"] },
      { does: "first, last request", keys: ["gg", "G"] },
      { does: "go to request", keys: ["Ctrl", "G"] },
      { does: "previous, next cache break", keys: ["[", "]"] },
      { does: "previous, next agent", keys: ["h", "l"] },
    ],
  },
  {
    title: "See",
    shortcuts: [
      { does: "live window, full history", keys: ["w"] },
      { does: "chart or table", keys: ["t"] },
      { does: "inspector", keys: ["i"] },
    ],
  },
  {
    title: "Find and act",
    shortcuts: [
      { does: "find in this transcript", keys: ["/"] },
      { does: "compare at this request", keys: ["c"] },
      { does: "comment on this request", keys: ["m"] },
      { does: "copy link to this view", keys: ["y"] },
    ],
  },
  {
    title: "In the timeline",
    shortcuts: [
      { does: "one request", keys: ["←", "→"] },
      { does: "ten requests", keys: ["⇧", "←", "→"] },
      { does: "first, last", keys: ["Home", "End"] },
    ],
  },
];
