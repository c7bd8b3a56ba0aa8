import { Problem } from "@/lib/api/problem";
import { discoverImportBody } from "@/lib/api/schemas/discovery";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import type { FileReport } from "../../api/schemas/import-report";
import type { Job } from "../../api/schemas/job";
import { rootOf } from "../discovery/discovery";
import { notAllowed } from "../discovery/discovery-files";
import { CompanionFinder, listRoot } from "../discovery/discovery-listing";
import { stageFiles, stageSteady } from "../discovery/discovery-stage";
import { readJsonBytes } from "../door/body";
import { importGrown } from "../ingest/continue-import";
import { noteRefused } from "../ingest/refused-files";
import { type JobContext, startJob } from "../jobs/jobs";
import { parseJsonBody } from "../workers/parse-json";

/** Maximum bytes of a body: enough to name every file of a root. */
export const IMPORT_BODY_BYTES = 4 << 20;

/** Starts a job that imports the chosen files from a discovered root. Each file is treated like an upload. */
export async function startDiscoveryImport(request: Request): Promise<Job> {
  const parsed = checkJson(discoverImportBody, parseJsonBody(await readJsonBytes(request, IMPORT_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { root, paths } = parsed.data;
  return startJob("import", (context) => importFound(root, paths, context));
}

/** Opens only files from a listing of the root. A refused file does not stop the others. */
async function importFound(rootId: string, paths: readonly string[], { signal, onProgress }: JobContext) {
  const listing = await listRoot(rootOf(rootId));
  if (!listing) throw new Problem(404, "no-such-root", "the folder does not exist on this machine");
  const finder = new CompanionFinder(listing);
  const reports: FileReport[] = [];
  const failures: Problem[] = [];
  for (const [index, path] of paths.entries()) {
    const at = { file: index, files: paths.length };
    onProgress({ stage: "copying", ...at });
    try {
      if (!listing.mains.has(path)) throw notAllowed(path);
      const stage = listing.root.client.companions.kind === "database-log" ? stageSteady : stageFiles;
      const [main, ...companions] = await stage(listing.base, [path, ...(await finder.of(path))], signal);
      if (!main) throw new Error("staging gives at least the file itself");
      const context = { signal, onProgress: (progress: Record<string, unknown>) => onProgress({ ...progress, ...at }) };
      reports.push(...(await importGrown({ root: rootId, path }, [main, ...companions], context)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failures.push(error);
      const report = refusedReport(path, error);
      await noteRefused([report]);
      reports.push(report);
    }
  }
  return finish(reports, failures);
}

function finish(reports: readonly FileReport[], failures: readonly Problem[]) {
  const [first] = failures;
  if (first && failures.length === reports.length) throw first;
  if (reports.every((report) => report.error))
    throw new Problem(422, "nothing-imported", "none of the files is a transcript");
  return { files: reports };
}

const refusedReport = (path: string, problem: Problem): FileReport => ({
  file_name: path,
  sha256: "",
  bytes: 0,
  format: null,
  detected_by: null,
  duplicate: false,
  sessions: [],
  rows: { read: 0, interpreted: 0, kept: 0, bad: 0, blank: 0, pending_bytes: 0 },
  issues: [],
  notes: null,
  shape: null,
  error: { code: problem.code, message: problem.message },
});
