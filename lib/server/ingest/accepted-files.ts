import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { Problem } from "@/lib/api/problem";
import { AUDIT_ACTORS } from "../../api/audit-actions";
import { type FileReport, fileReport } from "../../api/schemas/import-report";
import { currentActor } from "../audit/audit";
import { mayPass } from "../http/problem";
import type { JobContext } from "../jobs/jobs";
import { dropStaged, stageLink } from "../objects/blobs";
import {
  bringFolder,
  dropSentFolder,
  handOverFolder,
  listEverywhere,
  sendFile,
  sharedBucket,
} from "../objects/shared-files";
import { writeWhole } from "../objects/whole-file";
import { dataDir } from "../process/settings";
import { isStopping } from "../process/stopping";
import type { StagedFile } from "../store/import-types";
import { importFiles, problemOfReport } from "./import-files";

/**
 * An upload that gets a job is answered before it is imported. Until the job ends, its files are kept in
 * `accepted/<job>/` with a note. After a stop, a crash or `kill -9`, the next start imports the remaining files under
 * the same job, without a second upload. If machines share a bucket, the folder is in the bucket, and the working
 * process has a local copy.
 */
const text = z.string().nullable();
const note = z.object({
  version: z.literal(1),
  /** The sender; absent from older notes. */
  by: z
    .object({
      kind: z.enum(AUDIT_ACTORS),
      id: text,
      name: z.exactOptional(text),
      facts: z.exactOptional(z.object({ requestId: text, address: text })),
    })
    .optional(),
  files: z.array(
    z.object({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
  ),
});
type Note = z.infer<typeof note>;

/** A file that crashes the process must not crash every start. */
const MAX_CRASHES = 3;

const FOLDER = "accepted";
const folderOf = (job: string) => `${FOLDER}/${job}`;
const place = (job: string, name: string | number) => path.join(dataDir(), folderOf(job), String(name));
const dropHere = (job: string) => fs.rmSync(path.join(dataDir(), folderOf(job)), { recursive: true, force: true });
const NOTE = "upload.json";
/** One line per finished group of files: its reports with the files' positions. */
const REPORTS = "reports.jsonl";
const reportLine = z.array(z.object({ index: z.int().nonnegative(), report: fileReport }));
/** One byte per process that resumed the import; removed by an orderly stop. */
const STARTS = "starts";

/** Keeps received files for the job that will import them. */
export async function keepFiles(id: string, files: readonly StagedFile[]): Promise<void> {
  fs.mkdirSync(path.join(dataDir(), folderOf(id)), { recursive: true });
  for (const [index, file] of files.entries()) fs.renameSync(file.path, place(id, index));
  const value: Note = {
    version: 1,
    by: currentActor(),
    files: files.map(({ name, sha256, bytes }) => ({ name, sha256, bytes })),
  };
  await writeWhole(place(id, NOTE), JSON.stringify(value));
  const bucket = sharedBucket();
  if (bucket) await handOverFolder(bucket, folderOf(id));
}

/** Removes the files kept for a job. */
export async function dropKept(id: string): Promise<void> {
  dropHere(id);
  const bucket = sharedBucket();
  if (bucket) await dropSentFolder(bucket, folderOf(id));
}

/** Undoes `keep` if no job was created; the caller learns that nothing was accepted. */
export async function dropFiles(id: string, files: readonly StagedFile[]): Promise<void> {
  files.forEach(dropStaged);
  await dropKept(id).catch(() => {}); // the next process that starts alone removes what remains in the bucket
}

/** Imports the files kept for a job, except those that an earlier process already imported. */
export async function importKept({ id, signal, onProgress }: JobContext) {
  const bucket = sharedBucket();
  try {
    if (bucket) await bringFolder(bucket, folderOf(id));
    const done = readReports(id);
    const { files, by } = readNote(id) ?? {};
    if (!files) throw new Problem(422, "upload-lost", "the files of this upload are gone; send them again");
    const bytes_total = files.reduce((sum, file) => sum + file.bytes, 0);
    onProgress({ stage: "queued", bytes_read: 0, bytes_total });
    const positions = new Map<StagedFile, number>();
    for (const [index, file] of files.entries())
      if (done[index] === undefined) positions.set(stageLink(place(id, index), file), index);
    await importFiles([...positions.keys()], {
      signal,
      onProgress,
      ...(by && { by }),
      onReports: async (group) => {
        const lines = group.map(([file, report]) => ({ index: positions.get(file) ?? -1, report }));
        for (const { index, report } of lines) done[index] = report;
        fs.appendFileSync(place(id, REPORTS), `${JSON.stringify(lines)}\n`, { flush: true });
        if (bucket) await sendFile(bucket, `${folderOf(id)}/${REPORTS}`);
      },
    });
    const all = done.filter((report) => report !== undefined);
    const [only] = all;
    if (all.length === 1 && only?.error) throw problemOfReport(only);
    await dropKept(id);
    return { files: all };
  } catch (error) {
    if (signal.aborted && isStopping()) fs.rmSync(place(id, STARTS), { force: true });
    else if (signal.aborted || !mayPass(error)) await dropKept(id);
    throw error;
  } finally {
    if (bucket) dropHere(id);
  }
}

/** Jobs with kept files: their imports were interrupted, or failed and can be retried. */
export const acceptedJobs = (): Promise<string[]> => listEverywhere(FOLDER);

/** Records that a process resumes the import. Null if it may continue; otherwise the reason why not. */
export function whyNotResumed(id: string): string | null {
  const known = readNote(id);
  if (!known) return "its note cannot be read";
  if (startsOf(id) >= MAX_CRASHES) return "importing it crashed the process";
  if (known.files.some((_, index) => !fs.existsSync(place(id, index)))) return "one of its files is gone";
  fs.appendFileSync(place(id, STARTS), ".", { flush: true });
  return null;
}

const startsOf = (id: string): number => {
  const file = place(id, STARTS);
  return fs.existsSync(file) ? fs.statSync(file).size : 0;
};

function readNote(id: string): Note | null {
  try {
    return note.parse(JSON.parse(fs.readFileSync(place(id, NOTE), "utf8")));
  } catch {
    return null;
  }
}

/**
 * The reports by position. Files that met a bug are read again. A line cut off by a crash is skipped, because its files
 * are found again as duplicates.
 */
function readReports(id: string): (FileReport | undefined)[] {
  const reports: (FileReport | undefined)[] = [];
  if (!fs.existsSync(place(id, REPORTS))) return reports;
  for (const line of fs.readFileSync(place(id, REPORTS), "utf8").split("\n")) {
    const parsed = reportLine.safeParse(parseLine(line));
    for (const { index, report } of parsed.data ?? []) if (report.error?.code !== "internal") reports[index] = report;
  }
  return reports;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
