import { describe, expect, test } from "vitest";
import { type ImportLimits, importTranscript } from "@/lib/importers/import-transcript";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

/** A small session as the base; row 2 gets the damage. */
const row = (uuid: string, content: unknown, more = {}) =>
  JSON.stringify({
    type: "user",
    uuid,
    parentUuid: null,
    sessionId: "s",
    timestamp: "2026-03-01T10:00:00.000Z",
    message: { role: "user", content },
    ...more,
  });
const FIRST = row("u1", "first");
const LAST = row("u2", "last");
const withMiddle = (middle: string) => `${FIRST}\n${middle}\n${LAST}\n`;
const encode = (text: string) => new TextEncoder().encode(text);

function joined(...pieces: (string | Uint8Array)[]): Uint8Array {
  const chunks = pieces.map((piece) => (typeof piece === "string" ? encode(piece) : piece));
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function imported(content: string | Uint8Array) {
  const result = await mustImport([memoryFile(content)]);
  for (const session of result.sessions) checkSession(session);
  const texts = result.sessions.flatMap((session) =>
    session.messages.flatMap((message) => message.parts.map((part) => (part.type === "text" ? part.text : part.type))),
  );
  return { ...result, texts, codes: result.issues.map((issue) => issue.code) };
}

async function refusal(content: string | Uint8Array, limits: Partial<ImportLimits> = {}) {
  const result = await importTranscript([memoryFile(content)], { limits });
  if (result.ok) throw new Error("it was imported");
  return result.error;
}

describe("refuses what cannot be a transcript with a reason and advice", () => {
  test.each([
    ["0 bytes", "", "empty-file", /empty/],
    ["only line breaks", "\n\r\n\n", "empty-file", /blank lines/],
    ["an HTML page", "<!DOCTYPE html>\n<html><body>502</body></html>", "not-a-transcript", /HTML page/],
    ["a PNG", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), "binary", /PNG image/],
    ["a cut gzip archive", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0), "damaged-archive", /gzip archive cannot be unpacked/],
    ["random bytes", Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256), "binary", /binary data/],
    [
      "a package manifest",
      '{"name":"x","messages":"none","scripts":{}}',
      "not-a-transcript",
      /keys name, messages, scripts/,
    ],
    ["a list of numbers", "[1,2,3]", "not-a-transcript", /list of 3 items/],
    ["plain text", "hello\nworld\n", "not-a-transcript", /plain text/],
    ["cut JSON", '{"messages":[{"role":"user","content":"a"},', "not-a-transcript", /cut off or damaged/],
    ["a depth bomb", "[".repeat(1_000_000), "too-deep", /128 levels/],
    ["depth 10,000 in one value", `{"messages":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "too-deep", /128 levels/],
    [
      "UTF-16 without a mark",
      Uint8Array.from([...'{"a":1}'].flatMap((c) => [c.charCodeAt(0), 0])),
      "unsupported-encoding",
      /UTF-16/,
    ],
    [
      "rows of another tool",
      '{"timestamp":1,"type":"x","payload":{}}\n{"timestamp":2}\n',
      "not-a-transcript",
      /JSON lines with the keys timestamp/,
    ],
  ])("%s", async (_, content, code, reason) => {
    const failure = await refusal(content);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(reason);
  });

  test("limits are parameters, and a refusal names the one that was exceeded", async () => {
    const session = `${FIRST}\n${LAST}\n`;
    expect(await refusal(session, { maxBytes: 100 })).toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/100/),
    });
    expect(await refusal(session.repeat(9), { maxLines: 4 })).toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/4 lines/),
    });
    const body = JSON.stringify({ messages: [{ role: "user", content: "x".repeat(500) }] }, null, 1);
    expect(await refusal(body, { maxJsonBytes: 200 })).toMatchObject({
      code: "too-large",
      message: expect.stringMatching(/200 bytes/),
    });
  });
});

describe("a bad row is the only one lost", () => {
  test.each([
    [
      "a line of 20 MB",
      withMiddle(row("u9", "x".repeat(20 * 1024 * 1024))),
      "line-too-long",
      /bytes; the limit is 16777216/,
    ],
    [
      "invalid UTF-8",
      joined(FIRST, "\n", row("u9", "caf"), Uint8Array.of(0xe9), "\n", LAST, "\n"),
      "invalid-utf8",
      /not valid utf-8/,
    ],
    ["depth 10,000", withMiddle(`{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`), "too-deep", /128 levels/],
    ["log noise", withMiddle("npm warn deprecated"), "not-json", /not JSON/],
    ["a row without its message", withMiddle('{"type":"user","uuid":"x","message":null}'), "invalid-row", /no message/],
  ])("%s", async (_, content, code, reason) => {
    const { texts, codes, rows, issues } = await imported(content);
    expect(texts).toEqual(["first", "last"]);
    expect(codes).toEqual([code]);
    expect(rows).toMatchObject({ read: 3, interpreted: 2, bad: 1, pendingBytes: 0 });
    expect(issues[0]).toMatchObject({ line: 2, byteOffset: FIRST.length + 1, message: expect.stringMatching(reason) });
    expect(issues[0]?.excerpt.length).toBeLessThanOrEqual(200);
  });

  test("a 20 MB line at the very start", async () => {
    const { texts, codes } = await imported(`${row("u9", "x".repeat(20 * 1024 * 1024))}\n${LAST}\n`);
    expect([texts, codes]).toEqual([["last"], ["line-too-long"]]);
  });

  test("a file that is still being written: the last line is pending, not wrong, and counts once complete", async () => {
    const whole = encode(`${FIRST}\n${row("u2", "é")}`);
    const half = whole.subarray(0, whole.indexOf(0xc3) + 1);
    const before = await imported(half);
    expect(before.codes).toEqual(["unfinished-line"]);
    expect(before.issues[0]).toMatchObject({ line: 2, excerpt: expect.stringContaining('"uuid":"u2"') });
    expect(before.rows).toMatchObject({ read: 1, bad: 0, pendingBytes: half.length - FIRST.length - 1 });
    const after = await imported(whole);
    expect(after.rows).toMatchObject({ read: 2, interpreted: 2, pendingBytes: 0 });
    expect(after.texts).toEqual(["first", "é"]);
  });

  test("byte order mark, CRLF and blank lines change nothing", async () => {
    const plain = await imported(`${FIRST}\n${LAST}\n`);
    const dressed = await imported(`\ufeff${FIRST}\r\n\r\n  \r\n${LAST}\r\n`);
    expect(dressed.texts).toEqual(plain.texts);
    expect(dressed.rows).toMatchObject({ read: 2, interpreted: 2, blank: 2 });
    expect(dressed.sessions[0]?.messages[0]?.parts[0]?.source).toMatchObject({
      byteOffset: 3,
      byteLength: FIRST.length,
    });
  });

  test.each([true, false])("UTF-16 with a mark (little endian: %s) is decoded", async (isLittle) => {
    const text = `\ufeff${FIRST}\r\n${row("u3", "žluťoučký")}\r\n`;
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), isLittle);
    expect((await imported(bytes)).texts).toEqual(["first", "žluťoučký"]);
  });

  test("lone surrogates, NUL, direction overrides and huge integers in text are kept unchanged", async () => {
    const content = "\\ud800 \\u0000 \\u202e 12345678901234567890";
    const { texts } = await imported(withMiddle(row("u3", "@").replace("@", content)));
    expect(texts[1]).toBe("\ud800 \u0000 \u202e 12345678901234567890");
  });

  test("prototype keys are harmless", async () => {
    const evil = row("u3", "ok").replace(
      '"type"',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"type"',
    );
    const { texts } = await imported(withMiddle(evil));
    expect(texts).toEqual(["first", "ok", "last"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("duplicate rows with the same uuid count once and are accounted for", async () => {
    const { texts, rows, sessions } = await imported(`${FIRST}\n`.repeat(21) + LAST);
    expect(texts).toEqual(["first", "last"]);
    expect(rows).toMatchObject({ read: 22, interpreted: 2, kept: 20 });
    expect(sessions[0]?.keptRows[0]?.kind).toBe("duplicate:user");
  });

  test("unknown rows, parent cycles, orphans, null usage and unreadable times are shown or reported", async () => {
    const assistant = (uuid: string, block: unknown, usage: unknown) =>
      row(uuid, "", {
        type: "assistant",
        message: { role: "assistant", id: uuid, model: "m", content: [block], usage },
      });
    const rows = [
      row("a", "one", { parentUuid: "b" }),
      row("b", "two", { parentUuid: "a", timestamp: "yesterday" }),
      row("c", [{ type: "tool_result", tool_use_id: "nobody", content: "orphan" }]),
      assistant("d", { type: "tool_use", id: "t", name: "Bash", input: {} }, null),
      assistant("e", { type: "hologram", data: 1 }, { input_tokens: -5, output_tokens: "many" }),
      row("f", "side", { isSidechain: true, parentUuid: "f" }),
      '{"type":"tomorrow","x":1}',
      "[]",
      "42",
    ];
    const { texts, codes, sessions, ...rest } = await imported(rows.join("\n"));
    expect(texts).toEqual(["one", "two", "tool-result", "tool-call", "opaque", "side"]);
    expect(codes).toEqual(["invalid-timestamp"]);
    expect(sessions[0]?.responses.map((response) => response.usage)).toEqual([null, null]);
    expect(sessions[0]?.keptRows.map((kept) => kept.kind)).toEqual(["tomorrow", "array", "untyped-number"]);
    expect(rest.rows).toMatchObject({ read: 9, interpreted: 6, kept: 3, bad: 0 });
  });
});

describe("cancellation and progress", () => {
  test("stops at a signal, before and in the middle", async () => {
    const session = memoryFile(`${FIRST}\n`.repeat(2000), "x", 1000);
    const aborted = AbortSignal.abort();
    expect(await importTranscript([session], { signal: aborted })).toMatchObject({
      ok: false,
      error: { code: "cancelled" },
    });
    const controller = new AbortController();
    const seen: number[] = [];
    const onProgress = ({ bytesRead }: { bytesRead: number }) => {
      seen.push(bytesRead);
      if (bytesRead > 50_000) controller.abort();
    };
    expect(await importTranscript([session], { signal: controller.signal, onProgress })).toMatchObject({
      error: { code: "cancelled" },
    });
    expect(seen.at(-1)).toBeLessThan(60_000);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("an unreadable file is not mistaken for a bad one", async () => {
    const broken = {
      name: "x",
      sha256: "",
      bytes: 1,
      open: async function* () {
        yield encode(`${FIRST}\n`);
        throw new Error("disk");
      },
    };
    await expect(importTranscript([broken])).rejects.toThrow("disk");
  });
});
