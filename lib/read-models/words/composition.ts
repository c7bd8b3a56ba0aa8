import type { RiskFact } from "../../api/schemas/finding";
import type { WasteKind } from "../../evaluation/waste/waste-kind";
import { CONTENT_KINDS, type ContentKind } from "../../ledger/content-kind";
import {
  formatCount,
  formatMoney,
  formatRequestReference,
  formatShare,
  formatTokens,
} from "../../wording/number-format";
import { english, type Say, type Sentence, sentence } from "../../wording/say";
import type { CompositionPart } from "../composition";
import type { UnusedTools } from "../unused-tools";

/**
 * What could be left out of a prompt; the first four kinds were certainly needless, the others are only large or
 * unknown.
 */
export type LeaveOutKind = WasteKind | "oversized-output" | "unused-tools";

export type LeaveOutRow = {
  readonly id: LeaveOutKind;
  readonly title: Sentence;
  /** The counted content. */
  readonly note: string;
  readonly advice: Sentence;
  readonly parts: readonly string[];
  /** null: not in this log. */
  readonly tokens: number | null;
  /** Dollars spent on carrying them; for waste, from its start. Null if unknown. */
  readonly cost: number | null;
};

/** A sum over distinct parts. */
export type PartSum = {
  readonly tokens: number;
  readonly cost: number | null;
  readonly wastedTokens: number;
  readonly wastedCost: number | null;
};

type Words = { readonly title: Sentence; readonly advice: Sentence };

/** What could be left out, and the remedy. */
const KINDS: Readonly<Record<LeaveOutKind, Words>> = {
  "stale-read": {
    title: sentence("Outdated file reads"),
    advice: sentence("Drop old reads of a file once it changes. It can be read again."),
  },
  "same-text": {
    title: sentence("Outputs that repeat earlier lines"),
    advice: sentence("Put the later copy aside, or replace a repeated read with a pointer to the first."),
  },
  "repeated-error": {
    title: sentence("Failed calls that were retried"),
    advice: sentence("Drop a failed call once its retry has a result."),
  },
  "restated-plan": {
    title: sentence("Repeated to-do lists"),
    advice: sentence("Keep the newest list only."),
  },
  "oversized-output": {
    title: sentence("Large outputs other than file reads"),
    advice: sentence(
      "Ask for a shorter output, such as fewer lines or a shorter report, or put it aside and keep its first lines.",
    ),
  },
  "unused-tools": {
    title: sentence("Unused tool definitions"),
    advice: sentence("Disable MCP servers whose tools are never called."),
  },
};

/** `$1.78 of the $5.85 spent on sending these parts was wasted: 30,176 of 115,327 tokens.` */
function ofSum({ tokens, cost, wastedTokens, wastedCost }: PartSum, say: Say = english): string {
  const share = say("{wastedTokens} of {tokens} tokens", {
    wastedTokens: formatTokens(wastedTokens),
    tokens: formatTokens(tokens),
  });
  if (wastedTokens === 0)
    return say("No waste was found in this prompt: 0 of {tokens} tokens.", {
      tokens: formatTokens(tokens),
    });
  if (cost === null || wastedCost === null)
    return say(
      "{share} were wasted. The cost is unknown, because the log reports no usage or the model has no price.",
      { share },
    );
  return say("{wastedCost} of the {cost} spent on sending these parts was wasted: {share}.", {
    wastedCost: formatMoney(wastedCost),
    cost: formatMoney(cost),
    share,
  });
}

const GROUPS: Readonly<Record<ContentKind, Sentence>> = {
  unseen: sentence("text that is not in the log"),
  system: sentence("system prompt"),
  tools: sentence("tool definitions"),
  summary: sentence("compaction summaries"),
  user: sentence("your messages"),
  file: sentence("file contents"),
  tool_call: sentence("tool calls"),
  tool_result: sentence("tool results"),
  reasoning: sentence("reasoning"),
  assistant: sentence("the model's answers"),
};

/** What fills a prompt of this composition: its largest group. */
function fill(kinds: Readonly<Record<ContentKind, number>>, say: Say = english): string {
  const groups = CONTENT_KINDS.map((kind) => ({ kind, tokens: kinds[kind] }));
  const all = groups.reduce((sum, { tokens }) => sum + tokens, 0);
  const { kind, tokens } = groups.reduce((most, group) => (group.tokens > most.tokens ? group : most));
  if (all === 0) return say("This log has no token counts for this prompt.");
  return say("Largest group: {group}, {share} of this prompt ({tokens} of {all} tokens).", {
    group: say(GROUPS[kind]),
    share: formatShare(tokens / all),
    tokens: formatTokens(tokens),
    all: formatTokens(all),
  });
}

