import * as z from "zod";
import { evaluateAnswer } from "./evaluate";
import { type Answer, absent, count, failure, named, time } from "./fields";
import { fileReport } from "./import-report";
import { replayAnswer } from "./replay";

const jobResults = {
  import: z.strictObject({ files: z.array(fileReport) }).describe("One report per file."),
  replay: replayAnswer,
  evaluate: evaluateAnswer,
  corpus: z.strictObject({ run: z.string().describe("The id of the saved run.") }),
  advise: z.strictObject({ run: z.string().describe("The id of the saved run.") }),
  rebuild: z.strictObject({
    rebuilt: count("Files restored to the library."),
    refused: z
      .array(z.strictObject({ file_name: z.string(), code: z.string(), message: z.string() }))
      .describe("Files moved to the quarantine, with the reason."),
  }),
};
export type JobKind = keyof typeof jobResults;
export type JobResult<Kind extends JobKind> = Answer<(typeof jobResults)[Kind]>;

/** A job's progress. A stage leaves out unknown values. */
const jobProgress = z
  .strictObject({
    stage: absent(z.string()).describe("The current activity, in one word."),
    bytes_read: absent(z.number()).describe("Import: bytes read so far."),
    bytes_total: absent(z.number()).describe("Import: total bytes."),
    rows_read: absent(z.number()).describe("Import: rows read so far."),
    session: absent(z.int()).describe("Import: completed sessions."),
    file: absent(z.int()).describe("Import and rebuild: index of the file, from 0."),
    files: absent(z.int()).describe("Import and rebuild: total files."),
    policy: absent(z.string()).describe("Replay: the running policy."),
    policies: absent(z.int()).describe("Replay: total policies."),
    done: absent(z.int()).describe("Replay, evaluate and corpus: number completed."),
    sessions: absent(z.int()).describe("Corpus: total sessions."),
    title: absent(z.string()).describe("Corpus: the session being measured."),
    cut: absent(z.strictObject({ done: absent(z.int()), cuts: absent(z.int()) })).describe(
      "Corpus: the session's cuts, completed and total.",
    ),
    calls: absent(z.int()).describe("Evaluate: total model calls."),
    search: absent(z.strictObject({ round: z.int(), done: z.int(), of: z.int() })).describe(
      "Advise: the search round of this session, policies replayed, and policies known so far.",
    ),
  })
  .meta({ id: "JobProgress", description: "How far a job is. What a stage does not know it leaves out." });
export type JobProgress = Answer<typeof jobProgress>;

const JOB_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The answer to GET /api/jobs/:id. */
export const job = named("Job", "Work that outlives its request.", {
  id: z.string().describe("`job_` and a random part."),
  kind: z.enum(Object.keys(jobResults) as JobKind[]).describe("What it does."),
  state: z.enum(JOB_STATES),
  progress: jobProgress
    .nullable()
    .describe("Its progress; null before it began and after it ended or was interrupted."),
  result: z
    .union([
      jobResults.import,
      jobResults.corpus,
      jobResults.advise,
      jobResults.rebuild,
      jobResults.replay,
      jobResults.evaluate,
      z.null(),
    ])
    .describe("Its result, by kind: the route's answer without a job; null until done."),
  error: failure.nullable().describe("Why it failed; for a job waiting for a retry, why the last attempt failed."),
  attempts: z.int().min(0).describe("Number of attempts."),
  can_retry: z
    .boolean()
    .describe("It failed for a temporary reason: POST /api/jobs/{id} retries it, under the same id."),
  created_at: time("When it was started."),
  ended_at: time("When it ended.").nullable(),
});
export type Job = Answer<typeof job>;

/** 202: where to find the result of long work. */
export const jobAccepted = named("JobAccepted", "Long work has begun; GET /api/jobs/:id reports its progress.", {
  job,
});

/** The answer to GET /api/jobs. */
export const jobList = named("JobList", "Jobs that wait, run, or failed and can be retried; newest first.", {
  jobs: z.array(job),
});

/** Events of GET /api/jobs/:id/events. */
export const jobEvents = { progress: job, end: job };
