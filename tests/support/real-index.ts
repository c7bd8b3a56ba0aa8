import { readFileSync } from "node:fs";
import path from "node:path";

/** Files that are imported together: one file, or the files of one session in a separate folder. */
export type RealCase = { readonly name: string; readonly files: readonly string[] };

/** Names of a session folder's main file; the folder's other files are its companions. */
const MAIN_FILES = ["main.jsonl", "api_conversation_history.json", "session.messages.json"];

/** The entries of a shared folder's INDEX.tsv, by format folder: each file by itself, then each folder as one session. */
export function readRealIndex(shared: string): ReadonlyMap<string, readonly RealCase[]> {
  const listed = readFileSync(path.join(shared, "INDEX.tsv"), "utf8")
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split("\t")[2] ?? [])
    .sort();
  const alone = (file: string): RealCase => ({ name: file, files: [path.join(shared, file)] });
  const formats = groupBy(listed, (file) => file.split("/")[0] as string);
  return new Map([...formats].map(([format, files]) => [format, [...files.map(alone), ...together(files, shared)]]));
}

function together(files: readonly string[], shared: string): RealCase[] {
  const folders = groupBy(files, (file) => path.dirname(file));
  return [...folders].flatMap(([folder, members]) => {
    if (members.length < 2 || !folder.includes("/")) return [];
    const isMain = (file: string) => MAIN_FILES.includes(path.basename(file));
    const ordered = [...members.filter(isMain), ...members.filter((file) => !isMain(file))];
    return [{ name: `${folder}/ as one session`, files: ordered.map((file) => path.join(shared, file)) }];
  });
}

/** Map.groupBy, which Node 20 lacks. */
function groupBy(files: readonly string[], key: (file: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) groups.set(key(file), [...(groups.get(key(file)) ?? []), file]);
  return groups;
}
