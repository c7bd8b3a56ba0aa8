import type { Part } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { textSides } from "./text-sides";

/** `const found = `, `let found: Row[] = `; a module's exports are visible to others and do not count. */
const JAVASCRIPT = /(?<!export )\b(?:const|let|var) ([a-z]\w{0,80})(?:: [^=\n]{1,200})? =/g;
/** `found := ` and `found, err := ` */
const GO = /\b([a-z]\w{0,80}(?:, \w{1,80}){0,4}) :=/g;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Keys of local variables that the agent names itself in a call's input. It needs no source for their names, even if
 * another function has a variable of the same name; a name in the replaced text is quoted, not new.
 */
export function declaredNames(part: Part): ReadonlySet<string> {
  if (part.type !== "tool-call") return NO_NAMES;
  const { operation } = callFacts(part);
  if (operation === "run" || operation === "search" || operation === "read") return NO_NAMES;
  const { before, after } = textSides(part);
  if (!/ :?= /.test(after)) return NO_NAMES;
  const names = new Set<string>();
  for (const { 1: name = "" } of after.matchAll(JAVASCRIPT)) names.add(name);
  for (const { 1: list = "" } of after.matchAll(GO)) for (const name of list.split(", ")) names.add(name);
  const own = [...names].filter((name) => !before.includes(name));
  return new Set(own.map((name) => `symbol:${name}`));
}
