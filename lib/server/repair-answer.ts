import { restoreBody } from "@/lib/api/schemas/library";
import { readJsonBytes } from "./body";
import { jobAnswer } from "./job-answer";
import { startJob } from "./jobs";
import { rebuildLibrary } from "./rebuild-library";
import { assertDamaged, beginAnew, libraryState, restoreBackup } from "./repair";
import { parseJsonBody } from "./workers/parse-json";
import { problemOfZod } from "./zod-problem";

/** A job that rebuilds what is missing; where the database is damaged, with an empty one in its place. */
export async function answerRebuild(): Promise<Response> {
  if (libraryState().database === "damaged") await beginAnew();
  return jobAnswer(await startJob("rebuild", rebuildLibrary));
}

/** The copy that was put in place, and what the library is like then. */
export async function answerRestore(request: Request): Promise<Response> {
  const parsed = restoreBody.safeParse(parseJsonBody(await readJsonBytes(request, 1 << 12)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  assertDamaged();
  const backup = await restoreBackup(parsed.data.backup);
  return Response.json({ backup, library: libraryState() });
}
