/**
 * Times advice over several sessions as a reader gets it: `POST /api/advise` on a running server over every imported
 * session, and then again, cancelled when half of the sessions are measured:
 *
 *     node scripts/run-ts.mjs bench/advice/job.ts http://127.0.0.1:3000 [FILE …]
 *
 * Imports the files first, and enough days of the built-in example to make 14 sessions with at least thirty requests.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { generateExample } from "@/lib/example/generate-example";

const SESSIONS = 14;
const FEWEST_REQUESTS = 30;
const PAUSE_MS = 200;

const [base = "", ...files] = process.argv.slice(2);

const jobSchema = z.object({
  id: z.string(),
  state: z.string(),
  progress: z.object({ done: z.number().optional(), sessions: z.number().optional() }).nullable(),
  result: z.object({ run: z.string() }).nullable().catch(null),
});
const jobAnswer = z.object({ job: jobSchema });
const runSchema = z.object({
  result: z.object({
    sessions: z.array(z.object({ requests: z.number() })),
    policies: z.array(z.unknown()),
    stopped: z.boolean(),
    verdict: z.object({ sentence: z.string() }),
  }),
});
const listSchema = z.object({ sessions: z.array(z.object({ id: z.string(), requests: z.number() })) });

async function call(method: string, route: string, body?: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}${route}`, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${route}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? null : ((await answer.json()) as unknown);
}

const send = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  call("POST", "/api/sessions?wait=true", bytes, { "x-file-name": encodeURIComponent(name) });

const longSessions = async () => {
  const { sessions } = listSchema.parse(await call("GET", "/api/sessions?limit=200"));
  return sessions.filter(({ requests }) => requests >= FEWEST_REQUESTS);
};

for (const file of files) await send(path.basename(file), new Uint8Array(readFileSync(file)));
for (let seed = 101; (await longSessions()).length < SESSIONS; seed += 1)
  await send(`example-${seed}.jsonl`, new TextEncoder().encode(generateExample(seed)));
const sessions = (await longSessions()).slice(0, SESSIONS).map(({ id }) => id);

/** Follows a job to its end; cancels it once this many sessions are done. */
async function follow(
  cancelAt: number,
): Promise<{ seconds: number; lastDone: number; afterCancel: number; run: string }> {
  const from = performance.now();
  const body = JSON.stringify({ sessions });
  let { job } = jobAnswer.parse(await call("POST", "/api/advise", body, { "content-type": "application/json" }));
  let cancelled = Number.NaN;
  let lastDone = 0;
  while (job.state === "queued" || job.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    job = jobSchema.parse(await call("GET", `/api/jobs/${job.id}`));
    lastDone = Math.max(lastDone, job.progress?.done ?? 0);
    if (Number.isNaN(cancelled) && lastDone >= cancelAt) {
      cancelled = performance.now();
      await call("DELETE", `/api/jobs/${job.id}`);
    }
  }
  const end = performance.now();
  if (job.result === null) throw new Error(`the job ended as ${job.state} without a result`);
  return { seconds: (end - from) / 1000, lastDone, afterCancel: (end - cancelled) / 1000, run: job.result.run };
}

async function report(name: string, cancelAt: number) {
  const { seconds, afterCancel, run } = await follow(cancelAt);
  const { result } = runSchema.parse(await call("GET", `/api/runs/${run}`));
  const requests = result.sessions.reduce((sum, session) => sum + session.requests, 0);
  const stopped = result.stopped ? `, stopped, ended ${afterCancel.toFixed(1)} s after it was cancelled` : "";
  console.log(
    `${name}: ${result.sessions.length} of ${sessions.length} sessions, ${requests} requests, ${result.policies.length} policies weighed, ${seconds.toFixed(1)} s${stopped}\n  ${result.verdict.sentence}`,
  );
}

await report("Whole", Number.POSITIVE_INFINITY);
await report("Cancelled half-way", SESSIONS / 2);
