import * as z from "zod";
import { evaluateAnswer } from "./evaluate";
import { type Answer, absent, count, failure, named, time } from "./fields";
import { fileReport } from "./import-report";
import { replayAnswer } from "./replay";

/** The result of each kind of job. */
const jobResults = {
  import: z.strictObject({ files: z.array(fileReport) }).describe("One report per file."),
  replay: replayAnswer,
  evaluate: evaluateAnswer,
  corpus: z.strictObject({ run: z.string().describe("The id of the saved run.") }),
  advise: z.strictObject({ run: z.string().describe("The id of the saved run.") }),
  rebuild: z.strictObject({
    rebuilt: count("Files that are in the library again."),
    refused: z
      .array(z.strictObject({ file_name: z.string(), code: z.string(), message: z.string() }))
      .describe("Files that cannot be: moved to the quarantine, with what was wrong."),
  }),
};
export type JobKind = keyof typeof jobResults;
export type JobResult<Kind extends JobKind> = Answer<(typeof jobResults)[Kind]>;

/** A job's progress. A stage leaves out what it does not know. */
const jobProgress = z
  .strictObject({
    stage: absent(z.string()).describe("What is being done, in one word."),
    bytes_read: absent(z.number()).describe("Import: bytes read so far."),
    bytes_total: absent(z.number()).describe("Import: bytes in all."),
    rows_read: absent(z.number()).describe("Import: rows read so far."),
    session: absent(z.int()).describe("Import: sessions that are done."),
    file: absent(z.int()).describe("Import and rebuild: index of the file, from 0."),
    files: absent(z.int()).describe("Import and rebuild: files in all."),
    policy: absent(z.string()).describe("Replay: the policy that is running."),
    policies: absent(z.int()).describe("Replay: policies in all."),
    done: absent(z.int()).describe("Replay, evaluate and corpus: how many are done."),
    sessions: absent(z.int()).describe("Corpus: sessions in all."),
    title: absent(z.string()).describe("Corpus: the session that is measured."),
    cut: absent(z.strictObject({ done: absent(z.int()), cuts: absent(z.int()) })).describe(
      "Corpus: cuts of the session, done and in all.",
    ),
    calls: absent(z.int()).describe("Evaluate: calls of models in all."),
    search: absent(z.strictObject({ round: z.int(), done: z.int(), of: z.int() })).describe(
      "Advise: the round of the search of this session, policies replayed, and policies known so far.",
    ),
  })
  .meta({ id: "JobProgress", description: "How far a job is. What a stage does not know it leaves out." });
export type JobProgress = Answer<typeof jobProgress>;

const JOB_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The answer of GET /api/jobs/:id. */
export const job = named("Job", "Work that outlives its request.", {
  id: z.string().describe("`job_` and a random part."),
  kind: z.enum(Object.keys(jobResults) as JobKind[]).describe("What it does."),
  state: z.enum(JOB_STATES),
  progress: jobProgress
    .nullable()
    .describe("How far it is; null before it began and after it ended or was interrupted."),
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
    .describe("What it gives, by its kind: what the route answers when it does not make a job; null until it is done."),
  error: failure
    .nullable()
    .describe("Why it failed; of a job that waits to be tried again, why it failed the last time."),
  attempts: z.int().min(0).describe("How often it was begun."),
  can_retry: z
    .boolean()
    .describe("It failed for a reason that may have passed: POST /api/jobs/{id} tries it again, under the same id."),
  created_at: time("When it was started."),
  ended_at: time("When it ended.").nullable(),
});
export type Job = Answer<typeof job>;

/** 202: where to find the result of long work. */
export const jobAccepted = named("JobAccepted", "Long work has begun; GET /api/jobs/:id says how far it is.", { job });

/** The answer of GET /api/jobs. */
export const jobList = named("JobList", "Work that waits, runs, or failed and can be tried again; the newest first.", {
  jobs: z.array(job),
});

/** Events of GET /api/jobs/:id/events. */
export const jobEvents = { progress: job, end: job };
