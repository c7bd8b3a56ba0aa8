import type { RouteKey } from "@/lib/api/routes";
import type { Job, JobKind, JobProgress, JobResult } from "@/lib/api/schemas/job";
import { type CallOptions, callApi, type Finished } from "./call-api";

const POLL_MS = 700;
/** Consecutive polls that may fail before the job counts as lost. */
const PATIENCE = 5;

type Follow = {
  /** Aborting also cancels the job on the server. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Called when the server stops responding, and when it responds again. */
  readonly onSilence?: (isSilent: boolean) => void;
  /** Consecutive polls that may fail; Infinity waits until the server responds again. */
  readonly patience?: number;
};

/** Polls a job until it ends; resolves with its result or failure. */
export async function followJob<Kind extends JobKind>(
  id: string,
  options: Follow = {},
): Promise<Finished<JobResult<Kind>>> {
  const { signal, onProgress = () => {}, onSilence = () => {}, patience = PATIENCE } = options;
  const end = () => void cancelJob(id);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  for (let missed = 0; ; ) {
    const looked = await callApi("GET /api/jobs/{id}", { path: { id }, ...(signal && { signal }) });
    if (looked.ok ? missed > 0 : missed === 0) onSilence(!looked.ok);
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
  return { ok: false, failure: { code, message, status: null, request: null, errors: [] } };
}

export const cancelJob = (id: string) => callApi("DELETE /api/jobs/{id}", { path: { id } });

/** Calls a route that may answer with a job (202), and waits for the job's end. */
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
