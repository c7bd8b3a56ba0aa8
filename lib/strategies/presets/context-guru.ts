import * as z from "zod";
import type { ToolResultPart } from "../../conversation/part";
import { capLines, withoutNoise } from "../crush/repeated-lines";
import { step, when } from "../grammar/combinators";
import { choice, whole } from "../grammar/params";
import { arriving, defineStrategy } from "../grammar/strategy";
import { externalise } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { firstOfEqual, textOf, textResults } from "./on-arrival";

const MARKED = /\[full output: out_[0-9a-f]+\]$/;
const HEAD_AND_TAIL = 20;
const RUN =
  /\d+ (passed|failed|error)|^[ \t]*(BUILD (SUCCESS|FAIL)|=+ (FAILURES|test session)|Traceback \(most recent|FAILED\b|panic:|npm ERR!)/im;
const FAILED =
  /[1-9]\d* (failed|error(s|ed)?)\b|\bexit(ed with)? (code )?[1-9]|^[ \t]*(build fail|=+ failures|traceback \(most recent|panic:|npm err!|FAILED\b)/im;

/**
 * context-guru's deterministic parts, applied to new content in its presets' order; the first match writes the
 * replacement. `mask` and `collapse` of older outputs are left out, because the product freezes its decisions until the
 * cache expires, so they never run in an active session.
 */
export const contextGuru = defineStrategy(
  arriving({
    id: "context-guru",
    reversible: true,
    product: {
      name: "context-guru",
      version: "da73fed",
      date: "2026-08-22",
      read: "2026-11-23",
      source: "https://github.com/rossoctl/context-guru/tree/da73fed/components/offload",
    },
  }),
  z.object({
    preset: choice(
      ["codesmart", "codesafe"],
      "codesmart: the product's default, but without its model; codesafe: also reduces long outputs to their first and last lines",
    ),
    minTokens: whole(100, "Outputs of fewer tokens than this are not checked for repeats or failed runs"),
    extractTokens: whole(
      300,
      "Outputs of at least this many tokens lose repeated lines, blank lines and progress bars",
    ),
    collapseTokens: whole(
      2000,
      "With codesafe, outputs of more tokens than this keep only their first and last twenty lines",
    ),
    lineCharacters: whole(500, "Lines longer than this many characters are cut in the middle", 20),
  }),
  (rule) =>
    when(always, (view) => {
      const isLarge = (result: ToolResultPart) => view.environment.tokensOf(result) >= rule.minTokens;
      const again = firstOfEqual(view, isLarge);
      const superseded = supersededRuns(view, isLarge);
      const transform = externalise((result) => {
        const text = shorten(result, { ...rule, again, superseded, tokens: view.environment.tokensOf(result) });
        return text === null ? null : (id) => `${text}\n[full output: ${id}]`;
      });
      const select = textResults("arriving-output", (result) => !MARKED.test(textOf(result)));
      return step({ id: "offload", select, transform })(view);
    }),
);

type Rule = {
  readonly preset: "codesmart" | "codesafe";
  readonly extractTokens: number;
  readonly collapseTokens: number;
  readonly lineCharacters: number;
  readonly tokens: number;
  readonly again: ReadonlyMap<string, string>;
  readonly superseded: ReadonlySet<string>;
};

function shorten(result: ToolResultPart, rule: Rule): string | null {
  const text = textOf(result);
  if (rule.again.has(result.id)) return "[identical to an earlier tool output]";
  if (rule.superseded.has(result.id)) return "[superseded by a later run of the tests]";
  const clean = rule.tokens >= rule.extractTokens ? withoutNoise(text) : text;
  const lines = clean.split("\n");
  if (rule.preset === "codesafe" && rule.tokens > rule.collapseTokens && lines.length > 2 * HEAD_AND_TAIL) {
    const omitted = lines.length - 2 * HEAD_AND_TAIL;
    return [...lines.slice(0, HEAD_AND_TAIL), `... (${omitted} lines omitted)`, ...lines.slice(-HEAD_AND_TAIL)].join(
      "\n",
    );
  }
  const capped = capLines(clean, rule.lineCharacters);
  return capped === text ? null : capped;
}

/** Failed runs superseded by another run in the same request; older ones are cached and stay. */
function supersededRuns(view: View, isLarge: (result: ToolResultPart) => boolean): ReadonlySet<string> {
  const { messages } = view.conversation;
  const answerBefore = (index: number) => messages.findLastIndex(({ role }, at) => at < index && role === "assistant");
  const runs = view.results().filter((result) => isLarge(result) && RUN.test(textOf(result)));
  const requestOf = new Map(runs.map(({ id }) => [id, answerBefore(view.entry(id)?.messageIndex ?? 0)]));
  const last = new Map(runs.map(({ id }) => [requestOf.get(id), id]));
  const superseded = runs.filter((run) => last.get(requestOf.get(run.id)) !== run.id && FAILED.test(textOf(run)));
  return new Set(superseded.map(({ id }) => id));
}
