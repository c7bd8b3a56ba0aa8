import type { ToolDefinition } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { trailOf } from "../artifacts/read-trail";
import { replacedBlocks } from "../artifacts/replaced-lines";
import { isElsewhere, type Reading, readingOf } from "./reading";
import { type CarriedPart, type Results, type Waste, wasteOf } from "./waste";

/** `changed`: the request that first carried a change of one of the files that a result shows. */
type StaleReads = { readonly waste: readonly Waste[]; readonly changed: ReadonlyMap<Part, number> };

/**
 * Results that show a file which the agent later changed, deleted or renamed, or which a later reading shows with
 * different text. A reading of some lines stays current if an edit replaces other lines or appends some. Each outdated
 * result is listed once. One that shows several files is outdated once all of them have changed, because nothing
 * separates their texts.
 */
export function staleReads(
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
