import type { Part } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { symbolEntity } from "./classify-word";
import { textSides } from "./text-sides";

/**
 * `const found = `, `let found: Row[] = `, `for (const row of`. A module's exports do not count, because other modules
 * can see them.
 */
const JAVASCRIPT = /(?<!export )\b(?:const|let|var) ([a-z]\w{0,80})(?:: [^=\n]{1,200}?)? (?:=|of |in )/g;
/** `found := ` and `found, err := ` */
const GO = /\b([a-z]\w{0,80}(?:, \w{1,80}){0,4}) :=/g;
/** `rows.map((row) =>` and `rows.map(row =>` */
const ARROW = /(?:\(([a-z]\w{0,80}(?:, [a-z]\w{0,80}){0,4})\)|\b([a-z]\w{0,80})) =>/g;
/** `$found = ` */
const POWERSHELL = /\$([a-z]\w{0,80}) =(?![=~])/g;
/** `found=` at the start of a shell command */
const SHELL = /(?:^|[\n;&|(]) *(?:local )?([a-z]\w{0,80})=/g;
/** The parameters of a function: `func sum(rows []Row, isOpen bool)`, `function sum(rows: Row[])`, `def sum(rows):`. */
const PARAMETERS =
  /\b(?:func|function|def)\b(?: ?\([^()\n]{1,80}\))? ?[\w$]{0,80}(?:<[^()\n]{1,80}>)?\(([^()\n]{1,300})\)/g;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Keys of the local variables that the agent itself names in a call's input. The agent needs no source for these names,
 * even if another function has a variable of the same name. A name in the text that an edit replaces is quoted, so it
 * does not count.
 */
export function declaredNames(part: Part): ReadonlySet<string> {
  if (part.type !== "tool-call") return NO_NAMES;
  const { operation } = callFacts(part);
  if (operation === "search" || operation === "read") return NO_NAMES;
  const { before, after } = textSides(part);
  const names = new Set<string>();
  for (const { 1: name = "" } of after.matchAll(POWERSHELL)) names.add(name);
  if (operation === "run") for (const { 1: name = "" } of after.matchAll(SHELL)) names.add(name);
  if (operation === "run") return keysOf(names);
  for (const { 1: name = "" } of after.matchAll(JAVASCRIPT)) names.add(name);
  for (const { 1: list, 2: name = "" } of after.matchAll(ARROW))
    for (const parameter of (list ?? name).split(", ")) names.add(parameter);
  for (const { 1: list = "" } of after.matchAll(PARAMETERS))
    for (const parameter of list.split(",")) names.add(/^ *([a-z]\w*)/.exec(parameter)?.[1] ?? "");
  for (const { 1: list = "" } of after.matchAll(GO)) for (const name of list.split(", ")) names.add(name);
  return keysOf([...names].filter((name) => !before.includes(name)));
}

const keysOf = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap((name) => (name === "" ? [] : `symbol:${name}`)));

/**
 * The key without a receiver that the agent named itself: `row2.TranscriptPath` becomes `TranscriptPath`. Null if
 * nothing distinctive remains, as for `pair.directory` in `for (const pair of pairs)`.
 */
export function withoutOwnReceiver(key: string, declared: ReadonlySet<string>): string | null {
  if (declared.size === 0) return key;
  if (declared.has(key)) return null;
  const [receiver = "", ...members] = key.split(".");
  if (members.length === 0 || !declared.has(receiver)) return key;
  return symbolEntity(members.join("."))?.key ?? null;
}
