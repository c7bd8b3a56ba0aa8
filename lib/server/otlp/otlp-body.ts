import { Problem } from "@/lib/api/problem";
import { readJsonBytes } from "../door/body";
import { LIMITS } from "../process/limits";

/** The JSON of an export, unpacked. Protobuf is refused with what to set. */
export async function readExport(request: Request): Promise<Uint8Array> {
  if (/protobuf/i.test(request.headers.get("content-type") ?? ""))
    throw new Problem(
      415,
      "unsupported-media-type",
      "protobuf is not taken; export JSON: OTEL_EXPORTER_OTLP_PROTOCOL=http/json",
    );
  return readJsonBytes(request, LIMITS.jsonBodyBytes);
}
