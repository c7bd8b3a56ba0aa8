import type { ToolDefinition } from "../../conversation/message";
import { type Part, type ToolCallPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import { planItems } from "../../tools/plan-items";
import { shownPaths, trailOf } from "../artifacts/read-trail";
import type { Block } from "../evidence";
import type { WasteKind } from "./waste-kind";

/** A part of an agent's history with the first and last request whose prompt held it; null if none did. */
export type CarriedPart = Block & { readonly first: number | null; readonly last: number | null };

/** A part that some requests carried needlessly. Requests are positions within the agent, from 0. */
export type Waste = {
  readonly kind: WasteKind;
  readonly part: Part;
  /** The first and last request that carried it needlessly. */
  readonly from: number;
  readonly to: number;
  /** The cause: the call that changed the file, the earlier copy, the later call, the newer plan. */
  readonly by: Part;
};

/** A tool's output that is a text, since the model calls its tools in texts: the ids of both. */
export type TextOutput = { readonly call: string; readonly output: string; readonly showsFile: boolean };

/** Shorter outputs ("ok", "Done.") can be equal without being the same information. */
const SHORTEST_COPY = 200;

/**
 * Needless parts of an agent's prompts; a part can appear once per kind. `roots`: folders to cut from the front of
 * paths. Linear in the parts of the history.
 */
export function findWaste(
  parts: readonly CarriedPart[],
  tools: readonly ToolDefinition[],
  roots: readonly string[],
  texts: readonly TextOutput[] = [],
): Waste[] {
  const results = resultsOf(parts);
  return [
    ...staleReads(parts, new Map([...results, ...textReads(parts, texts)]), tools, roots),
    ...sameTexts(parts, new Set(texts.map(({ output }) => output))),
    ...repeatedErrors(parts, results, tools),
    ...restatedPlans(parts, results),
  ];
}

/** By the part of a call. */
type Results = ReadonlyMap<Part, CarriedPart>;

/** A call that the client sent again has its own result. */
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

/** Files shown by texts, by the text with the call. */
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

/** The requests that held both parts; none if the earlier one had left the prompt before the later one came. */
function wasteOf(kind: WasteKind, useless: CarriedPart, by: CarriedPart): Waste[] {
  if (useless.first === null || useless.last === null || by.first === null || by.last === null) return [];
  const from = Math.max(useless.first, by.first);
  const to = Math.min(useless.last, by.last);
  return from > to ? [] : [{ kind, part: useless.part, from, to, by: by.part }];
}

/**
 * Results that show a file which a later successful call of the agent changed, deleted or renamed; once, however many of
 * its files change.
 */
function staleReads(
  parts: readonly CarriedPart[],
  results: Results,
  tools: readonly ToolDefinition[],
  roots: readonly string[],
): Waste[] {
  const readings = new Map<string, CarriedPart[]>();
  const found = new Map<CarriedPart, Waste>();
  for (const { path, operation, block } of trailOf({ blocks: parts, roots, original: { tools, messages: [] } })) {
    const call = parts[block];
    if (call === undefined) continue;
    if (operation === "read") {
      const isShown = call.part.type !== "tool-call" || shownPaths(call.part, roots, tools).includes(path);
      const shown = isShown ? results.get(call.part) : undefined;
      if (shown) readings.set(path, [...(readings.get(path) ?? []), shown]);
      continue;
    }
    for (const reading of readings.get(path) ?? []) {
      const [waste] = found.has(reading) ? [] : wasteOf("stale-read", reading, call);
      if (waste) found.set(reading, waste);
    }
    readings.delete(path);
  }
  return [...found.values()];
}

/** Codex puts the id and the time of each run before a command's output. */
const RUN_HEADER = /^(?:Chunk ID: .*\n)?Wall time: .*\n/;

/** Results whose text equals that of an earlier result in the same prompt. `texts`: ids of texts that are results. */
function sameTexts(parts: readonly CarriedPart[], texts: ReadonlySet<string>): Waste[] {
  const earlier = new Map<string, CarriedPart>();
  return parts.flatMap((carried) => {
    const text = resultText(carried.part, texts).replace(RUN_HEADER, "");
    if (text.length < SHORTEST_COPY) return [];
    const original = earlier.get(text);
    const waste = original === undefined ? [] : wasteOf("same-text", carried, original);
    // If the first one has left the prompt, later copies repeat this one.
    if (waste.length === 0) earlier.set(text, carried);
    return waste;
  });
}

function resultText(part: Part, texts: ReadonlySet<string>): string {
  if (part.type === "tool-result") return toolOutputText(part.output);
  return part.type === "text" && texts.has(part.id) ? part.text : "";
}

/** Failed calls, with their results, whose tool was called again for the same file or command. */
function repeatedErrors(parts: readonly CarriedPart[], results: Results, tools: readonly ToolDefinition[]): Waste[] {
  const failures = new Map<string, CarriedPart[]>();
  return parts.flatMap((carried) => {
    const call = carried.part;
    const target = call.type === "tool-call" ? targetOf(call, tools) : null;
    if (call.type !== "tool-call" || target === null) return [];
    const past = (failures.get(target) ?? []).flatMap((failed) => wasteOf("repeated-error", failed, carried));
    const result = results.get(call);
    const failed =
      result && result.part.type === "tool-result" && hasFailed(result.part, call, tools) ? [carried, result] : [];
    failures.set(target, failed);
    return past;
  });
}

function targetOf(call: ToolCallPart, tools: readonly ToolDefinition[]): string | null {
  const { command, paths, query, url } = callFacts(call, tools);
  const target = command ?? paths[0] ?? query ?? url;
  return target === null || target === undefined ? null : `${call.toolName} ${target}`;
}

/** Calls that state the whole plan, with their results, if a later call restates it. */
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
