"use client";
import { useEffect, useRef } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import type { RequestRow } from "../../lib/api/schemas/request-row";
import type { AgentSummary } from "../../lib/api/schemas/session";
import type { PromptRow } from "../../lib/read-models/prompt-rows";
import { SESSION_SHORTCUTS } from "./session-shortcuts";

type Input = {
  rows: readonly RequestRow[];
  /** Positions of the requests whose cache broke. */
  breaks: readonly number[];
  /** The next or the previous request of the chosen cause. */
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
  escape: () => void;
};

/** Registers the keys of the session page. */
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
    ["m", input.comment],
    ["y", () => void navigator.clipboard.writeText(window.location.href).catch(() => {})],
    ["Escape", input.escape],
  ];
  useShortcuts(SESSION_SHORTCUTS, Object.fromEntries(bindings));
  useGoToKey(input.goTo);
}

/** Handles Ctrl or Cmd + G, which also works while typing and replaces the browser's key to find the next match. */
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
