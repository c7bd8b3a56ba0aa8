import * as z from "zod";
import type { Message } from "../../conversation/message";
import { when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { whole } from "../grammar/params";
import { refusing } from "../grammar/procedure";
import { defineStrategy, folding } from "../grammar/strategy";
import { compares, targetOr, withoutWindow } from "../grammar/triggers";
import { holdsOnlyResults } from "../grammar/units";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { cutBy, everythingRead } from "../summaries/fold-cuts";
import { CONTINUE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { orElsePruned, pruneLast } from "./continue";

/** Tokens at which Continue's command line compacts; null if the window has no room besides the answer. */
export function cliThreshold(window: number, maxTokens: number): number | null {
  const room = window - maxTokens;
  if (room <= 0) return null;
  return room - Math.min(Math.max(maxTokens, Math.ceil(0.2 * room)), 15_000);
}

/** Tokens the product reserves for its own prompt when requesting a summary. */
const PROMPT_TOKENS = 150;

type Item = {
  readonly role: string;
  readonly hasCalls: boolean;
  readonly parts: readonly string[];
  readonly tokens: number;
};

/** The given parts as the product's history items: a message with calls and the following results are one item. */
function itemsOf(partIds: readonly string[], view: View): Item[] {
  const wanted = new Set(partIds);
  const items: { role: string; hasCalls: boolean; parts: string[]; tokens: number }[] = [];
  for (const message of view.conversation.messages) {
    const parts = message.parts.filter(({ id }) => wanted.has(id));
    if (parts.length === 0) continue;
    const tokens = parts.reduce((sum, part) => sum + view.environment.tokensOf(part), 0);
    const last = items.at(-1);
    const ids = parts.map(({ id }) => id);
    if (last?.hasCalls && holdsOnlyResults(message)) {
      last.parts.push(...ids);
      last.tokens += tokens;
    } else items.push({ role: message.role, hasCalls: hasCalls(message), parts: ids, tokens });
  }
  return items;
}

const hasCalls = ({ parts }: Message) => parts.some(({ type }) => type === "tool-call");

/** The parts shown to the summariser: leaves out items from the end until the rest fits in `room` tokens. */
export function readable(room: number, partIds: readonly string[], view: View): readonly string[] {
  let items: readonly Item[] = itemsOf(partIds, view);
  let tokens = items.reduce((sum, item) => sum + item.tokens, 0);
  while (tokens > room && items.length > 0) {
    const left = pruneLast(items);
    for (const item of items.slice(left.length)) tokens -= item.tokens;
    items = left;
  }
  const shown = new Set(items.flatMap(({ parts }) => parts));
  return partIds.filter((id) => shown.has(id));
}

export const continueCliAuto = defineStrategy(
  folding({
    id: "continue-cli-auto",
    product: {
      name: "Continue",
      version: "d0a3c0b",
      date: "2026-06-18",
      read: "2026-11-22",
      source: "https://github.com/continuedev/continue/blob/d0a3c0b/extensions/cli/src/compaction.ts",
    },
  }),
  z.object({
    maxTokens: whole(4096, "Tokens requested for the answer; the window must have room for them", 1),
    instructions,
    summaryTokens: summaryTokens(6000),
  }),
  ({ maxTokens, instructions, summaryTokens }, made) => {
    const { window } = made.budget;
    const threshold = window === null ? null : cliThreshold(window, maxTokens);
    if (window !== null && threshold === null)
      return refusing("params-invalid", `a window of ${window} tokens has no room beside an answer of ${maxTokens}`);
    const room = (window ?? Number.POSITIVE_INFINITY) - maxTokens - PROMPT_TOKENS;
    const system = ({ conversation, environment }: View) =>
      conversation.messages.reduce(
        (sum, message) => sum + (message.role === "system" ? environment.tokensOf(message) : 0),
        0,
      );
    return when(
      targetOr(threshold === null ? withoutWindow("tokens >= threshold") : compares(TOKEN_COUNT, ">=", threshold)),
      orElsePruned(
        fold({
          id: "compact",
          cut: cutBy("compact", everythingRead),
          style: CONTINUE,
          place: "start",
          role: "assistant",
          maxTokens: summaryTokens,
          instructions,
          reads: (parts, view) => readable(room - system(view), parts, view),
        }),
        maxTokens,
        made,
      ),
    );
  },
);
