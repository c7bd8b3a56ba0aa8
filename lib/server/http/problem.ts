import { Problem } from "@/lib/api/problem";
import { isDatabaseDamaged } from "../db/database-damage";
import { isDatabaseDown } from "../db/database-down";
import { isBucketFailure } from "../objects/s3-bucket";
import { dataDir } from "../process/settings";

const TITLES: Record<number, string> = {
  308: "Moved",
  400: "Malformed request",
  401: "Key needed",
  403: "Refused",
  404: "Not found",
  405: "Method not allowed",
  408: "Too slow",
  409: "Conflict",
  413: "Too large",
  415: "Unsupported media type",
  421: "Wrong host",
  422: "Cannot be processed",
  424: "A dependency failed",
  429: "Too many requests",
  499: "Cancelled",
  500: "Internal error",
  503: "Not available now",
  507: "Cannot be stored",
};

/** The answer according to RFC 9457. `instance` is the request id, as in the log. */
export function problemResponse(problem: Problem, instance: string): Response {
  const { status, code, detail, options } = problem;
  const body = {
    type: `urn:winnow:problem:${code}`,
    title: TITLES[status] ?? "Error",
    status,
    detail,
    instance: `urn:winnow:request:${instance}`,
    code,
    errors: options.errors ?? [],
    ...retryTime(options.headers),
    ...options.extra,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...options.headers },
  });
}

/** Seconds of Retry-After, for callers that see only the body. */
const retryTime = (headers: Record<string, string> = {}) =>
  headers["retry-after"] !== undefined && { retry_after: Number(headers["retry-after"]) };

/** Names and codes of aborts. The last one is Next's, for a client that disconnected before the answer. */
const ABORTS = new Set(["AbortError", "ABORT_ERR", "ResponseAborted"]);
/** Depth to which nested causes are searched. */
const MAX_CAUSES = 4;

/** True for an abort of any kind, or an error caused by one. A timeout is not an abort, because nobody requested it. */
function isAbort(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  if ([name, code].some((word) => typeof word === "string" && ABORTS.has(word))) return true;
  return depth < MAX_CAUSES && isAbort(cause, depth + 1);
}

/** True if the data directory is read-only. Missing permission for other files does not count. */
function isReadOnly(error: unknown, text: string): boolean {
  if (/EROFS|SQLITE_READONLY|readonly database/.test(text)) return true;
  const { path } = (error ?? {}) as { path?: unknown };
  return /EACCES|EPERM/.test(text) && typeof path === "string" && path.startsWith(dataDir());
}

/** The problem for a known platform failure; null for bugs. It names the kind of failure, never its message. */
export function problemOfPlatform(error: unknown): Problem | null {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const text = `${code ?? ""} ${message ?? ""}`;
  if (isDatabaseDown(error))
    return new Problem(503, "db-down", "the database is not responding; try again when it is back", {
      headers: { "retry-after": "5" },
    });
  if (isBucketFailure(error))
    return new Problem(503, "objects-down", "the object store does not respond or refuses; try again when it is back", {
      headers: { "retry-after": "5" },
    });
  if (isDatabaseDamaged(error) || /SQLITE_CORRUPT|SQLITE_NOTADB|disk image is malformed/.test(text))
    return new Problem(
      503,
      "db-damaged",
      "the database is damaged. Imported files are stored separately and are not affected. Start Winnow again and open it in a browser, or stop it and run `npm run restore` (the last good copy) or `npm run rebuild` (from the imported files)",
    );
  if (/ENOSPC|SQLITE_FULL|EDQUOT|`53100`/.test(text))
    return new Problem(507, "storage-full", "the disk is full; nothing was changed");
  if (isReadOnly(error, text))
    return new Problem(
      507,
      "storage-read-only",
      "the data directory cannot be written to; nothing was changed. Make it writable, or name another as WINNOW_DATA_DIR",
    );
  if (/SQLITE_BUSY|P1008|P2028|P2034|`55P03`|database is locked/.test(text))
    return new Problem(503, "db-busy", "the database is busy; try again", { headers: { "retry-after": "2" } });
  if (isAbort(error)) return clientGone();
  if (code === "ERR_WORKER_OUT_OF_MEMORY")
    return new Problem(413, "too-large", "the work needed more memory than one task may use");
  return null;
}

/** True if the same work may succeed later; false if its input was the reason for the refusal. */
export function mayPass(error: unknown): boolean {
  const problem = error instanceof Problem ? error : problemOfPlatform(error);
  return problem === null || problem.status >= 500;
}

/** The problem for a client that disconnected before the answer. Nobody reads it, and it is not a server error. */
export const clientGone = (): Problem => new Problem(499, "cancelled", "the request was cancelled");

export const queueFull = (): Problem =>
  new Problem(503, "queue-full", "too much work is waiting; try again", { headers: { "retry-after": "5" } });

/**
 * A thrown value as a job row stores it: a code and a sentence, without a stack. The log has the stack under the job's
 * id.
 */
export function describeFailure(error: unknown, job?: string): { code: string; message: string } {
  const problem = error instanceof Problem ? error : problemOfPlatform(error);
  if (problem) return { code: problem.code, message: problem.detail };
  const place = job === undefined ? "" : ` under the job ${job}`;
  return { code: "internal", message: `an unexpected error; the log has the details${place}` };
}
