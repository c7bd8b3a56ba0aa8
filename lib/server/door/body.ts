import { Problem } from "@/lib/api/problem";
import { reserve } from "../http/admission";
import { clientGone } from "../http/problem";
import { receiveBody } from "../http/receive-body";
import { inStage } from "../process/server-timing";
import { tooLarge } from "./guard";
import { enterNamedInBody } from "./named-in-body";
import { unpackBody } from "./unpack-body";

/** The whole body of a JSON request as bytes, unpacked if it was packed, at most `limit`; checked against Content-Length. */
export async function readJsonBytes(request: Request, limit: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Problem(415, "unsupported-media-type", "send Content-Type: application/json");
  const chunks = await inStage("receive", () => allOf(request, limit));
  const received = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) !== received)
    throw new Problem(400, "body-truncated", `${received} of ${declared} bytes arrived`);
  const sent = new Uint8Array(Buffer.concat(chunks));
  const body = await unpackBody(sent, request.headers.get("content-encoding"), limit);
  if (body !== sent) reserve(request, body.byteLength);
  return enterNamedInBody(body);
}

/** Reads all chunks. Any error that is not a `Problem` means that the client disconnected. */
async function allOf(request: Request, limit: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    for await (const chunk of receiveBody(request)) {
      received += chunk.byteLength;
      if (received > limit) throw tooLarge(limit, received);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : clientGone();
  }
  return chunks;
}
