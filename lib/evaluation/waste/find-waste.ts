import type { ToolDefinition } from "../../conversation/message";
import { once } from "../../conversation/once";
import { oncePerPart } from "../../conversation/once-per-part";
import { type Part, type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { stableJson } from "../../conversation/stable-json";
import { callFacts } from "../../tools/call-facts";
import { failureOf, isRejection } from "../../tools/failures/failure";
import { changesFiles } from "../../tools/operations";
import { planItems } from "../../tools/plan-items";
import { shownPaths, trailOf } from "../artifacts/read-trail";
import { type ReplacedBlock, replacedBlocks, shownLines } from "../artifacts/replaced-lines";
import type { Block } from "../evidence";
import { linesShown, overlapOf } from "./repeated-lines";
import type { WasteKind } from "./waste-kind";

/** A part of an agent's history, with the first and last request whose prompt contained it; null if none did. */
export type CarriedPart = Block & { readonly first: number | null; readonly last: number | null };

/** A part that some requests carried although it was useless. Requests are positions within the agent, from 0. */
export type Waste = {
  readonly kind: WasteKind;
  readonly part: Part;
  /** The first and last request that carried it needlessly. */
  readonly from: number;
  readonly to: number;
  /** The useless share of the part's text: below 1 if it repeats only some lines. */
  readonly share: number;
  /**
   * The part that made it useless: the call that changed the file or showed the change, the earlier copy, the later
   * call, the newer plan.
   */
  readonly by: Part;
};

/** The ids of a call and its output, for models that call their tools in texts, so that the output is a text too. */
export type TextOutput = { readonly call: string; readonly output: string; readonly showsFile: boolean };

/** Shorter outputs ("ok", "Done.") can be equal without being the same information. */
const SHORTEST_COPY = 200;

/**
 * Useless parts of an agent's prompts. A part can appear once per kind. `roots`: folders to strip from the front of
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

/** The result of each call part. */
type Results = ReadonlyMap<Part, CarriedPart>;

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

/** Texts that show files, by the text with the call. */
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

/** The requests that carried both parts; none if the earlier one had left the prompt before the later one arrived. */
function wasteOf(kind: WasteKind, useless: CarriedPart, by: CarriedPart): Waste[] {
  if (useless.first === null || useless.last === null || by.first === null || by.last === null) return [];
  const from = Math.max(useless.first, by.first);
  const to = Math.min(useless.last, by.last);
  return from > to ? [] : [{ kind, part: useless.part, from, to, share: 1, by: by.part }];
}

/**
 * A result that shows a file. `whole`: the file's text, if the result contains all of it and nothing else. `lines`: the
 * shown lines, if the result may contain only some of the file's.
 */
type Reading = {
  readonly shown: CarriedPart;
  readonly paths: readonly string[];
  readonly whole: string | null;
  readonly lines: (() => ReadonlySet<string>) | null;
};

/** `changed`: the request that first carried a change of one of the files that a result shows. */
type StaleReads = { readonly waste: readonly Waste[]; readonly changed: ReadonlyMap<Part, number> };

/**
 * Results that show a file which the agent later changed, deleted or renamed, or which a later reading shows with
 * different text. A reading of some lines stays current if an edit replaces other lines or appends some. Each outdated
 * result is listed once. One that shows several files is outdated once all of them have changed, because nothing
 * separates their texts.
 */
function staleReads(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): StaleReads {
  const readings = new Map<string, Reading[]>();
  const waste: Waste[] = [];
  const current = new Map<CarriedPart, Set<string>>();
  const changed = new Map<Part, number>();
  const outdate = ({ shown, paths }: Reading, path: string, by: CarriedPart) => {
    const rest = current.get(shown) ?? new Set(paths);
    const isLast = rest.delete(path) && rest.size === 0;
    current.set(shown, rest);
    const found = wasteOf("stale-read", shown, by);
    for (const { part, from } of found) changed.set(part, changed.get(part) ?? from);
    if (isLast) waste.push(...found);
  };
  for (const { path, operation, block, isAppend } of trailOf({
    blocks: parts,
    roots,
    original: { tools, messages: [] },
  })) {
    const call = parts[block];
    const past = readings.get(path) ?? [];
    if (call === undefined) continue;
    if (operation !== "read") {
      const replaced = operation === "modified" && call.part.type === "tool-call" ? replacedBlocks(call.part) : [];
      const untouched: Reading[] = [];
      for (const reading of past) {
        if (isAppend ? reading.lines !== null : isElsewhere(replaced, reading)) untouched.push(reading);
        else outdate(reading, path, call);
      }
      readings.set(path, untouched);
      continue;
    }
    const reading = readingOf(call.part, path, results, tools, roots);
    if (reading === null) continue;
    const isOther = ({ whole }: Reading) => whole !== null && reading.whole !== null && whole !== reading.whole;
    for (const other of past.filter(isOther)) outdate(other, path, reading.shown);
    readings.set(path, [...past.filter((other) => !isOther(other)), reading]);
  }
  return { waste, changed };
}

function readingOf(
  call: Part,
  path: string,
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): Reading | null {
  const shown = results.get(call);
  if (shown === undefined) return null;
  if (call.type !== "tool-call") return { shown, paths: [path], whole: null, lines: null };
  const paths = shownPaths(call, roots, tools);
  if (!paths.includes(path)) return null;
  const whole = wholeText(call, shown.part, tools);
  return { shown, paths, whole, lines: whole === null ? linesOf(shown) : null };
}

const linesOf = ({ part }: Pick<CarriedPart, "part">) =>
  part.type === "tool-result" ? once(() => new Set(shownLines(toolOutputText(part.output)))) : null;

/** True if an edit states the lines that it replaces, and the reading shows none of its blocks. */
const isElsewhere = (replaced: readonly ReplacedBlock[], { lines }: Reading): boolean =>
  lines !== null && replaced.length > 0 && !replaced.some((block) => isShown(block, lines()));

/** Fewer lines of a block, such as a check for an error, recur within a file. */
const MIN_SHOWN_RUN = 3;

/** True for half of a block's lines, or for several in a row: a reading may begin or end within the block. */
function isShown({ lines: block, isCut }: ReplacedBlock, lines: ReadonlySet<string>): boolean {
  const isEdge = (at: number) => isCut && (at === 0 || at === block.length - 1);
  const shown = block.map((line, at) => lines.has(line) || (isEdge(at) && isPartShown(line, at, block.length, lines)));
  const isRun = (_: boolean, at: number) =>
    at + MIN_SHOWN_RUN <= shown.length && shown.slice(at, at + MIN_SHOWN_RUN).every(Boolean);
  return 2 * shown.filter(Boolean).length >= shown.length || shown.some(isRun);
}

/** True if a shown line ends with the block's first line, begins with its last, or contains its only one. */
function isPartShown(line: string, at: number, count: number, lines: ReadonlySet<string>): boolean {
  const contains = (shown: string) =>
    count === 1 ? shown.includes(line) : at === 0 ? shown.endsWith(line) : shown.startsWith(line);
  return [...lines].some(contains);
}

/** What Claude Code 2.1 returns for a second reading of an unchanged file. */
const UNCHANGED = /^File unchanged since last read/;

/**
 * The text of a file that a tool shows from beginning to end. Commands do not count, because they may cut their
 * outputs, nor do unknown tools, which may show a part that their input names in their own way.
 */
function wholeText(call: ToolCallPart, result: Part, tools: readonly ToolDefinition[]): string | null {
  const { basis, showsFile, command, files } = callFacts(call, tools);
  const isWhole = basis === "listed" && showsFile && command === null && files.length === 1 && files[0]?.range === null;
  if (!isWhole || result.type !== "tool-result") return null;
  // Reminders and diagnostics follow in elements.
  const [text = ""] = toolOutputText(result.output).split("\n\n<", 1);
  return UNCHANGED.test(text) ? null : text;
}

/** Codex writes the id and duration of each run before a command's output. */
const RUN_HEADER = /^(?:Chunk ID: .*\n)?Wall time: .*\n/;

/** An output's text as outputs are compared; empty if it is not only text. `texts`: ids of texts that are outputs. */
export function comparedText(part: Part, texts: ReadonlySet<string>): string {
  const isText = part.type !== "tool-result" || part.output.every(({ type }) => type === "text");
  return isText ? resultText(part, texts).replace(RUN_HEADER, "") : "";
}

/**
 * Outputs whose text equals that of an earlier one in the same prompt. What an edit returns is skipped: it confirms that
 * edit and no other.
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
    if (text.length < SHORTEST_COPY || confirmations.has(carried)) return [];
    const original = earlier.get(text);
    const waste = original === undefined ? [] : wasteOf("same-text", carried, original);
    // The earlier one has left the prompt, so later copies repeat this one.
    if (waste.length === 0) earlier.set(text, carried);
    return waste;
  });
}

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
 * Failed calls, with their results, that a later answer repeated. A call in the same answer is not a retry, and each
 * retry counts for one failure. Calls that the user rejected are skipped, because their results contain the user's
 * words.
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
    if (result?.part.type === "tool-result" && isOwnFailure(result.part, call, tools)) waiting.push([carried, result]);
    failures.set(asked, waiting);
    return (retried ?? []).flatMap((failed) => wasteOf("repeated-error", failed, carried));
  });
}

/** True if a call belongs to a later answer, since a later request was the first to carry it. */
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
