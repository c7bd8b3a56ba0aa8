import type { ToolDefinition } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import { type Part, type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { stableJson } from "../../conversation/stable-json";
import { callFacts } from "../../tools/call-facts";
import { failureOf, isRejection, isUnrun } from "../../tools/failures/failure";
import { changesFiles } from "../../tools/operations";
import { planItems } from "../../tools/plan-items";
import { shownPaths } from "../artifacts/read-trail";
import { linesShown, overlapOf } from "./repeated-lines";
import { staleReads } from "./stale-reads";
import { type CarriedPart, type Results, type Waste, wasteOf } from "./waste";

/** The ids of a call and its output, for models that call their tools in texts, so the output is a text too. */
export type TextOutput = { readonly call: string; readonly output: string; readonly showsFile: boolean };

/** Shorter outputs ("ok", "Done.") can be equal without being the same information. */
const SHORTEST_COPY = 200;

/**
 * Useless parts of an agent's prompts. A part can appear once per kind and span of requests. `roots`: folders to strip from the front of
 * paths. Linear in the parts of the history.
 */
export function findWaste(
  parts: readonly CarriedPart[],
  tools: readonly ToolDefinition[],
  roots: readonly string[],
  texts: readonly TextOutput[] = [],
): Waste[] {
  const results = resultsOf(parts);
  const copies = sameTexts(parts, results, tools, new Set(texts.map(({ output }) => output)));
  const copied = new Set(copies.map(({ part }) => part));
  const stale = staleReads(parts, new Map([...results, ...textReads(parts, texts)]), tools, roots);
  return [
    ...stale.waste,
    ...copies,
    ...repeatedLines(parts, results, tools, roots, stale.changed).filter(({ part }) => !copied.has(part)),
    ...repeatedErrors(parts, results, tools),
    ...restatedPlans(parts, results),
  ];
}

/** Maps calls to results. A call that the client sent again has its own result. */
function resultsOf(parts: readonly CarriedPart[]): Results {
  const results = new Map<Part, CarriedPart>();
  const calls = new Map<string, Part>();
  for (const carried of parts) {
    const { part } = carried;
    if (part.type === "tool-call") calls.set(part.toolCallId, part);
    const call = part.type === "tool-result" ? calls.get(part.toolCallId) : undefined;
    if (call) results.set(call, carried);
  }
  return results;
}

/** Maps texts with a call to the text that shows the file. */
function textReads(parts: readonly CarriedPart[], texts: readonly TextOutput[]): Results {
  if (texts.length === 0) return new Map();
  const byId = new Map(parts.map((carried) => [carried.part.id, carried]));
  return new Map(
    texts.flatMap(({ call, output, showsFile }) => {
      const [made, shown] = [byId.get(call), byId.get(output)];
      return showsFile && made && shown ? [[made.part, shown] as const] : [];
    }),
  );
}

/** Codex writes the id and duration of each run before a command's output. */
const RUN_HEADER = /^(?:Chunk ID: .*\n)?Wall time: .*\n/;

/** An output's text as outputs are compared; empty if it is not only text. `texts`: ids of texts that are outputs. */
export function comparedText(part: Part, texts: ReadonlySet<string>): string {
  const isText = part.type !== "tool-result" || part.output.every(({ type }) => type === "text");
  return isText ? resultText(part, texts).replace(RUN_HEADER, "") : "";
}

/**
 * Outputs whose text equals that of an earlier one in the same prompt. What an edit returns is skipped, because it
 * confirms only that edit, and so is the client's notice that a call did not run.
 */
function sameTexts(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  texts: ReadonlySet<string>,
): Waste[] {
  const earlier = new Map<string, CarriedPart>();
  const confirmations = new Set(
    [...results].flatMap(([call, result]) =>
      call.type === "tool-call" && changesFiles(callFacts(call, tools).operation) ? [result] : [],
    ),
  );
  return parts.flatMap((carried) => {
    const text = comparedText(carried.part, texts);
    if (text.length < SHORTEST_COPY || confirmations.has(carried) || isNotice(carried.part)) return [];
    const original = earlier.get(text);
    const waste = original === undefined ? [] : wasteOf("same-text", carried, original);
    // The earlier one has left the prompt, so later copies repeat this one.
    if (waste.length === 0) earlier.set(text, carried);
    return waste;
  });
}

const isNotice = (part: Part): boolean => part.type === "tool-result" && isUnrun(part);

/** Readings that repeat some lines of an earlier reading of the same file, if that one is still in the prompt and current. */
function repeatedLines(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
  changed: ReadonlyMap<Part, number>,
): Waste[] {
  const linesOf = oncePerPart(({ part }: CarriedPart) => linesShown(resultText(part)));
  const found = new Map<CarriedPart, Waste>();
  for (const readings of readingsByFile(parts, results, tools, roots))
    for (const [at, shown] of readings.entries())
      for (const other of readings.slice(0, at)) {
        const isCurrent = (changed.get(other.part) ?? Number.POSITIVE_INFINITY) > (shown.first ?? 0);
        const [waste] = isCurrent ? wasteOf("same-text", shown, other) : [];
        const overlap = waste === undefined ? 0 : overlapOf(linesOf(other), linesOf(shown));
        const share = overlap < SHORTEST_COPY ? 0 : overlap / linesOf(shown).size;
        if (waste && share > (found.get(shown)?.share ?? 0)) found.set(shown, { ...waste, share });
      }
  return [...found.values()];
}

/** The results that show a file, for each file shown by several. */
function readingsByFile(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): (readonly CarriedPart[])[] {
  const readings = new Map<string, Set<CarriedPart>>();
  for (const { part } of parts) {
    const shown = part.type === "tool-call" ? results.get(part) : undefined;
    if (part.type !== "tool-call" || shown === undefined) continue;
    for (const path of shownPaths(part, roots, tools)) readings.set(path, (readings.get(path) ?? new Set()).add(shown));
  }
  return [...readings.values()].flatMap((shown) => (shown.size > 1 ? [[...shown]] : []));
}

function resultText(part: Part, texts: ReadonlySet<string> = new Set()): string {
  if (part.type === "tool-result") return toolOutputText(part.output);
  return part.type === "text" && texts.has(part.id) ? part.text : "";
}

/**
 * Failed calls, with their results, that a later answer repeated. A call in the same answer is not a retry, nor is one
 * after a change of files, such as a test that runs again after an edit. Each retry counts for one failure. Calls that the
 * user rejected are skipped, because their results contain the user's words.
 */
function repeatedErrors(parts: readonly CarriedPart[], results: Results, tools: readonly ToolDefinition[]): Waste[] {
  const failures = new Map<string, (readonly [CarriedPart, CarriedPart])[]>();
  return parts.flatMap((carried) => {
    const call = carried.part;
    if (call.type !== "tool-call") return [];
    const asked = askedBy(call, tools);
    const waiting = failures.get(asked) ?? [];
    const retried = waiting[0] && isLater(carried, waiting[0][0]) ? waiting.shift() : undefined;
    const result = results.get(call);
    const hasFailed = result?.part.type === "tool-result" && isOwnFailure(result.part, call, tools);
    if (!hasFailed && callFacts(call, tools).files.some(({ operation }) => operation !== "read")) failures.clear();
    if (hasFailed) failures.set(asked, [...waiting, [carried, result]]);
    return (retried ?? []).flatMap((failed) => wasteOf("repeated-error", failed, carried));
  });
}

/** True if a call belongs to a later answer, that is, if the first request that carried it is later. */
const isLater = (call: CarriedPart, other: CarriedPart): boolean =>
  call.first === null || other.first === null || call.first > other.first;

/**
 * Equal for two calls of one tool that ask for the same thing: the same command, whatever its description or limits, or
 * the same input. A different edit of the same file is a different call.
 */
const askedBy = (call: ToolCallPart, tools: readonly ToolDefinition[]): string =>
  `${call.toolName} ${callFacts(call, tools).command ?? stableJson(call.input)}`;

/**
 * True if the call itself failed. The output of a call without a command, path, query or address may show the errors of
 * something else, so only the format's mark counts.
 */
function isOwnFailure(result: ToolResultPart, call: ToolCallPart, tools: readonly ToolDefinition[]): boolean {
  const { failed, basis } = failureOf(result, call, tools);
  const { command, paths, query, url } = callFacts(call, tools);
  const isAimed = command !== null || paths.length > 0 || query !== null || url !== null;
  return failed && (basis === "marked" || isAimed) && !isRejection(result);
}

/** Calls that state the entire plan, with their results, if a later call restates it. */
function restatedPlans(parts: readonly CarriedPart[], results: Results): Waste[] {
  let last: CarriedPart[] = [];
  return parts.flatMap((carried) => {
    if (carried.part.type !== "tool-call" || planItems(carried.part) === null) return [];
    const past = last.flatMap((plan) => wasteOf("restated-plan", plan, carried));
    const result = results.get(carried.part);
    last = result ? [carried, result] : [carried];
    return past;
  });
}
