import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { importTranscript, type TranscriptFile } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";

/** Real sessions of public repositories, in a folder next to the repository; never part of it. */
export const CORPUS = path.resolve("../shared/corpus");

/** A row of the corpus's index. */
export type CorpusRow = {
  readonly id: string;
  readonly client: string;
  readonly version: string;
  readonly repo: string;
  /** From 1 to 5; all sessions of a repository are in the same fold. */
  readonly fold: number;
  readonly calls: number;
  readonly compactions: number;
  readonly files: readonly string[];
};

/** The matching rows, in the order of the index; none if the corpus is absent. */
export function corpusRows(fits: (row: CorpusRow) => boolean = () => true): CorpusRow[] {
  const index = path.join(CORPUS, "INDEX.tsv");
  if (!existsSync(index)) {
    console.error(`nothing is measured: there is no ${CORPUS}`);
    return [];
  }
  const [head = "", ...lines] = readFileSync(index, "utf8").trim().split("\n");
  const names = head.split("\t");
  return lines.map((line) => rowOf(names, line.split("\t"))).filter(fits);
}

function rowOf(names: readonly string[], cells: readonly string[]): CorpusRow {
  const cell = (name: string) => cells[names.indexOf(name)] ?? "";
  const file = cell("file");
  const companion = cell("companion").split(":")[0] ?? "";
  return {
    id: cell("id"),
    client: cell("client"),
    version: cell("client_version"),
    repo: cell("repo"),
    fold: Number(cell("fold")),
    calls: Number(cell("calls")),
    compactions: Number(cell("compactions")),
    files: companion === "" ? [file] : [file, ...companionOf(file, companion)],
  };
}

/** A companion is stored next to the first file, under the same id. */
function companionOf(file: string, companion: string): string[] {
  const stored = file.replace(/\.(jsonl?)\.gz$/, `.${path.basename(companion)}.gz`);
  return existsSync(path.join(CORPUS, stored)) ? [stored] : [];
}

/** The longest session in the files of a row; null if no importer reads them. */
export async function corpusSession({ files }: CorpusRow): Promise<Session | null> {
  const imported = await importTranscript(files.map((file) => transcriptFile(path.join(CORPUS, file))));
  if (!imported.ok) return null;
  return imported.value.sessions.reduce<Session | null>(
    (longest, session) => ((longest?.responses.length ?? -1) >= session.responses.length ? longest : session),
    null,
  );
}

/** A file as an importer expects it, unpacked if its name ends in .gz. */
export function transcriptFile(file: string): TranscriptFile {
  const stored = readFileSync(file);
  const bytes = file.endsWith(".gz") ? gunzipSync(stored) : stored;
  return {
    name: path.basename(file, ".gz"),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    async *open() {
      yield new Uint8Array(bytes);
    },
  };
}

/** Pseudo-random numbers from 0 to 1; equal seeds give equal numbers. */
function drawsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The rows in an order drawn by a seed. */
export function shuffled(rows: readonly CorpusRow[], seed: number): CorpusRow[] {
  const draw = drawsOf(seed);
  return rows
    .map((row) => ({ row, order: draw() }))
    .sort((one, other) => one.order - other.order)
    .map(({ row }) => row);
}

/**
 * Draws this many rows by a seed: first one of each client, then any. Skips files larger than `mostBytes`.
 * `read` returns a file's unpacked bytes.
 */
export function drawSessions(seed: number, count: number, mostBytes = Number.POSITIVE_INFINITY) {
  const small = corpusRows().filter(({ files: [file = ""] }) => statSync(path.join(CORPUS, file)).size <= mostBytes);
  const rows = shuffled(small, seed);
  const firsts = rows.filter((row, at) => rows.findIndex(({ client }) => client === row.client) === at);
  const chosen = [...firsts, ...rows.filter((row) => !firsts.includes(row))].slice(0, count);
  const read = (file: string) => new Uint8Array(gunzipSync(readFileSync(path.join(CORPUS, file))));
  return chosen.map((row) => ({ ...row, read }));
}
