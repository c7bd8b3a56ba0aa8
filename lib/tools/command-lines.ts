import type { JsonValue } from "../conversation/part";
import { FIELD_NAMES } from "./data/field-names";
import { plainName, valuesAt, valuesNamed } from "./input-places";
import type { Places } from "./tool-row";

/** A line run by a call. `folder`: its folder, if only this line states it. `isShell`: false for a program's text. */
export type CommandLine = { readonly line: string; readonly folder: string; readonly isShell: boolean };

/** The lines run by a call: from its fields, or from a program that is its entire input. */
export function commandLines(
  input: JsonValue,
  inputText: string | undefined,
  places: Places | undefined,
): CommandLine[] {
  if (typeof input === "string" || input === null) return programLines(typeof input === "string" ? input : inputText);
  const known = places === undefined ? [] : valuesAt(input, places);
  const found = known.length > 0 ? known : valuesNamed(input, FIELD_NAMES.command, 1);
  return found.flatMap(({ value, holder }) => {
    const name = Object.keys(holder).find((key) => holder[key] === value) ?? "";
    return linesOf(value, name).map((line) => ({ line, folder: "", isShell: name !== "code" }));
  });
}

function linesOf(value: JsonValue, name: string): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  const words = Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  if (words.length === 0) return [];
  return plainName(name) === "commands" ? words : [shellLine(words)];
}

/** Tool calls inside a program, as written by Codex's code mode: `tools.exec_command({"cmd": "…", "workdir": "…"})`. */
const INNER_CALL = /\btools\.(?:exec_command|shell_command)\(\s*\{/g;
const LONGEST_CALL = 20_000;
const INNER_COMMAND = /^\s*"?(?:cmd|command)"?\s*:\s*("(?:[^"\\]|\\.)*")/;
const INNER_FOLDER = /^\s*,\s*"?workdir"?\s*:\s*("(?:[^"\\]|\\.)*")/;

function programLines(program: string | undefined): CommandLine[] {
  if (program === undefined || program === "") return [];
  const inner = [...program.matchAll(INNER_CALL)].flatMap(({ 0: opening, index }): CommandLine[] => {
    const start = index + opening.length;
    const fields = program.slice(start, start + LONGEST_CALL);
    const command = INNER_COMMAND.exec(fields);
    const folder = command ? INNER_FOLDER.exec(fields.slice(command[0].length))?.[1] : undefined;
    const line = literal(command?.[1]);
    return line === "" ? [] : [{ line, folder: literal(folder), isShell: true }];
  });
  const isProgram = program.includes("tools.");
  const isNeeded = inner.length === 0 || program.includes("*** Begin Patch");
  return isNeeded ? [...inner, { line: program, folder: "", isShell: !isProgram }] : inner;
}

function literal(written: string | undefined): string {
  try {
    const text: unknown = JSON.parse(written ?? "");
    return typeof text === "string" ? text : "";
  } catch {
    return ""; // JavaScript allows more escapes than JSON
  }
}

const SHELL = /(?:^|\/)(?:ba|z|da|fi)?sh$|^(?:powershell|pwsh|cmd)(?:\.exe)?$/i;

/** An argument list as a command line: what a shell is asked to run (`bash -lc …`), without the shell itself. */
export function shellLine(words: readonly string[]): string {
  const [program = "", option = "", line] = words;
  const isAsked = words.length === 3 && SHELL.test(program) && /^(?:-l?i?c|-Command|\/c)$/i.test(option);
  return isAsked && line !== undefined ? line : words.join(" ");
}
