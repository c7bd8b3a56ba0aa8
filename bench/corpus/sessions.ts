import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";

/** The corpus of real sessions, in a folder next to the repository; never part of it. */
export const CORPUS = path.resolve("../shared/corpus");

/** What the corpus' list says of a session. All sessions of a repository are in one fold. */
export type CorpusEntry = {
  readonly id: string;
  readonly client: string;
  readonly repository: string;
  readonly fold: number;
  /** Where each of its files lies, and the name under which its client kept it. */
  readonly files: readonly { readonly place: string; readonly name: string }[];
};

/** The sessions of the corpus, in the order of its list. */
export function corpusEntries(): CorpusEntry[] {
  const [head = "", ...rows] = readFileSync(path.join(CORPUS, "INDEX.tsv"), "utf8").trimEnd().split("\n");
  const columns = head.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    const of = (column: string) => cells[columns.indexOf(column)] ?? "";
    const own = { place: of("file"), name: path.posix.basename(of("path")) };
    const second = path.posix.basename(of("companion").split(":")[0] ?? "");
    const place = path.join(path.dirname(own.place), `${of("id")}.${second}.gz`);
    return {
      id: of("id"),
      client: of("client"),
      repository: of("repo"),
      fold: Number(of("fold")),
      files: second === "" ? [own] : [own, { place, name: second }],
    };
  });
}

/** The longest session in the files of an entry; null if none can be read. */
export async function loadCorpusSession({ files }: CorpusEntry): Promise<Session | null> {
  const imported = await importTranscript(files.map(unpacked));
  if (!imported.ok) return null;
  const [longest] = [...imported.value.sessions].sort((a, b) => b.responses.length - a.responses.length);
  return longest ?? null;
}

function unpacked({ place, name }: CorpusEntry["files"][number]) {
  const bytes = gunzipSync(readFileSync(path.join(CORPUS, place)));
  return {
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    async *open() {
      yield new Uint8Array(bytes);
    },
  };
}
