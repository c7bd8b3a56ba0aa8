import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { groupFiles, PEEK_BYTES, sessionIdIn } from "@/lib/importers/file-groups/group-files";
import type { TranscriptFile } from "@/lib/importers/importer";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { analyze, readTranscript } from "../entries/index";
import { headOf } from "./head-of-file";
import { withLibrary } from "./library";
import { progress, Refusal, readingNow } from "./output";

/** Ids are 16 hexadecimal digits, possibly with a suffix; an existing file or folder is a path. */
export const isPath = (argument: string): boolean => fs.existsSync(argument);

/** The sessions of a transcript or a folder of transcripts, or a stored session by id. */
export async function loadAnalyses(argument: string): Promise<Analysis[]> {
  if (isPath(argument)) {
    const analyses: Analysis[] = [];
    for await (const analysis of analysesIn(argument)) analyses.push(analysis);
    return analyses;
  }
  if (!/^[\w-]{6,}$/.test(argument))
    throw new Refusal(`there is no file ${argument}, and it is not the id of a session`, 2);
  readingNow(`session ${argument}`);
  const text = await withLibrary(async (call) => {
    const route = `/api/sessions/${encodeURIComponent(argument)}/export?format=winnow`;
    return (await call(route)).text();
  });
  const { sessions } = await readTranscript(text, { name: `${argument}.json` });
  // The copy has another id; the user knows the session by the given one.
  return Promise.all(sessions.map((session) => analyze({ ...session, id: argument })));
}

/** The only session of a command. */
export async function loadAnalysis(argument: string): Promise<Analysis> {
  const analyses = await loadAnalyses(argument);
  const [first] = analyses;
  if (!first) throw new Refusal(`${argument} contains no session`);
  if (analyses.length > 1) progress(`${argument} contains ${analyses.length} sessions; the first is used`);
  return first;
}

/** A file, or all files below a folder. */
export function filesUnder(place: string): string[] {
  if (fs.statSync(place).isFile()) return [place];
  const inside = fs.readdirSync(place, { recursive: true, withFileTypes: true });
  return inside.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** The sessions of a file, or of all files below a folder, in sequence. */
export const analysesIn = (place: string): AsyncGenerator<Analysis> => analysesOf(filesUnder(path.resolve(place)));

/** The sessions of these files, each with those of its sub-agents. */
export async function* analysesOf(files: readonly string[]): AsyncGenerator<Analysis> {
  const named = files.map((file) => ({
    name: path.relative(process.cwd(), file),
    path: file,
  }));
  const groups = groupFiles(named, ({ path: file }) => sessionIdIn(headOf(file, PEEK_BYTES)));
  for (const { main, companions } of groups) {
    readingNow(main.name);
    const { sessions } = await readTranscript([main, ...companions].map(({ path: file }) => openFile(file)));
    for (const session of sessions) yield await analyze(session);
  }
}

function openFile(file: string): TranscriptFile {
  const bytes = fs.readFileSync(file);
  return {
    name: path.basename(file),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
    readAt: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
