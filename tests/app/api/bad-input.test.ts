import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, sha256, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const health = apiRoute("GET /api/health");
const exportRaw = apiRoute("GET /api/sessions/{id}/export");
const upload = apiRoute("POST /api/sessions");

startTestServer();

/** A good session with one fault, and a new id each time, so that none is a duplicate. */
const session = (number: number) => makeSession({ id: `bbbbbbbb-0000-4000-8000-00000000000${number}` });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const join = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

const PNG = join(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), new Uint8Array(500));

describe("a file that is not a transcript is refused with a clear code and leaves nothing behind", () => {
  test.each([
    ["an empty file", new Uint8Array(0), "empty-file"],
    ["an HTML page", bytesOf("<!doctype html><html><body>Sign in</body></html>"), "not-a-transcript"],
    ["a PNG", PNG, "binary"],
    ["depth 10,000", bytesOf("[".repeat(10_000) + "]".repeat(10_000)), "too-deep"],
  ])("%s", async (_name, bytes, code) => {
    const problem = await readProblem(await postBytes(upload, bytes));
    expect(problem).toMatchObject({ status: 422, code });
    expect(problem.detail).toMatch(/[.!] Nothing was kept\.$/);
  });
});

describe("damaged parts of a good file are reported, and the rest is kept", () => {
  const importBytes = async (bytes: Uint8Array) => {
    const answer = await postBytes(upload, bytes);
    expect(answer.status).toBe(201);
    const [file] = (await answer.json()).files;
    const raw = await send(exportRaw, "/api/sessions/x/export", { params: { id: file.sessions[0] } });
    expect(sha256(new Uint8Array(await raw.arrayBuffer()))).toBe(sha256(bytes));
    return file;
  };

  test("a truncated last line is pending", async () => {
    const whole = bytesOf(session(1));
    const file = await importBytes(whole.slice(0, -40));
    expect(file.rows).toMatchObject({ read: 7, interpreted: 7, bad: 0 });
    expect(file.rows.pending_bytes).toBeGreaterThan(0);
  });

  test("a 20 MB line is bad; its neighbours are not", async () => {
    const line = bytesOf(`${JSON.stringify({ type: "user", text: "x".repeat(20 * 1024 * 1024) })}\n`);
    const file = await importBytes(
      join(bytesOf(session(2)), line, bytesOf(session(2).split("\n")[0] ?? ""), bytesOf("\n")),
    );
    expect(file.rows).toMatchObject({ read: 10, bad: 1 });
    expect(file.issues).toEqual([expect.objectContaining({ line: 9 })]);
    expect(file.issues[0].excerpt.length).toBeLessThanOrEqual(200);
  });

  test("invalid UTF-8, __proto__ keys and a deep line are counted and harmless", async () => {
    const broken = join(
      bytesOf('{"type":"user","message":{"role":"user","content":"'),
      new Uint8Array([0xff, 0xfe, 0xc3]),
      bytesOf('"}}\n'),
    );
    const proto = bytesOf(
      '{"type":"user","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"message":{"role":"user","content":"hi","__proto__":{"polluted":1}}}\n',
    );
    const deep = bytesOf(`${"[".repeat(10_000)}${"]".repeat(10_000)}\n`);
    const file = await importBytes(join(bytesOf(session(3)), broken, proto, deep));
    expect(file.rows.read).toBe(11);
    expect(file.rows.interpreted + file.rows.kept + file.rows.bad).toBe(11);
    expect(file.issues.map((issue: { line: number }) => issue.line)).toEqual(expect.arrayContaining([11]));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test("the server still answers afterwards", async () => {
  expect((await send(health, "/api/health")).status).toBe(200);
});
