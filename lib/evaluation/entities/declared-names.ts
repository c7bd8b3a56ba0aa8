import type { Part } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { symbolEntity } from "./classify-word";
import { textSides } from "./text-sides";

/** `const found = `, `let found: Row[] = `, `for (const row of`; a module's exports are visible to others and do not count. */
const JAVASCRIPT = /(?<!export )\b(?:const|let|var) ([a-z]\w{0,80})(?:: [^=\n]{1,200}?)? (?:=|of |in )/g;
/** `found := ` and `found, err := ` */
const GO = /\b([a-z]\w{0,80}(?:, \w{1,80}){0,4}) :=/g;
/** `rows.map((row) =>` and `rows.map(row =>` */
const ARROW = /(?:\(([a-z]\w{0,80}(?:, [a-z]\w{0,80}){0,4})\)|\b([a-z]\w{0,80})) =>/g;
/** `$found = ` */
const POWERSHELL = /\$([a-z]\w{0,80}) =(?![=~])/g;
/** `found=` at the start of a shell's command */
const SHELL = /(?:^|[\n;&|(]) *(?:local )?([a-z]\w{0,80})=/g;
/** The parameters of a function: `func sum(rows []Row, isOpen bool)`, `function sum(rows: Row[])`, `def sum(rows):`. */
const PARAMETERS =
  /\b(?:func|function|def)\b(?: ?\([^()\n]{1,80}\))? ?[\w$]{0,80}(?:<[^()\n]{1,80}>)?\(([^()\n]{1,300})\)/g;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Keys of local variables that the agent names itself in a call's input. It needs no source for their names, even if
 * another function has a variable of the same name; a name in the replaced text is quoted, not new.
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
 * The key without a receiver that the agent names itself; null if nothing is left: `row2.TranscriptPath` needs
 * `TranscriptPath`, and `pair.directory` of `for (const pair of pairs)` nothing.
 */
export function withoutOwnReceiver(key: string, declared: ReadonlySet<string>): string | null {
  if (declared.size === 0) return key;
  if (declared.has(key)) return null;
  const [receiver = "", ...members] = key.split(".");
  if (members.length === 0 || !declared.has(receiver)) return key;
  return symbolEntity(members.join("."))?.key ?? null;
}
