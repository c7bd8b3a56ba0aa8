import type { ToolCallPart } from "../../conversation/part";
import { isBeforeField } from "../../tools/content-fields";
import { findEntities } from "../entities/find-entities";
import { stringsOf } from "../entities/part-entities";
import { type Evidence, knownFact } from "../evidence";
import { onceFor } from "../once-for";
import type { Shown } from "../shown";
import type { TrailEntry } from "./read-trail";

const LONGEST_CHANGE = 100_000;

/** Share of the changed files of which a symbol that the change added or removed is still shown. */
export function changeDetail(trail: readonly TrailEntry[], evidence: Evidence, shown: Shown): number | null {
  const files = changedSymbols(evidence, trail);
  if (files.size === 0) return null;
  const told = [...files.values()].filter((symbols) => [...symbols].some((key) => shown.keys.has(key)));
  return told.length / files.size;
}

/** From a file to the symbols of its changes; files whose changes name none are left out. */
const changedSymbols = onceFor((evidence: Evidence, trail: readonly TrailEntry[]) => {
  const files = new Map<string, Set<string>>();
  for (const { path, operation, block } of trail) {
    const part = evidence.blocks[block]?.part;
    if (part?.type !== "tool-call" || (operation !== "modified" && operation !== "created")) continue;
    const symbols = files.get(path) ?? new Set();
    for (const key of symbolsOf(part)) {
      const known = knownFact(evidence, key);
      if (known) symbols.add(known.entity.key);
    }
    if (symbols.size > 0) files.set(path, symbols);
  }
  return files;
});

function symbolsOf({ input, inputText }: ToolCallPart): string[] {
  const [before, after] = sidesOf([...stringsOf(input, "")], inputText ?? "");
  const inBefore = symbolsIn(before);
  const inAfter = symbolsIn(after);
  const brought = [...inAfter].filter((key) => !inBefore.has(key));
  return brought.length > 0 ? brought : [...inBefore].filter((key) => !inAfter.has(key));
}

/** The text before and after a change, from separate fields or from the + and - lines of a patch. */
function sidesOf(strings: readonly (readonly [string, string])[], text: string): readonly [string, string] {
  const all = strings.length > 0 ? strings : [["", text] as const];
  const patch = all.map(([, value]) => value).find((value) => value.includes("*** ") || /^@@ /m.test(value));
  if (patch !== undefined) return [linesWith(patch, "-"), linesWith(patch, "+")];
  const join = (isOld: boolean) =>
    all.flatMap(([field, value]) => (isBeforeField(field) === isOld ? value : [])).join("\n");
  return [join(true), join(false)];
}

const linesWith = (patch: string, sign: string): string =>
  patch
    .split("\n")
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(1))
    .join("\n");

const symbolsIn = (text: string): Set<string> =>
  new Set([...findEntities(text.slice(0, LONGEST_CHANGE)).keys()].filter((key) => key.startsWith("symbol:")));
