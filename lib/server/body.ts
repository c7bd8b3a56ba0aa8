import { tooLarge } from "./guard";
import { Problem } from "./problem";

/** The whole body of a JSON request as bytes, at most `limit`; checked against Content-Length. */
export async function readJsonBytes(request: Request, limit: number): Promise<Uint8Array> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Problem(415, "unsupported-media-type", "send Content-Type: application/json");
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > limit) throw tooLarge(limit, received);
    chunks.push(chunk);
  }
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) !== received)
    throw new Problem(400, "body-truncated", `${received} of ${declared} bytes arrived`);
  return new Uint8Array(Buffer.concat(chunks));
}
