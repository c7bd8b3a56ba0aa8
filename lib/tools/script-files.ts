import { isFile } from "./file-word";
import type { FileAction } from "./operations";

/** A regular expression composed of others. */
const pattern = ({ raw }: TemplateStringsArray, ...parts: readonly RegExp[]): RegExp =>
  new RegExp(raw.map((text, at) => `${text}${parts[at]?.source ?? ""}`).join(""), "g");

const TEXT = pattern`[rbu]?\\?["']([^"'\n]{1,300}?)\\?["']`;
const NAME = pattern`\$?\b([A-Za-z_]\w{0,60})\b`;
/** A literal, or a variable. */
const PATH = pattern`(?:Path\(\s*)?(?:${TEXT}|${NAME})\s*\)?`;
const MODE = pattern`(?:mode\s*=\s*)?\\?["']([wax]|r\+)`;

/** Calls that write a file, in Python, JavaScript, Ruby and PHP: the path, and the mode if the call has one. */
const WRITES = [
  pattern`\bopen\(\s*${PATH}\s*,\s*${MODE}`,
  pattern`(?<![/+%.]\s*)${PATH}\.(?:write_(?:text|bytes)\(|open\(\s*${MODE})`,
  pattern`\b(?:writeFileSync|writeFile|file_put_contents|File\.write)\(\s*${PATH}\s*,`,
];
/** Modes that keep what the file already contains. */
const KEEPING = new Set(["a", "r+"]);

/** A literal that is part of an expression is not a path. */
const ASSIGNED = pattern`${NAME}\s*=\s*(?:Path\(\s*)?${TEXT}(?!\s*\)?\s*[/+%.[])`;
const LOOPED = pattern`\bfor\s*\(?\s*(?:const |let )?${NAME}\s+(?:in|of)\s+[[(]([^\])]{1,4000})`;

const LONGEST_SCRIPT = 50_000;

/** The files that a script writes, if it names them: `open("a", "w")`, `p = "a"; open(p, "w")`. */
export function scriptFiles(text: string): FileAction[] {
  const script = text.slice(0, LONGEST_SCRIPT);
  const found = WRITES.flatMap((call) => [...script.matchAll(call)]).sort((a, b) => a.index - b.index);
  if (found.length === 0) return [];
  const values = valuesIn(script);
  return found.flatMap(({ 1: path, 2: name, 3: mode, index }) => {
    const paths =
      path === undefined ? values.findLast((value) => value.name === name && value.at < index)?.paths : [path];
    const operation = KEEPING.has(mode ?? "") ? ("modified" as const) : ("created" as const);
    return (paths ?? []).filter(isFile).map((named) => ({ path: named, operation }));
  });
}

type Value = { readonly name: string; readonly at: number; readonly paths: readonly string[] };

/** The paths assigned to variables, in order. */
function valuesIn(script: string): Value[] {
  const assigned = [...script.matchAll(ASSIGNED)].map(({ 1: name = "", 2: path = "", index }) => ({
    ...{ name, at: index, paths: [path] },
  }));
  const looped = [...script.matchAll(LOOPED)].map(({ 1: name = "", 2: list = "", index }) => {
    const paths = [...list.matchAll(TEXT)].map(([, path = ""]) => path);
    return { name, at: index, paths };
  });
  return [...assigned, ...looped].sort((a, b) => a.at - b.at);
}
