import type { MessageRow } from "../api/schemas/message-row";
import type { BreakLetter } from "../cache/break-cause";
import type { Analysis } from "../pipeline/analyze-session";
import { type CompactionRow, toCompactionRows } from "./compactions";
import { windowUse } from "./context-window";
import { type PromptRow, toPromptRows } from "./prompt-rows";

/** What a page needs of one agent besides its requests, so that drawing a timeline does not take reading the whole log. */
export type AgentOutline = {
  readonly agent: string;
  /** How many messages its pages hold; null when unknown. */
  readonly messages: number | null;
  /** Tokens of the window that this agent had; null when unknown. */
  readonly window: number | null;
  /** Prompt size at which the client compacts automatically (`WindowUse.trigger`). */
  readonly reserve_from: number | null;
  readonly compactions: readonly CompactionRow[];
  readonly prompts: readonly PromptRow[];
  /** By the answer, reads that fell included; null: the log does not tell its breaks. */
  readonly breaks: readonly OutlinedBreak[] | null;
};

/** A break of a timeline. `at`: the position of its request within the agent. Expected: it follows from a compaction or a pause. */
export type OutlinedBreak = {
  readonly at: number;
  readonly letter: BreakLetter;
  readonly isExpected: boolean;
  readonly lostTokens: number;
};

export const emptyOutline = (agent: string): AgentOutline => ({
  agent,
  messages: null,
  window: null,
  reserve_from: null,
  compactions: [],
  prompts: [],
  breaks: null,
});

/** One outline per agent of `agents`, in that order, to which the answer adds the breaks. `typed`: at least the rows of what a person typed, in file order. */
export function toAgentOutlines(
  analysis: Analysis,
  agents: readonly string[],
  typed: readonly MessageRow[],
): Omit<AgentOutline, "breaks">[] {
  const requests = byAgent(analysis.requests);
  const messages = byAgent(analysis.session.messages);
  const rows = byAgent(typed);
  return agents.map((agent) => {
    const own = requests.get(agent) ?? [];
    const window = windowUse(analysis.session, own, agent);
    return {
      agent,
      messages: messages.get(agent)?.length ?? 0,
      window: window.tokens,
      reserve_from: window.trigger,
      compactions: toCompactionRows({ session: analysis.session, requests: own }, agent),
      prompts: toPromptRows(rows.get(agent) ?? []),
    };
  });
}

function byAgent<Item extends { readonly agent: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const own = groups.get(item.agent);
    if (own) own.push(item);
    else groups.set(item.agent, [item]);
  }
  return groups;
}
