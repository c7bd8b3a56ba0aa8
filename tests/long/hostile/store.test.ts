import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, describe, expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { CRUSH_SCHEMA, crushMessage, crushSession } from "@/tests/support/crush-rows";
import { inPlace, makeStore } from "@/tests/support/make-store";
import { memoryFile } from "@/tests/support/transcript-file";

const PAGE = 512;
let good: Uint8Array;

beforeAll(async () => {
  const text = (words: string) => [{ type: "text", data: { text: words } }];
  good = await makeStore(`pragma page_size = ${PAGE}; ${CRUSH_SCHEMA}`, {
    sessions: ["s1", "s2"].map((id) => crushSession(id)),
    messages: Array.from({ length: 60 }, (_, at) =>
      crushMessage(`m${at}`, at % 2 ? "s1" : "s2", "user", text(`${at} `.repeat(1 + (at % 7) * 90)), at),
    ),
  });
});

const read = (bytes: Uint8Array) => importTranscript([inPlace(memoryFile(bytes, "x.db"), bytes)]);

/** Any result must be a value that accounts for every readable row. */
async function holds(bytes: Uint8Array) {
  const result = await read(bytes);
  if (!result.ok) return expect(result.error.message).not.toBe("");
  const { rows } = result.value;
  return expect(rows.read).toBe(rows.interpreted + rows.kept + rows.bad);
}

function changed(at: number, ...bytes: readonly number[]): Uint8Array {
  const copy = good.slice();
  copy.set(bytes, at % Math.max(1, copy.length - bytes.length));
  return copy;
}

describe("a damaged database", () => {
  property.prop([fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 })], { numRuns: 120 })(
    "any changed bytes: read or refused, never thrown",
    async (changes) => {
      const copy = good.slice();
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      await holds(copy);
    },
  );

  property.prop([fc.nat()], { numRuns: 60 })("any prefix", async (length) => {
    await holds(good.slice(0, length % good.length));
  });

  property.prop([fc.nat(), fc.nat(255)], { numRuns: 60 })(
    "any page in the place of another: read or refused, never thrown",
    async (from, to) => {
      const pages = good.length / PAGE;
      const copy = good.slice();
      copy.copyWithin((to % pages) * PAGE, (from % pages) * PAGE, ((from % pages) + 1) * PAGE);
      await holds(copy);
    },
  );

  test("a damaged page loses only its own rows, and is reported", async () => {
    const whole = await read(good);
    if (!whole.ok) throw new Error(whole.error.message);
    const place = whole.value.sessions[0]?.messages.at(-1)?.parts[0]?.source?.byteOffset ?? 0;
    const result = await read(changed(Math.floor(place / PAGE) * PAGE, 77));
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value.rows.bad).toBe(1);
    expect(result.value.issues[0]).toMatchObject({
      code: "damaged-row",
      message: expect.stringMatching(/messages cannot be read: page \d+ is not one of a table/),
    });
    expect(result.value.rows.interpreted).toBeGreaterThan(50);
  });

  test("invalid page sizes, and a file with only the magic bytes, are refused", async () => {
    const failure = { ok: false, error: { code: "damaged-store" } };
    expect(await read(changed(16, 0, 3))).toMatchObject(failure);
    expect(await read(good.slice(0, 40))).toMatchObject(failure);
  });
});

describe("a database built to keep its reader busy", () => {
  test("rows that share one long chain of pages end at the size of the database", async () => {
    const bomb = await makeStore(
      "pragma page_size = 65536; create table sessions (id, title); create table messages (id, session_id, role, parts)",
      {
        sessions: [{ id: "s", title: "t" }],
        messages: [{ id: "m", session_id: "s", role: "user", parts: `[${" ".repeat(4_000_000)}]` }],
      },
    );
    // Each pointer of the leaf page leads to the same row, and the page claims that there are fifteen.
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    const leaf = Array.from({ length: bomb.length / 65536 }, (_, page) => page * 65536).find(
      (at) => at > 0 && bomb[at] === 13 && view.getUint16(at + 3) === 1 && view.getUint16(at + 8) < 64_000,
    );
    if (leaf === undefined) throw new Error("no leaf");
    const cell = view.getUint16(leaf + 8);
    view.setUint16(leaf + 3, 15);
    for (let index = 0; index < 15; index += 1) view.setUint16(leaf + 8 + index * 2, cell);
    const started = performance.now();
    await read(bomb);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("another program's database is named by its tables", async () => {
    const result = await read(await makeStore("create table moz_places (id integer primary key, url text)"));
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: "not-a-transcript",
        message: expect.stringContaining("SQLite database with the tables moz_places"),
      },
    });
  });

  test("a database without a message is refused", async () => {
    const result = await read(await makeStore(CRUSH_SCHEMA, { sessions: [crushSession("s1")] }));
    expect(result).toMatchObject({
      ok: false,
      error: { code: "not-a-transcript", message: expect.stringContaining("1 sessions and no message") },
    });
  });

  test("a file that cannot be read in place is held in memory, up to a limit", async () => {
    const result = await importTranscript([memoryFile(good)], { limits: { maxHeldStoreBytes: 1000 } });
    expect(result).toMatchObject({ ok: false, error: { code: "too-large" } });
  });

  test("passes on sessions one by one to consumers that take them", async () => {
    const taken: string[] = [];
    const file = inPlace(memoryFile(good), good);
    const result = await importTranscript([file], { onSession: (session) => taken.push(session.title) });
    expect(taken).toEqual(["Title of s1", "Title of s2"]);
    expect(result).toMatchObject({ ok: true, value: { sessions: [], rows: { bad: 0 } } });
  });
});
