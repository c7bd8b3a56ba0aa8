import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundaryOf, readMultipart } from "@/lib/server/http/multipart";

type FormPart = { name: string; content: Uint8Array };

function encode(parts: readonly FormPart[], boundary: string): Buffer {
  const pieces = parts.flatMap(({ name, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

async function* chunked(bytes: Buffer, size: number) {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size);
}

async function read(bytes: Buffer, boundary: string, size: number): Promise<FormPart[]> {
  const found: FormPart[] = [];
  for await (const part of readMultipart(chunked(bytes, size), boundary)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.body) pieces.push(Buffer.from(piece));
    found.push({ name: part.name, content: new Uint8Array(Buffer.concat(pieces)) });
  }
  return found;
}

describe("readMultipart", () => {
  test("any bytes in any chunking come out unchanged", async () => {
    const content = fc.uint8Array({ maxLength: 200 });
    const nearMiss = fc
      .constantFrom("\r\n--", "\r\n--X", "--XyZ", "\r\n\r\n")
      .map((text) => new Uint8Array(Buffer.from(text)));
    const parts = fc.array(
      fc.record({ name: fc.constantFrom("a.jsonl", "b c.json"), content: fc.oneof(content, nearMiss) }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 64 }), async (given, size) => {
        expect(await read(encode(given, "XyZ9"), "XyZ9", size)).toEqual(given);
      }),
    );
  });

  test("reads what FormData itself writes", async () => {
    const form = new FormData();
    form.append("note", "not a file");
    form.append("file", new Blob(["one"]), 'with "quotes" é.jsonl');
    form.append("file", new Blob(["two"]), "sub/agent-1.jsonl");
    const response = new Response(form);
    const boundary = boundaryOf(response.headers.get("content-type") ?? "") ?? "";
    const parts = await read(Buffer.from(await response.arrayBuffer()), boundary, 7);
    expect(parts.map((part) => part.name)).toEqual(['with "quotes" é.jsonl', "sub/agent-1.jsonl"]);
    expect(parts.map((part) => Buffer.from(part.content).toString())).toEqual(["one", "two"]);
  });

  test("reads what follows the closing boundary too, because the bytes are compared with Content-Length", async () => {
    const bytes = encode([{ name: "a", content: new Uint8Array(50) }], "B");
    let left = bytes.length;
    async function* counted() {
      for await (const chunk of chunked(bytes, 1)) {
        left -= chunk.length;
        yield chunk;
      }
    }
    for await (const part of readMultipart(counted(), "B")) expect(part.name).toBe("a");
    expect(left).toBe(0);
  });

  test("a body without its closing boundary is an error, never a truncated file", async () => {
    const whole = encode([{ name: "a", content: new Uint8Array(50) }], "B");
    await expect(read(whole.subarray(0, -8), "B", 16)).rejects.toThrow("closing boundary");
  });
});
