import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { SHARED_TRANSCRIPTS } from "./shared-transcripts";

/** Files that are imported together: one file, or the files of one session that stand in a folder of their own. */
export type RealCase = { readonly name: string; readonly files: readonly string[] };

/** The file of a folder that holds the session; what stands beside it are its companions. */
const MAIN_FILES = ["main.jsonl", "api_conversation_history.json", "session.messages.json"];

/** What INDEX.tsv lists, by the folder of its format: each file alone, then each folder as one session. Empty where absent. */
export function readRealIndex(): ReadonlyMap<string, readonly RealCase[]> {
  const index = path.join(SHARED_TRANSCRIPTS, "INDEX.tsv");
  if (!existsSync(index)) return new Map();
  const listed = readFileSync(index, "utf8")
    .split("\n")
    .slice(1)
    .flatMap((line) => line.split("\t")[2] ?? [])
    .sort();
  const formats = groupBy(listed, (file) => file.split("/")[0] as string);
  return new Map([...formats].map(([format, files]) => [format, [...files.map(alone), ...together(files)]]));
}

const alone = (file: string): RealCase => ({ name: file, files: [place(file)] });

function together(files: readonly string[]): RealCase[] {
  const folders = groupBy(files, (file) => path.dirname(file));
  return [...folders].flatMap(([folder, members]) => {
    if (members.length < 2 || !folder.includes("/")) return [];
    const isMain = (file: string) => MAIN_FILES.includes(path.basename(file));
    const ordered = [...members.filter(isMain), ...members.filter((file) => !isMain(file))];
    return [{ name: `${folder}/ as one session`, files: ordered.map(place) }];
  });
}

/** Map.groupBy, which Node 20 does not have. */
function groupBy(files: readonly string[], key: (file: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) groups.set(key(file), [...(groups.get(key(file)) ?? []), file]);
  return groups;
}

const place = (file: string) => path.join(SHARED_TRANSCRIPTS, file);
