import type { Job, JobKind } from "../../api/schemas/job";
import { type Sentence, sentence } from "../../wording/say";

const KINDS: Readonly<Record<JobKind, Sentence>> = {
  import: sentence("Import"),
  replay: sentence("Replay"),
  evaluate: sentence("Evaluation"),
  corpus: sentence("Corpus run"),
  advise: sentence("Advice"),
  rebuild: sentence("Rebuild of the library"),
};
const STATES: Readonly<Record<Job["state"], Sentence>> = {
  queued: sentence("queued"),
  running: sentence("running"),
  done: sentence("done"),
  failed: sentence("failed"),
  cancelled: sentence("cancelled"),
};

export type JobRow = {
  readonly id: string;
  readonly kind: Sentence;
  readonly state: Sentence;
  /** 0 to 1; undefined while unknown. */
  readonly share: number | undefined;
  readonly startedAt: string;
  readonly attempts: number;
  /** Why the job failed, or why the last attempt of waiting work failed. */
  readonly message: string | null;
  readonly isFailed: boolean;
  readonly isRunning: boolean;
  readonly canStop: boolean;
  readonly canRetry: boolean;
};

/** A job as a row in the list of background work. */
export const toJobRow = (job: Job): JobRow => ({
  id: job.id,
  kind: KINDS[job.kind],
  state: STATES[job.state],
  share: shareOf(job),
  startedAt: job.created_at,
  attempts: job.attempts,
  message: job.error?.message ?? null,
  isFailed: job.state === "failed",
  isRunning: job.state === "running",
  canStop: job.state === "queued" || job.state === "running",
  canRetry: job.can_retry,
});

function shareOf({ progress }: Job): number | undefined {
  const { bytes_read, bytes_total, done, sessions, policies, calls } = progress ?? {};
  if (bytes_read !== undefined && bytes_total) return bytes_read / bytes_total;
  const of = sessions ?? policies ?? calls;
  return done !== undefined && of ? done / of : undefined;
}
