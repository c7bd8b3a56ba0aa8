import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { enqueueJob } from "../job-queue/enqueue";
import { dropBody, keepBody } from "../job-queue/job-body";
import { newJobId } from "../jobs/jobs";
import { evaluate } from "../judge/evaluate";
import { LIMITS } from "../process/limits";

/**
 * POST /api/evaluate. Disconnecting cancels the work, including the calls of a judge. A job (`?job=true`) continues until
 * DELETE /api/jobs/:id cancels it.
 */
export async function evaluateAnswer(request: Request, isJob: boolean): Promise<Response> {
  const body = await readJsonBytes(request, LIMITS.jsonBodyBytes);
  if (isJob) return jobAnswer(await evaluateLater(body));
  const answer = await evaluate(body, { signal: request.signal });
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

async function evaluateLater(body: Uint8Array) {
  const id = newJobId();
  await keepBody(id, body);
  try {
    return await enqueueJob("evaluate", {}, id);
  } catch (error) {
    await dropBody(id); // the caller learns that nothing was accepted
    throw error;
  }
}