const WASTE_NOTES = {
  "stale-read": (count: number, files: number, say: Say = english) =>
    say("{count} of {files} that changed later", {
      count: formatCount(count, "reading", say),
      files: formatCount(files, "file", say),
    }),
  "same-text": (count: number, _files: number, say: Say = english) =>
    say("{count} with text from an earlier one", { count: formatCount(count, "output", say) }),
  "repeated-error": (count: number, _files: number, say: Say = english) =>
    say("{count} of failed calls that were retried", { count: formatCount(count, "part", say) }),
  "restated-plan": (count: number, _files: number, say: Say = english) =>
    say("{count} of lists that a newer one replaces", { count: formatCount(count, "part", say) }),
} as const;

function wasteNote(
  kind: keyof typeof WASTE_NOTES,
  found: readonly CompositionPart[],
  parts: number,
  say: Say = english,
): string {
  if (found.length === 0) return say("none in {parts}", { parts: formatCount(parts, "part", say) });
  return WASTE_NOTES[kind](found.length, new Set(found.map(({ label }) => label)).size, say);
}

function oversizedNote(large: readonly CompositionPart[], from: number, say: Say = english): string {
  if (large.length === 0) return say("none over {from} tokens", { from: formatTokens(from) });
  const counts = new Map<string, number>();
  for (const { tool } of large) {
    const name = tool ?? say("unnamed");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const tools = [...counts].sort(([, a], [, b]) => b - a).map(([tool, count]) => `${count} ${tool}`);
  return say("{count} over {from} tokens: {tools}; not counted as waste", {
    count: formatCount(large.length, "output", say),
    from: formatTokens(from),
    tools: tools.slice(0, 4).join(say(", ")),
  });
}

type CountedTools =
  | Pick<Extract<UnusedTools, { known: true }>, "known" | "defined" | "unused">
  | Extract<UnusedTools, { known: false }>;

const unusedToolsNote = (tools: CountedTools, say: Say = english): string =>
  tools.known
    ? say("{count} of {defined} never called{names}", {
        count: tools.unused.length,
        defined: formatCount(tools.defined, "definition", say),
        names: tools.unused.length > 0 ? `${say(": ")}${tools.unused.slice(0, 4).join(say(", "))}` : "",
      })
    : say("{called} called; their definitions are not in this log. A proxy capture would show them.", {
        called: formatCount(tools.called, "tool", say),
      });

/** The text of a part's chip. Requests count from 1. */
const wasteChip = (kind: keyof typeof WASTE_NOTES, by: number, say: Say = english): string => {
  const request = formatRequestReference(by);
  if (kind === "stale-read") return say("stale since {request}", { request });
  if (kind === "same-text") return say("repeats {request}", { request });
  return kind === "repeated-error"
    ? say("retried at {request}", { request })
    : say("newer list at {request}", { request });
};

/** The least size, a part with its size and the number of requests that carried it, or the number of other parts. */
type OversizedFact = Extract<RiskFact, { readonly id: "oversized-from" | "oversized-part" | "more" }>;

export const isOfOversized = (fact: RiskFact): fact is OversizedFact =>
  fact.id === "oversized-from" || fact.id === "oversized-part" || fact.id === "more";

function oversizedEvidence(fact: OversizedFact, say: Say = english): string {
  if (fact.id === "more") return say("And {more} more.", { more: formatTokens(fact.count) });
  if (fact.id === "oversized-from") {
    const words = { tokens: formatTokens(fact.tokens) };
    return fact.isOfWindow
      ? say("Outputs of more than 1 % of the window ({tokens} tokens).", words)
      : say("Outputs of more than {tokens} tokens.", words);
  }
  const { part, tokens, requests } = fact;
  return say("{part} ({tokens} tokens), sent in {requests}.", {
    part,
    tokens: formatTokens(tokens),
    requests: formatCount(requests, "request", say),
  });
}

function littleWaste(tokens: number, isPriced: boolean, say: Say = english): string {
  if (tokens === 0) return say("none counted");
  const words = { tokens: formatTokens(tokens) };
  return isPriced ? say("{tokens} tokens, under a cent", words) : say("{tokens} tokens", words);
}

export const compositionWords = {
  oversizedEvidence,
  littleWaste,
  noOversized: sentence("none over 1 % of the window"),
  kinds: KINDS,
  fill,
  waste: ofSum,
  wasteNote,
  oversizedNote,
  unusedToolsNote,
  wasteChip,
};
