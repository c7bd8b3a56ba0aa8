import PQueue from "p-queue";
import { ACROSS_PROJECTS } from "@/lib/api/caller";
import { restoreBody } from "@/lib/api/schemas/library";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { audit } from "../audit/audit";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { startJob } from "../jobs/jobs";
import { inProject, keepingCaller } from "../process/caller-context";
import { processState } from "../process/process-state";
import { parseJsonBody } from "../workers/parse-json";
import { rebuildLibrary } from "./rebuild-library";
import { assertDamaged, beginAnew, libraryState, restoreBackup } from "./repair";

/** Starts a job that rebuilds missing imports. A damaged database is first replaced by an empty one. */
export async function answerRebuild(): Promise<Response> {
  await inTurn(async () => {
    if (libraryState().database === "damaged") await beginAnew();
  });
  await audit({ action: "library-rebuilt" });
  // The answer names files of every project, so only callers who see all projects see it.
  return jobAnswer(await inProject(ACROSS_PROJECTS, () => startJob("rebuild", rebuildLibrary)));
}

/** Returns the restored backup and the state of the library afterwards. */
export async function answerRestore(request: Request): Promise<Response> {
  const parsed = checkJson(restoreBody, parseJsonBody(await readJsonBytes(request, 1 << 12)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const backup = await inTurn(() => {
    assertDamaged();
    return restoreBackup(parsed.data.backup);
  });
  await audit({ action: "library-restored" }); // goes into the copy's log, because the log written since the backup is set aside with its database
  return Response.json({ backup, library: libraryState() });
}

/** A second call waits and finds the new database, instead of setting it aside too. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  processState("database-replaced", () => new PQueue({ concurrency: 1 })).add(keepingCaller(work));
