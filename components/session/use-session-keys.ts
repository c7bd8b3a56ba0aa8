"use client";
import { useEffect, useRef } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { ShortcutGroup } from "@/components/shell/shortcuts";
import { copyText } from "@/components/ui/copy-text";
import { sentence } from "@/lib/wording/say";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { AgentSummary } from "../../lib/api/schemas/session";
import type { PromptRow } from "../../lib/read-models/prompt-rows";

type Input = {
  rows: readonly RequestRow[];
  /** Positions of requests whose cache broke. */
  breaks: readonly number[];
  /** Moves to the chosen cause's next or previous request. */
  nextOfCause: (step: 1 | -1) => void;
  prompts: readonly PromptRow[];
  agents: readonly AgentSummary[];
  agent: string;
  selected: number;
  select: (position: number) => void;
  onAgent: (agent: string) => void;
  toggleView: () => void;
  toggleSpine: () => void;
  toggleInspector: () => void;
  find: () => void;
  goTo: () => void;
  comment: () => void;
  compare: () => void;
  receipt: () => void;
  follow: () => void;
  escape: () => void;
};

export function useSessionKeys(input: Input): void {
  const { rows, prompts, agents, agent, selected, select } = input;
  const last = rows.length - 1;
  const { breaks } = input;
  const starts = prompts.map(({ at }) => at);
  const go = (position: number | undefined) => position !== undefined && select(position);
  const byAgent = (step: number) => {
    const usable = agents.filter(({ requests }) => requests > 0);
    const next = usable[usable.findIndex(({ id }) => id === agent) + step];
    if (next) input.onAgent(next.id);
  };
  const bindings: [string, () => void][] = [
    ["j", () => select(Math.min(last, selected + 1))],
    ["k", () => select(Math.max(0, selected - 1))],
    ["J", () => go(starts.find((at) => at > selected))],
    ["K", () => go(starts.findLast((at) => at < selected))],
    ["]", () => go(breaks.find((at) => at > selected))],
    ["[", () => go(breaks.findLast((at) => at < selected))],
    ["gg", () => select(0)],
    ["G", () => select(last)],
    ["n", () => input.nextOfCause(1)],
    ["N", () => input.nextOfCause(-1)],
    ["h", () => byAgent(-1)],
    ["l", () => byAgent(1)],
    ["w", input.toggleView],
    ["t", input.toggleSpine],
    ["i", input.toggleInspector],
    ["/", input.find],
    ["c", input.compare],
    ["r", input.receipt],
    ["m", input.comment],
    ["f", input.follow],
    ["y", () => void copyText(window.location.href)],
    ["Escape", input.escape],
  ];
  useShortcuts(SESSION_SHORTCUTS, Object.fromEntries(bindings));
  useGoToKey(input.goTo);
}

/** Handles Ctrl or Cmd + G, which also works while typing and replaces the browser's key for the next match. */
function useGoToKey(goTo: () => void): void {
  const latest = useRef(goTo);
  latest.current = goTo;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "g")
        return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

const SESSION_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: sentence("Move"),
    shortcuts: [
      { does: sentence("next or previous request"), keys: ["j", "k"] },
      { does: sentence("next or previous user prompt"), keys: ["J", "K"] },
      { does: sentence("first or last request"), keys: ["gg", "G"] },
      { does: sentence("go to request"), keys: ["Ctrl", "G"] },
      { does: sentence("previous or next cache break"), keys: ["[", "]"] },
      { does: sentence("another request of the cause"), keys: ["n", "N"] },
      { does: sentence("previous or next agent"), keys: ["h", "l"] },
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
      { does: sentence("what the last compaction lost"), keys: ["r"] },
      { does: sentence("comment on this request"), keys: ["m"] },
      { does: sentence("follow new requests or pause"), keys: ["f"] },
      { does: sentence("copy link to this view"), keys: ["y"] },
    ],
  },
  {
    title: sentence("In the timeline"),
    shortcuts: [
      { does: sentence("one request"), keys: ["←", "→"] },
      { does: sentence("ten requests"), keys: ["⇧", "←", "→"] },
      { does: sentence("first or last"), keys: ["Home", "End"] },
    ],
  },
];
