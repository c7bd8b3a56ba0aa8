import type { RouteKey } from "@/lib/api/routes";
import type { Job, JobKind, JobProgress, JobResult } from "@/lib/api/schemas/job";
import { type CallOptions, callApi, type Finished } from "./call-api";

const POLL_MS = 700;
/** Looks in a row that may go unanswered before the job counts as lost. */
const PATIENCE = 5;

type Follow = {
  /** Aborting ends the job on the server, too. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Infinity: until the server is there again. */
  readonly patience?: number;
};

/** Asks how far a job is until it has ended. */
export async function followJob<Kind extends JobKind>(
  id: string,
  options: Follow = {},
): Promise<Finished<JobResult<Kind>>> {
  const { signal, onProgress = () => {}, patience = PATIENCE } = options;
  const end = () => void cancelJob(id);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  for (let missed = 0; ; ) {
    const looked = await callApi("GET /api/jobs/{id}", { path: { id }, ...(signal && { signal }) });
    missed = looked.ok ? 0 : missed + 1;
    if (!looked.ok && (looked.failure.status === 404 || signal?.aborted || missed >= patience)) return looked;
    if (looked.ok && looked.value.ended_at !== null) return endOf(looked.value);
    if (looked.ok && looked.value.progress !== null) onProgress(looked.value.progress);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function endOf<Kind extends JobKind>({ state, result, error }: Job): Finished<JobResult<Kind>> {
  if (state === "done") return { ok: true, value: result as JobResult<Kind> };
  const { code, message } = error ?? { code: state, message: "It was stopped." };
  return { ok: false, failure: { code, message, status: null, errors: [] } };
}

export const cancelJob = (id: string) => callApi("DELETE /api/jobs/{id}", { path: { id } });

/** Sends work that may be answered with a job (202), and waits for its end. */
export async function runJob<Kind extends JobKind>(
  _kind: Kind,
  key: RouteKey,
  options: CallOptions,
  onProgress?: (progress: JobProgress) => void,
): Promise<Finished<JobResult<Kind>>> {
  const { signal } = options;
  const called = (await callApi(key, options)) as Finished<unknown> & { readonly status?: number };
  if (!called.ok) return called;
  if (called.status !== 202) return { ok: true, value: called.value as JobResult<Kind> };
  const { job } = called.value as { readonly job: Job };
  return followJob<Kind>(job.id, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
}
