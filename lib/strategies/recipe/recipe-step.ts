import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { fieldsOf } from "../../tools/input-places";
import { duplicateCalls, duplicateReads, staleReads, supersededReads, supersededWrites } from "../facts/relations";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { needingWindow, step } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { type Guard, keepLoops, minGain, noInflation } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import type { Procedure } from "../grammar/procedure";
import { isFailure, newestStart, type Selector, type Target } from "../grammar/selectors";
import { oldestAtoms } from "../grammar/spans";
import {
  drop,
  externalise,
  mapStrings,
  maskOutput,
  rewrite,
  rewriteInput,
  type Transform,
  withOutput,
} from "../grammar/transforms";
import type { View } from "../grammar/view";
import { clipMiddle } from "../previews/clip-middle";
import { PUT_ASIDE, writePreview } from "../previews/put-aside";
import type { StepRecipe, TransformRecipe, What } from "./recipe-step-schema";

/** A checked step as a procedure. Exchanges are removed as a whole, and signed loops stay complete. */
export function buildStep(
  { id, select, transform, minGain: gain, ceiling }: StepRecipe,
  environment: Environment,
): Procedure {
  const chosen = narrowed(select, SELECTORS[select.what]);
  const isDrop = transform === "drop";
  const isPart = select.what === "reasoning" || select.what === "files";
  const guards: Guard[] = [isDrop ? keepLoops : noInflation, ...(gain > 0 ? [minGain(gain)] : [])];
  const limit = ceiling && ceilingOf(ceiling, environment);
  const run = step({
    id,
    select: isDrop && !isPart ? wholeAtoms(chosen) : chosen,
    transform: transformOf(transform),
    guards,
    ...(limit && { ceiling: limit }),
  });
  return ceiling && "fraction" in ceiling ? needingWindow(run) : run;
}

/** Token limit of the entire request; none for a share of an unknown window. */
function ceilingOf(given: NonNullable<StepRecipe["ceiling"]>, { budget }: Environment): Ceiling {
  if ("tokens" in given) return { measure: TOKENS, limit: given.tokens };
  return { measure: TOKENS, limit: budget.window === null ? Number.POSITIVE_INFINITY : budget.window * given.fraction };
}

const partsOfType =
  (type: "tool-result" | "tool-call" | "reasoning" | "file"): Selector =>
  (view) =>
    view.entries().flatMap(({ part }) => (part.type === type ? [{ parts: [part.id], reason: "chosen" }] : []));

const SELECTORS: Readonly<Record<What, Selector>> = {
  results: partsOfType("tool-result"),
  calls: partsOfType("tool-call"),
  reasoning: partsOfType("reasoning"),
  files: partsOfType("file"),
  "duplicate-calls": duplicateCalls(),
  "duplicate-reads": duplicateReads,
  "stale-reads": staleReads,
  "superseded-reads": supersededReads,
  "superseded-writes": supersededWrites,
  oldest: oldestAtoms,
  "oldest-dialogue": oldestDialogue,
};

type Select = StepRecipe["select"];

function narrowed(
  { tools, exceptTools, errors, keepTurns, unit, keepNewest, minTokens }: Select,
  select: Selector,
): Selector {
  return (view) => {
    const start = newestStart(view, keepTurns, unit);
    const found = select(view).filter(({ parts }) => {
      const entries = parts.flatMap((id) => view.entry(id) ?? []);
      const used = entries.flatMap(({ part }) => view.toolNameOf(part) ?? []);
      const isError = entries.some(({ part }) => part.type === "tool-result" && isFailure(part, view));
      return (
        entries.every(({ messageIndex }) => messageIndex < start) &&
        (tools === undefined || used.some((name) => tools.includes(name))) &&
        !(exceptTools !== undefined && used.some((name) => exceptTools.includes(name))) &&
        (errors === undefined || isError === (errors === "only")) &&
        tokensOf(parts, view) >= minTokens
      );
    });
    return found.slice(0, Math.max(0, found.length - keepNewest));
  };
}

function tokensOf(parts: readonly string[], view: View): number {
  return parts.reduce((sum, id) => {
    const part = view.entry(id)?.part;
    return part ? sum + view.environment.tokensOf(part) : sum;
  }, 0);
}

/** Widens each target to the distinct atoms that contain it. */
const wholeAtoms =
  (select: Selector): Selector =>
  (view) => {
    const atomOf = new Map(view.atoms().flatMap((atom) => atom.partIds.map((id) => [id, atom] as const)));
    const taken = new Set<string>();
    return select(view).flatMap(({ parts, reason }): Target[] => {
      const whole = parts.flatMap((id) => atomOf.get(id)?.partIds ?? []).filter((id) => !taken.has(id));
      for (const id of whole) taken.add(id);
      return whole.length === 0 ? [] : [{ parts: [...new Set(whole)], reason }];
    });
  };

function transformOf(transform: TransformRecipe): Transform {
  if (transform === "drop") return drop;
  if ("mask" in transform) return masked(transform.mask);
  if ("clip" in transform) return clipped(transform.clip);
  if ("put-aside" in transform) return putAside(transform["put-aside"].characters);
  const replacement = transform["clear-inputs"];
  return rewriteInput((call) => mapStrings(fieldsOf(call.input), () => replacement));
}

/** A file becomes a text; an output keeps its pair and its error flag. */
const masked = (text: string): Transform =>
  rewrite((part) => {
    if (part.type === "tool-result") return withOutput(part, text);
    return part.type === "file" ? { id: part.id, type: "text", text } : null;
  });

const isText = ({ output }: ToolResultPart) => output.every(({ type }) => type === "text");

/** The note that a clip leaves between both ends. A text with this note is not clipped again. */
const LEFT_OUT = /\n\[\d+ characters left out\]\n/;

function clipped({ head, tail }: { readonly head: number; readonly tail: number }): Transform {
  return maskOutput((result) => {
    const text = toolOutputText(result.output);
    if (!isText(result) || text.length <= head + tail || LEFT_OUT.test(text)) return null;
    return clipMiddle(text, head, tail, (left) => `\n[${left} characters left out]\n`);
  });
}

const PREVIEW = { logLines: 50, entries: 10, fields: 20, headLines: 10, lineCharacters: 200 };

const putAside = (characters: number): Transform =>
  externalise((result, view) => {
    const text = toolOutputText(result.output);
    if (!isText(result) || PUT_ASIDE.test(text)) return null;
    return writePreview(view.toolNameOf(result) ?? "tool", text, { ...PREVIEW, characters });
  });
