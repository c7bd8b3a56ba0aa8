import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Problem } from "@/lib/api/problem";
import { readJsonBytes } from "./body";
import { tooLarge } from "./guard";
import { LIMITS } from "./limits";

const unzip = promisify(gunzip);

/** The JSON of an export, unpacked. Protobuf is refused with what to set; a body that grows over the limit, too. */
export async function readExport(request: Request): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (/protobuf/i.test(type))
    throw new Problem(
      415,
      "unsupported-media-type",
      "protobuf is not taken; export JSON: OTEL_EXPORTER_OTLP_PROTOCOL=http/json",
    );
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "gzip" && encoding !== "identity")
    throw new Problem(415, "unsupported-encoding", `Content-Encoding ${encoding} is not taken; send gzip or none`);
  const bytes = await readJsonBytes(request, LIMITS.jsonBodyBytes);
  return encoding === "gzip" ? unpacked(bytes) : bytes;
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: LIMITS.jsonBodyBytes });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(LIMITS.jsonBodyBytes, LIMITS.jsonBodyBytes + 1);
    throw new Problem(400, "bad-gzip", "the body is not gzip, although Content-Encoding says so");
  }
}
