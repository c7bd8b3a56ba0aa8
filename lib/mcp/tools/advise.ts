import * as z from "zod";
import { Problem } from "../../api/problem";
import { adviceResult, adviceVerdict, adviseBody } from "../../api/schemas/advise";
import { type Job, job as jobSchema } from "../../api/schemas/job";
import { type Desk, defineTool } from "../tool";
import { storedId } from "./fields";

/** Clients wait a minute for a tool. Advice over long sessions takes longer, and the client then asks again. */
const WAIT_MS = 40_000;
const POLL_MS = 500;

const { price_per_lost_fact, latest_trigger, policies } = adviseBody.shape;

export const advise = defineTool({
  name: "advise",
  title: "Advise when to compact",
  description:
    "At what prompt size, and with which strategy, to compact sessions like these: policies are replayed over the log, lost facts are priced, and if the difference is uncertain there is no advice. Takes minutes for long sessions: if it is not done within 40 seconds, the answer names a job, to be sent in the next call.",
  input: z.strictObject({
    sessions: z.array(storedId).min(1).max(50).optional().describe("Ids of stored sessions; default: all."),
    price_per_lost_fact,
    latest_trigger,
    policies,
    job: storedId.optional().describe("The job named by an earlier call; all other fields are then ignored."),
  }),
  output: z.object({
    state: jobSchema.shape.state,
    job: z.string().describe("Send it as `job` while the state is queued or running."),
    progress: jobSchema.shape.progress,
    run: z.string().nullable().describe("The saved run, shown in the dashboard; null until done."),
    verdict: adviceVerdict.nullable().describe("null until it is done."),
    sessions: z.int().describe("Sessions that were weighed."),
    left_out: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  }),
  writes: true,
  askForLess: "name fewer sessions",
  run: async ({ job: known, ...body }, desk) => {
    const id = known ?? (await started(body, desk)).id;
    const job = await ended(id, desk);
    if (job.state === "failed") throw new Problem(422, job.error?.code ?? "failed", job.error?.message ?? "it failed");
    const beginning = { state: job.state, job: id, progress: job.progress };
    const run = job.result && "run" in job.result && job.kind === "advise" ? job.result.run : null;
    if (run === null) return { ...beginning, run, verdict: null, sessions: 0, left_out: [] };
    const saved = await desk.call("GET /api/runs/{id}", { path: { id: run } });
    const { verdict, sessions, left_out } = adviceResult
      .pick({ verdict: true, sessions: true, left_out: true })
      .strip()
      .parse(saved.result);
    return {
      ...beginning,
      run,
      verdict,
      sessions: sessions.length,
      left_out: left_out.slice(0, 50).map(({ id: session, code, message }) => ({ id: session, code, message })),
    };
  },
});

async function started(body: object, { call }: Desk): Promise<Job> {
  const { job } = await call("POST /api/advise", { body });
  return job;
}

/**
 * The job once it has ended, or its current state when the client has waited long enough. A client that disconnects
 * cancels it.
 */
async function ended(id: string, { call, signal, tell }: Desk): Promise<Job> {
  try {
    for (let waited = 0; ; waited += POLL_MS) {
      const job = await call("GET /api/jobs/{id}", { path: { id } });
      if (job.ended_at !== null || waited >= WAIT_MS) return job;
      await tell(progressOf(job));
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    const { signal: own } = new AbortController();
    await call("DELETE /api/jobs/{id}", { path: { id }, signal: own }).catch(() => {});
    throw new Problem(499, "cancelled", "the client cancelled the call");
  }
}

function progressOf({ progress }: Job): string {
  const search = progress?.search;
  if (!search) return progress?.stage ?? "waiting";
  return `${progress.title ?? "session"}: round ${search.round}, ${search.done} of ${search.of} policies`;
}
