import * as z from "zod";
import type { Message } from "../../conversation/message";
import { toolOutputText } from "../../conversation/part";
import { pipe, when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import { nameList, names, whole } from "../grammar/params";
import { type Procedure, refusing } from "../grammar/procedure";
import { atomTarget, newestTurnsStart, type Selector } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { always, compares, type Trigger, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { clip } from "../previews/clip";
import { type Folded, fold } from "../summaries/fold";
import { atomsBefore, cutBy } from "../summaries/fold-cuts";
import { DCP } from "../summaries/styles";
import { readSummary } from "../summaries/summary-message";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { DCP_PROTECTED, dcpDedup, dcpPurgeErrors } from "./dcp";

/** Maximum characters of a protected tool's output copied into the summary. */
const OUTPUT_CHARACTERS = 4_000;

/**
 * Index of the message to which the product refers by this name: `m0001` is the first message outside the system
 * prompt, `b1` the first earlier compressed block. Null if there is none.
 */
export function messageIndex(name: string, messages: readonly Message[]): number | null {
  const [, kind, digits] = /^([mb])(\d+)$/i.exec(name.trim()) ?? [];
  const isKind = kind?.toLowerCase() === "b" ? (message: Message) => readSummary(message) !== null : isSaid;
  const found = kind === undefined ? undefined : messages.filter(isKind)[Number(digits) - 1];
  return found === undefined ? null : messages.indexOf(found);
}

const isSaid = ({ role }: Message) => role !== "system";

type Range = { readonly start: number; readonly end: number };

const selectRange =
  (rangeOf: (view: View) => Range): Selector =>
  (view) => {
    const { start, end } = rangeOf(view);
    return atomsBefore(view, end + 1).flatMap((atom) => (atom.start >= start ? [atomTarget(atom, "compressed")] : []));
  };

/** Adds earlier blocks of the range that the summary does not quote, and outputs of protected tools. */
const carryOver =
  (tools: readonly string[]) =>
  (text: string, { parts, previous }: Folded, view: View): string => {
    const blocks = [...(previous === null ? [] : [previous]), ...blocksIn(parts, view)];
    const missing = blocks.filter((block) => !text.includes(block));
    const outputs = parts.flatMap((id) => {
      const part = view.entry(id)?.part;
      const tool = part?.type === "tool-result" ? (view.toolNameOf(part) ?? "") : "";
      if (part?.type !== "tool-result" || !tools.includes(tool.toLowerCase())) return [];
      return [`## Output of ${tool}\n${clip(toolOutputText(part.output), OUTPUT_CHARACTERS)}`];
    });
    return [text, ...missing.map((block) => `## Compressed before\n${block}`), ...outputs].join("\n\n");
  };

function blocksIn(parts: readonly string[], view: View): string[] {
  return parts.flatMap((id) => {
    const entry = view.entry(id);
    const summary = entry && readSummary(entry.message);
    return summary ? [summary.body] : [];
  });
}

/**
 * The messages from `from` to `to`; by default all before the newest turn. A string explains why there is no such
 * range.
 */
function rangeIn(view: View, from: string | null, to: string | null): Range | string {
  const { messages } = view.conversation;
  const start = from === null ? 0 : messageIndex(from, messages);
  const end = to === null ? newestTurnsStart(view, 1) - 1 : messageIndex(to, messages);
  if (start === null || end === null) return `there is no message ${start === null ? from : to}`;
  return start <= end || to === null ? { start, end } : `${from} comes after ${to}`;
}

const place = z.string().max(20).nullable().default(null);

const params = (maxContext: number) =>
  z.object({
    from: place.describe("First message of the range: m0001 is the first, b1 the first block compressed before"),
    to: place.describe("Last message of the range; null = the last before the newest turn"),
    summary: z.string().max(40_000).default("").describe("Summary of the range; empty = the summariser writes it"),
    maxContext: whole(maxContext, "Runs automatically above this many tokens, if no range is given"),
    protectedTools: names(DCP_PROTECTED, "Tools whose outputs are copied into the summary"),
    instructions,
    summaryTokens: summaryTokens(6000),
  });

function compressing({
  from,
  to,
  summary,
  maxContext,
  protectedTools,
  instructions,
  summaryTokens,
}: z.output<ReturnType<typeof params>>): Procedure {
  const isNamed = from !== null || to !== null;
  const trigger: Trigger = isNamed ? always : targetOr(compares(TOKEN_COUNT, ">", maxContext));
  const compress: Procedure = (view) => {
    const range = rangeIn(view, from, to);
    if (typeof range === "string") return refusing("no-such-range", range)(view);
    return fold({
      id: "compress",
      cut: cutBy(
        "compress",
        selectRange(() => range),
      ),
      style: DCP,
      place: "hole",
      maxTokens: summaryTokens,
      instructions,
      ...(summary !== "" && { given: summary }),
      complete: carryOver(nameList(protectedTools).map((name) => name.toLowerCase())),
    })(view);
  };
  return when(trigger, compress);
}

const product = {
  name: "opencode-dcp (dynamic context pruning)",
  version: "fbd75bce",
  date: "2026-03-16",
  read: "2026-11-22",
  source: "https://github.com/Opencode-DCP/opencode-dynamic-context-pruning",
};

/**
 * The plugin's compress tool: a model names a range of messages and gives its summary. Written from the plugin's
 * behaviour, without its code, prompts or tests.
 */
export const dcpCompress = defineStrategy(
  folding({ id: "dcp-compress", variantOf: "dcp-compress-3.1", product }),
  params(150_000),
  compressing,
);

/** Version 3.1 compresses above 100,000 tokens, and only then prunes repeated calls and inputs of failed ones. */
export const dcpCompress31 = defineStrategy(
  folding({
    id: "dcp-compress-3.1",
    version: "1",
    product: { ...product, version: "3.1.14", date: "2026-11-22" },
  }),
  params(100_000),
  (given, environment) => {
    const pruning = [dcpDedup, dcpPurgeErrors].map((strategy) => {
      const bound = strategy.bind({});
      if (!bound.ok) throw new Error(bound.error.message);
      return bound.value.build(environment);
    });
    return (view) => {
      const compressed = compressing(given)(view);
      if (compressed.status !== "applied") return compressed;
      return pipe(() => compressed, ...pruning)(view);
    };
  },
);
