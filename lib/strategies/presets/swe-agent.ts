import * as z from "zod";
import { oncePerPart } from "../../conversation/once-per-part";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { step, when } from "../grammar/combinators";
import { nameList, names } from "../grammar/params";
import { isFailure, type Selector, toolResults } from "../grammar/selectors";
import { defineStrategy } from "../grammar/strategy";
import { maskOutput } from "../grammar/transforms";
import { always } from "../grammar/triggers";

const ELIDED = /^Old environment output: \(\d+ lines omitted\)( \(\d+ images omitted\))?$/;

/** True if a line ends here according to Python's `str.splitlines`, which the product uses to count lines. */
function isLineEnd(code: number): boolean {
  // Nearly every character is in this range, so it is checked first.
  if (code > 0x1e && code < 0x85) return false;
  return (code >= 0x0a && code <= 0x0d) || (code >= 0x1c && code <= 0x1e) || OTHER_LINE_ENDS.has(code);
}
const OTHER_LINE_ENDS = new Set([0x85, 0x2028, 0x2029]);

/** Number of lines; a trailing line end does not start another. */
export function countLines(text: string): number {
  let lines = 0;
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (!isLineEnd(code)) continue;
    if (code === 0x0d && text.charCodeAt(index + 1) === 0x0a) index += 1;
    lines += 1;
    end = index + 1;
  }
  return end < text.length ? lines + 1 : lines;
}

/** The product's own placeholder: how many lines, and how many images if any, were left out. */
export const elidedText = oncePerPart(({ output }: ToolResultPart): string => {
  const lines = output.reduce((sum, block) => sum + (block.type === "text" ? countLines(block.text) : 0), 0);
  const images = output.filter((block) => block.type === "file").length;
  return `Old environment output: (${lines} lines omitted)${images > 0 ? ` (${images} images omitted)` : ""}`;
});

type LastN = {
  readonly n: number;
  readonly polling: number;
  readonly keepFirst: boolean;
  readonly keepErrors: boolean;
  /** Tools whose results always stay, and tools whose results are always removed. A tool in both lists is removed. */
  readonly keepTools: readonly string[];
  readonly removeTools: readonly string[];
};

/**
 * Observations are the tool results, oldest first. Of T results, `obs[1 : max(0, floor(T / polling) * polling - n)]` are
 * replaced by placeholders. That set changes only once every `polling` results, so the cached prefix stays valid in between.
 */
function selectOldObservations({ n, polling, keepFirst, keepErrors, ...tagged }: LastN): Selector {
  const [keep, remove] = [new Set(tagged.keepTools), new Set(tagged.removeTools)];
  return (view) => {
    const results = toolResults(view);
    const start = keepFirst ? 1 : 0;
    const end = Math.max(0, Math.floor(results.length / polling) * polling - n);
    const isTagged = (result: ToolResultPart, tools: ReadonlySet<string>) =>
      tools.size > 0 && tools.has(view.toolNameOf(result) ?? "");
    return results.flatMap((result, index) => {
      if (isTagged(result, remove)) return [{ parts: [result.id], reason: "tagged" }];
      const isOld = index >= start && index < end && !(keepErrors && isFailure(result, view));
      return isOld && !isTagged(result, keep) ? [{ parts: [result.id], reason: "not-newest" }] : [];
    });
  };
}

/** Masks all but the newest observations, as SWE-agent does. */
export const sweAgentLastN = defineStrategy(
  {
    id: "swe-agent-last-n",
    family: "in-place",
    product: {
      name: "SWE-agent",
      version: "3ea751c0",
      date: "2026-07-16",
      read: "2026-11-22",
      source: "https://github.com/SWE-agent/SWE-agent/blob/3ea751c0/sweagent/agent/history_processors.py",
    },
    version: "1",
    needsModel: false,
    deterministic: true,
    reversible: false,
    cache: "rewrites-suffix",
    keepsEdits: false,
    mode: "late-cut",
  },
  z.object({
    n: z.number().int().min(1).default(5).describe("Number of newest tool results to keep"),
    polling: z
      .number()
      .int()
      .min(1)
      .default(1)
      .describe("The masked set changes only once per this many results, so that more of the cached prefix survives"),
    keepErrors: z.boolean().default(false).describe("Failed tool results stay in full"),
    keepFirst: z.boolean().default(true).describe("The first tool result stays in full"),
    keepTools: names([], "Tools whose results always stay"),
    removeTools: names([], "Tools whose results are always removed, even the newest"),
  }),
  (params) =>
    when(
      always,
      step({
        id: "mask",
        select: selectOldObservations({
          ...params,
          keepTools: nameList(params.keepTools),
          removeTools: nameList(params.removeTools),
        }),
        transform: maskOutput((result) => (ELIDED.test(toolOutputText(result.output)) ? null : elidedText(result))),
      }),
    ),
);
