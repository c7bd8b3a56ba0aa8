import { Problem } from "@/lib/api/problem";
import { visibleName } from "@/lib/read-models/visible-name";
import { tooLarge } from "../door/guard";
import { boundaryOf, MultipartError, readMultipart } from "../http/multipart";
import { receiveBody } from "../http/receive-body";
import { dropStaged, stageBlob } from "../objects/blobs";
import { LIMITS } from "../process/limits";
import type { StagedFile } from "../store/import-types";

/**
 * Streams the files of an upload to disk and checks against Content-Length and, if given, X-Content-Sha256 that every
 * byte arrived; a body truncated by a proxy would otherwise be accepted. Leaves nothing on disk if it throws.
 */
export async function receiveUpload(request: Request): Promise<StagedFile[]> {
  const { headers } = request;
  if (!request.body)
    throw new Problem(400, "no-body", "the request has no body; send the file's bytes or multipart/form-data");
  const type = headers.get("content-type") ?? "application/octet-stream";
  const counted = new CountedBody(request);
  const staged: StagedFile[] = [];
  try {
    if (/^multipart\/form-data\b/i.test(type)) await receiveParts(counted, type, staged);
    else if (/^(application\/(octet-stream|json|x-ndjson|jsonl)|text\/plain)\b/i.test(type))
      staged.push({ ...(await stageBlob(counted)), name: fileName(headers.get("x-file-name")) });
    else throw new Problem(415, "unsupported-media-type", "send application/octet-stream or multipart/form-data");
    assertComplete(counted.bytes, headers.get("content-length"));
    assertChecksum(staged, headers.get("x-content-sha256"));
    return staged;
  } catch (error) {
    staged.forEach(dropStaged);
    throw asReceiveProblem(error);
  }
}

async function receiveParts(source: AsyncIterable<Uint8Array>, type: string, staged: StagedFile[]): Promise<void> {
  const boundary = boundaryOf(type);
  if (boundary === null) throw new Problem(400, "bad-multipart", "multipart/form-data without a boundary");
  for await (const part of readMultipart(source, boundary)) {
    if (staged.length >= LIMITS.uploadFiles)
      throw new Problem(413, "too-many-files", `an upload may have at most ${LIMITS.uploadFiles} files`);
    staged.push({ ...(await stageBlob(part.body)), name: fileName(part.name) });
  }
  if (staged.length === 0) throw new Problem(400, "no-files", "the form has no file");
}

/** Passes bytes through and counts them. Stops at the limit, so a chunked body cannot fill the disk. */
class CountedBody implements AsyncIterable<Uint8Array> {
  bytes = 0;
  constructor(readonly request: Request) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of receiveBody(this.request)) {
      this.bytes += chunk.byteLength;
      if (this.bytes > LIMITS.uploadBytes) throw tooLarge(LIMITS.uploadBytes, this.bytes);
      yield chunk;
    }
  }
}

function assertComplete(received: number, declared: string | null): void {
  if (declared === null || Number(declared) === received) return;
  throw new Problem(400, "body-truncated", `${received} of ${declared} bytes arrived; nothing was kept`, {
    extra: { received, declared: Number(declared) },
  });
}

function assertChecksum(staged: readonly StagedFile[], expected: string | null): void {
  if (expected === null) return;
  const file = staged[0];
  if (staged.length !== 1 || !file)
    throw new Problem(400, "checksum-mismatch", "X-Content-Sha256 goes with exactly one file");
  if (file.sha256 === expected.trim().toLowerCase()) return;
  throw new Problem(400, "checksum-mismatch", "the bytes received are not the bytes sent; nothing was kept", {
    extra: { received: file.sha256, declared: expected },
  });
}

/** Reports a body that ended early (client disconnected, proxy limit) as truncated, not as a bug. */
function asReceiveProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof MultipartError) return new Problem(400, "bad-multipart", error.message);
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  const isBroken =
    /ECONNRESET|ERR_STREAM_PREMATURE_CLOSE|UND_ERR/.test(code ?? "") ||
    /aborted|terminated/i.test(`${name} ${message}`);
  return isBroken ? new Problem(400, "body-truncated", "the connection was lost; nothing was kept") : error;
}

/** A name for display and for matching companions. Never used as a path on this machine. */
export function fileName(header: string | null): string {
  if (header === null || header === "") return "upload.jsonl";
  let text = header;
  try {
    text = decodeURIComponent(header);
  } catch {
    // The name has a literal %, so it is used unchanged.
  }
  const segments = visibleName(text)
    .replace(/\\/g, "/")
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  return segments.join("/").slice(-512) || "upload.jsonl";
}
