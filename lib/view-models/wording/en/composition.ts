import type { CompositionPart, PartWaste } from "../../composition";
import type { CompositionView, LeaveOutKind, LeaveOutRow } from "../../composition-view";
import { formatCount, formatMoney, formatTokens } from "../../number-format";
import type { UnusedTools } from "../../unused-tools";

type Words = { readonly title: string; readonly advice: string };

/** What could be left out, and what to do about it. */
const KINDS: Readonly<Record<LeaveOutKind, Words>> = {
  "stale-read": {
    title: "Stale reads",
    advice: "Clear readings of a file once it was changed; the file can be read again.",
  },
  "same-text": {
    title: "Same text twice",
    advice: "Put the later copy aside, or answer a repeated reading with a pointer to the first.",
  },
  "repeated-error": {
    title: "Repeated errors",
    advice: "Purge a failed call once the same call was made again; its later outcome is known.",
  },
  "restated-plan": {
    title: "To-do list stated again",
    advice: "Keep the newest list only.",
  },
  "oversized-output": {
    title: "Oversized outputs",
    advice: "Pipe to head, ask for fewer lines, or put the output aside and keep its beginning.",
  },
  "unused-tools": {
    title: "Unused tool definitions",
    advice: "Switch off the servers whose tools are never called.",
  },
};

type Sum = CompositionView["sum"];

/** `$1.78 of the $5.85 that these parts cost to carry was for nothing: 30,176 of 115,327 tokens.` */
function sentence({ tokens, cost, wastedTokens, wastedCost }: Sum): string {
  const share = `${formatTokens(wastedTokens)} of ${formatTokens(tokens)} tokens`;
  if (wastedTokens === 0)
    return `Nothing in this prompt is known to be carried for nothing: 0 of ${formatTokens(tokens)} tokens.`;
  if (cost === null || wastedCost === null)
    return `${share} were carried for nothing; what that cost is unknown, because the log reports no usage or the model has no price.`;
  return `${formatMoney(wastedCost)} of the ${formatMoney(cost)} that these parts cost to carry was for nothing: ${share}.`;
}

const condition = (largest: LeaveOutRow | null): string =>
  largest === null || largest.tokens === null || largest.tokens === 0
    ? "Only what a later call or text proves is counted; large outputs are listed apart."
    : `Largest: ${largest.title.toLowerCase()}, ${largest.cost === null ? `${formatTokens(largest.tokens)} tokens` : formatMoney(largest.cost)}. Kinds overlap; the sum counts each part once.`;

const WASTE_NOTES = {
  "stale-read": (count: number, files: number) =>
    `${formatCount(count, "reading")} of ${formatCount(files, "file")} that changed later`,
  "same-text": (count: number) => `${formatCount(count, "output")} that an earlier one holds letter by letter`,
  "repeated-error": (count: number) => `${formatCount(count, "part")} of failed calls that were made again`,
  "restated-plan": (count: number) => `${formatCount(count, "part")} of lists that a newer one replaces`,
} as const;

function wasteNote(kind: keyof typeof WASTE_NOTES, found: readonly CompositionPart[], parts: number): string {
  if (found.length === 0) return `none in ${formatCount(parts, "part")}`;
  return WASTE_NOTES[kind](found.length, new Set(found.map(({ label }) => label)).size);
}

function oversizedNote(large: readonly CompositionPart[], from: number): string {
  if (large.length === 0) return `none over ${formatTokens(from)} tokens`;
  const counts = new Map<string, number>();
  for (const { tool } of large) counts.set(tool ?? "unnamed", (counts.get(tool ?? "unnamed") ?? 0) + 1);
  const tools = [...counts].sort(([, a], [, b]) => b - a).map(([tool, count]) => `${count} ${tool}`);
  return `${formatCount(large.length, "output")} over ${formatTokens(from)} tokens: ${tools.slice(0, 4).join(", ")}; not counted as for nothing`;
}

const unusedToolsNote = (tools: UnusedTools): string =>
  tools.known
    ? `${tools.unused.length} of ${formatCount(tools.defined, "definition")} never called${tools.unused.length > 0 ? `: ${tools.unused.slice(0, 4).join(", ")}` : ""}`
    : `${formatCount(tools.called, "tool")} called; which were sent is not in this log. A proxy capture would say.`;

/** What the chip of a part says. Requests count from 1. */
const wasteChip = (kind: keyof typeof WASTE_NOTES, by: number): string => {
  const request = formatTokens(by + 1);
  if (kind === "stale-read") return `stale since ${request}`;
  if (kind === "same-text") return `copy of ${request}`;
  return kind === "repeated-error" ? `tried again at ${request}` : `newer list at ${request}`;
};

const nameOf = ({ tool, label, tokens }: CompositionPart): string =>
  `${tool ? `${tool} ` : ""}${label.slice(0, 80)} (${formatTokens(tokens)} tokens)`;

/** `Read src/a.ts (2,443 tokens): stale since 52, carried by 60 more requests for $0.188.` */
function wasteEvidence(part: CompositionPart, { kind, from, to, by, cost }: PartWaste): string {
  const price = cost === null ? "" : ` for ${formatMoney(cost)}`;
  return `${nameOf(part)}: ${wasteChip(kind, by)}, carried by ${formatCount(to - from + 1, "request")} since${price}.`;
}

const oversizedEvidence = (part: CompositionPart): string =>
  `${nameOf(part)}, carried by ${formatCount(part.last - part.first + 1, "request")}.`;

const littleWaste = (tokens: number): string =>
  tokens === 0 ? "none found" : `${formatTokens(tokens)} tokens, under a cent`;

export const composition = {
  wasteEvidence,
  oversizedEvidence,
  littleWaste,
  noOversized: "none over 1 % of the window",
  kinds: KINDS,
  sentence,
  condition,
  wasteNote,
  oversizedNote,
  unusedToolsNote,
  wasteChip,
};
