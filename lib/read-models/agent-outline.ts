import type { MessageRow } from "../api/schemas/message-row";
import type { BreakLetter } from "../cache/break-cause";
import type { Analysis } from "../pipeline/analyze-session";
import { byAgent } from "../transcript/by-agent";
import { type CompactionRow, toCompactionRows } from "./compactions";
import { windowUse } from "./context-window";
import { type PromptRow, toPromptRows } from "./prompt-rows";

/** A page's data about one agent besides its requests, so that drawing a timeline need not read the whole log. */
export type AgentOutline = {
  readonly agent: string;
  /** Number of messages in its pages; null if unknown. */
  readonly messages: number | null;
  /** The agent's window in tokens; null if unknown. */
  readonly window: number | null;
  /** Prompt size at which the client compacts automatically (`WindowUse.trigger`). */
  readonly reserve_from: number | null;
  readonly compactions: readonly CompactionRow[];
  readonly prompts: readonly PromptRow[];
  /** According to the answer, including reduced reads; null: the log does not show its breaks. */
  readonly breaks: readonly OutlinedBreak[] | null;
};

/** A break in a timeline. `at`: its request's position within the agent. Expected: follows a compaction or pause. */
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

/**
 * One outline per agent in `agents`, in that order; the answer adds the breaks. `typed`: rows in file order that
 * include every row typed by a person.
 */
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
