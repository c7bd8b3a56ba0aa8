import type { Say } from "@/lib/wording/say";
import type { FileReport } from "../../lib/api/schemas/import-report";
import type { Job } from "../../lib/api/schemas/job";

/** Maximum bytes of a file whose checksum is computed before sending: WebCrypto needs the whole file in memory. */
const CHECKSUM_LIMIT = 64 * 1024 * 1024;

/** Code of a failure without an answer. */
export const CONNECTION_LOST = "connection-lost";

export type NamedFile = { readonly name: string; readonly bytes: number; readonly file: File };
export type Sent =
  | { readonly kind: "reports"; readonly reports: readonly FileReport[] }
  | { readonly kind: "job"; readonly job: Job }
  | {
      readonly kind: "failed";
      readonly code: string;
      readonly message: string;
      readonly reports: readonly FileReport[];
    };

/** SHA-256 in lower-case hex; null if it cannot be computed (the file is large, or the page has no secure context). */
export async function checksumOf(file: File): Promise<string | null> {
  if (file.size > CHECKSUM_LIMIT || !globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Sends one file as its bytes, several as a form. Uses XMLHttpRequest because fetch does not report upload progress.
 */
export function sendFiles(
  files: readonly NamedFile[],
  checksum: string | null,
  /** The server answers once it has the files, and reads them in a job. */
  isJob: boolean,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
  say: Say,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", isJob ? "/api/sessions?job=1" : "/api/sessions");
    request.responseType = "text";
    request.upload.onprogress = (event) => onProgress(event.loaded, event.total);
    request.onload = () => resolve(readAnswer(request.status, request.responseText, say));
    request.onerror = () =>
      resolve(failed(CONNECTION_LOST, say("The connection was lost. Nothing was imported; try again.")));
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException("cancelled", "AbortError"));
    request.send(bodyOf(request, files, checksum));
  });
}

function bodyOf(request: XMLHttpRequest, files: readonly NamedFile[], checksum: string | null): XMLHttpRequestBodyInit {
  const [only] = files;
  if (files.length === 1 && only) {
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("X-File-Name", encodeURIComponent(only.name));
    if (checksum) request.setRequestHeader("X-Content-Sha256", checksum);
    return only.file;
  }
  const form = new FormData();
  for (const { file, name } of files) form.append("files", file, name);
  return form;
}

function readAnswer(status: number, text: string, say: Say): Sent {
  const body = parseObject(text);
  if (status === 202 && body.job) return { kind: "job", job: body.job as Job };
  const reports = Array.isArray(body.files) ? (body.files as FileReport[]) : [];
  if (status < 300) return { kind: "reports", reports };
  return failed(
    String(body.code ?? `http-${status}`),
    String(body.detail ?? say("The server did not accept the file.")),
    reports,
  );
}

const failed = (code: string, message: string, reports: readonly FileReport[] = []): Sent => ({
  kind: "failed",
  code,
  message,
  reports,
});

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
