/** Why something did not finish. */
export type Failure = { readonly code: string; readonly message: string };
export type Finished<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };
export type JobProgress = Readonly<Record<string, unknown>>;

const POLL_MS = 700;

/** Sends work that is answered with a job (202) and waits for its end. Aborting ends the job on the server, too. */
export async function runJob<T>(
  url: string,
  body: string,
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void = () => {},
): Promise<Finished<T>> {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body, signal });
    const answer = await response.json();
    if (response.status === 202) return await follow(String(answer.job.id), signal, onProgress);
    return response.ok ? { ok: true, value: answer as T } : refused(answer);
  } catch {
    if (signal.aborted) return refused({ code: "cancelled", detail: "Stopped. Nothing was changed." });
    return refused({ code: "no-answer", detail: "The server did not answer." });
  }
}

type Refusal = { readonly code?: unknown; readonly detail?: unknown; readonly message?: unknown };

const refused = ({ code, detail, message }: Refusal): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code: String(code ?? "refused"), message: String(detail ?? message ?? "The server refused.") },
});

async function follow<T>(
  id: string,
  signal: AbortSignal,
  onProgress: (progress: JobProgress) => void,
): Promise<Finished<T>> {
  const url = `/api/jobs/${encodeURIComponent(id)}`;
  const end = () => void fetch(url, { method: "DELETE" });
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  for (;;) {
    const job = await (await fetch(url, { signal })).json();
    if (job.state === "done") return { ok: true, value: job.result as T };
    if (job.state === "failed" || job.state === "cancelled") return refused(job.error ?? { code: job.state });
    onProgress(job.progress ?? {});
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
