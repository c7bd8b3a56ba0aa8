import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DrawnSession, drawSession, MESSAGES_PER_SESSION } from "@/bench/scale/draw-library";
import { writeSessions } from "@/bench/scale/write-library";
import { LIBRARY_HAS, LIBRARY_SORTS } from "@/lib/api/library-keys";
import type { LibraryEntry } from "@/lib/api/schemas/session";
import { toLibraryItem } from "@/lib/read-models/library-item";
import { type Db, getDb } from "@/lib/server/db/get-db";
import { tableName } from "@/lib/server/db/table-name";
import { changeSessions } from "@/lib/server/library/change-sessions";
import { countRangedLosses, keptSum, readDayCells, readMostLost } from "@/lib/server/library/counts";
import { findHits, type Gathered, listSessions } from "@/lib/server/library/list";
import { readRows } from "@/lib/server/library/read-rows";
import { findCopies, likesOf, makeMissingItems } from "@/lib/server/library/refresh-items";
import { spendOverTime, totalLibrary } from "@/lib/view-models/library/library-totals";
import { type InMemory, listInMemory, mostLost, toDayCell } from "../support/library-in-memory";
import { onBothStores } from "../support/on-both-stores";
import { draws } from "../support/samples";
import { makeTempData } from "../support/temp-data";

const SESSIONS = 120;
const TITLES = [
  "Warmup",
  "warmup",
  "Fix the queue",
  "Übersicht 日本語",
  "100 % of 'it' \\ _x",
  "缓存失效",
  "a",
  "",
  "Fix\u202e it",
];
const STARTS = [
  "2026-03-01T10:00:00.000Z",
  "2026-03-01T23:59:59.999Z",
  "2026-03-02T00:00:00.000Z",
  "2025-12-31T10:00:00.000Z",
  null,
];

/** A loss of which only bounds are known. */
const RANGED = { lost_cost: null, lost: { kind: "range", low: 2, high: 9 } } as const;

/** Made-up sessions that share more titles, starts and figures than real ones. */
function drawAlike(number: number): DrawnSession {
  const drawn = drawSession(number);
  const pick = <T>(from: readonly T[], by: number) => from[Math.floor(number / by) % from.length] as T;
  const row = {
    ...drawn.row,
    title: pick(TITLES, 1),
    started_at: pick(STARTS, 3),
    requests: drawn.row.requests % 4,
    client: number % 11 === 0 ? null : drawn.row.client,
    format: pick(["winnow-recording", "claude-code", "pi", "gemini-cli"], 1),
    first_exchange: number % 5 === 0 ? null : `${number % 19}`,
    client_session: number % 3 === 0 ? null : `${number % 17}`,
    models: number % 13 === 0 ? [] : drawn.row.models,
    model: number % 13 === 0 ? null : drawn.row.model,
    ...(number % 7 === 0 && RANGED),
  };
  const createdAt = new Date(Date.UTC(2026, 2, 10) + (number % 20) * 1_000);
  return { ...drawn, row, createdAt, fileName: number % 5 === 0 ? "same.jsonl" : drawn.fileName };
}

const drawn = Array.from({ length: SESSIONS }, (_, number) => drawAlike(number));
const words = new Map(drawn.map(({ id, messages }) => [id, messages.map((message) => new Set(message.split(" ")))]));

async function readMemory(db: Db): Promise<InMemory> {
  const rows = await readRows(
    db,
    drawn.map(({ id }) => id),
  );
  const listed = rows.filter(({ deletedAt }) => deletedAt === null);
  const told = ({ format, client_session: clientSession = null, first_exchange: exchange = null }: LibraryEntry) => ({
    format,
    clientSession,
    exchange:
      ["pi", "gemini-cli"].includes(format) || (format === "winnow-recording" && !clientSession) ? exchange : null,
  });
  return { items: listed.map(({ entry }) => ({ ...toLibraryItem(entry), ...told(entry) })), words };
}

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 1 });
const days = maybe(["2025-12-31", "2026-03-01", "2026-03-02", "2030-01-01"]);
const asked = fc.record({
  sort: fc.constantFrom(...LIBRARY_SORTS),
  dir: fc.constantFrom("asc", "desc"),
  in: fc.constantFrom("transcripts", "titles"),
  q: fc.constantFrom(
    "",
    "deploy",
    "deploy ",
    "w1",
    "w1 w2 ",
    "缓存",
    "fix",
    "fix que",
    "staleversion",
    "%",
    "'it' \\",
    "a",
    "_x",
    "zz9",
  ),
  filter: fc.record({
    flags: fc.subarray([...LIBRARY_HAS], { maxLength: 2 }),
    client: maybe(["Codex", "Claude Code"]),
    model: maybe(["gpt-5.3-codex", "gemini-2.5-pro"]),
    project: maybe(["/home/me/work/project-0", "/nowhere"]),
    tag: maybe(["prod", "mine", ""]),
    from: days,
    to: days,
  }),
});
const changes = fc.record({
  sessions: fc.subarray(
    drawn.map(({ id }) => id),
    { minLength: 1, maxLength: 5 },
  ),
  add_tags: fc.subarray(["mine", "prod"]),
  remove_tags: fc.subarray(["prod", "docs"]),
  binned: fc.option(fc.boolean(), { nil: undefined }),
});
/** The order of equally frequent values is not compared. */
const sortedFacets = (facets: object) =>
  Object.fromEntries(
    Object.entries(facets).map(([name, values]) => [name, [...values].map((value) => JSON.stringify(value)).sort()]),
  );

onBothStores((store) => {
  makeTempData(store);

  describe("the library in the database equals the one in memory", () => {
    test("rows, orders, filters, searches, counts and sums, after each change", async () => {
      const db = await getDb();
      await writeSessions(db, drawn, 0);
      expect(await makeMissingItems(db)).toBe(SESSIONS);
      await checkAll(db);
      await fc.assert(
        fc.asyncProperty(
          changes,
          fc.array(asked, { minLength: 4, maxLength: 4 }),
          async ({ binned, ...change }, questions) => {
            const title = change.sessions.length === 1 ? { title: TITLES[change.add_tags.length] } : {};
            await changeSessions({ ...change, ...title, ...(binned !== undefined && { binned }) }, new Date());
            await checkAll(db);
            const memory = await readMemory(db);
            for (const { filter, ...question } of questions) {
              const wanted = listInMemory(memory, { ...question, filter });
              const { flags, ...values } = filter;
              const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
              const query = { ...question, ...given, has: flags.join(",") };
              const found = await listSessions({ ...query, limit: 1_000 });
              expect(found.sessions.map(({ id, differs, copy_of }) => [id, differs, copy_of])).toEqual(
                wanted.shown.map(({ id, differs, copyOf }) => [id, differs, copyOf]),
              );
              expect(found).toMatchObject({ found: wanted.shown.length, found_is_floor: false, hides: wanted.hides });
              const page = await listSessions({ ...query, offset: 7, limit: 5 });
              expect(page.sessions).toEqual(found.sessions.slice(7, 12));
            }
          },
        ),
        { numRuns: draws(8, 25) },
      );
    }, 120_000);

    test("a search finds the same, whether hits are gathered first or each session is tested", async () => {
      const db = await getDb();
      const find = async (text: string, isInTitles: boolean, most?: Gathered) => {
        const { sql } = await findHits(db, text, isInTitles, most);
        const rows = await db.$queryRaw<{ sessionId: string }[]>`
          SELECT i."sessionId" FROM ${tableName("LibraryItem")} i WHERE NOT i."isBinned" AND (${sql})`;
        return rows.map(({ sessionId }) => sessionId).sort();
      };
      for (const isInTitles of [true, false])
        for (const text of ["fix", "缓存", "deploy ", "w1", "a", "it que", "'it' \\", "staleversion", "zz9"]) {
          const found = await find(text, isInTitles);
          expect(await find(text, isInTitles, { titles: 0, messages: 20_000 })).toEqual(found);
          expect(await find(text, isInTitles, { titles: 10_000, messages: 0 })).toEqual(found);
          if (text === "fix") expect(found.length).toBeGreaterThan(10);
        }
    });

    test("counts and sums follow the deletion of a session", async () => {
      const db = await getDb();
      const ids = drawn.slice(0, 40).map(({ id }) => id);
      await db.$transaction(async (transaction) => {
        const likes = await likesOf(transaction, { sessionId: { in: ids } });
        await transaction.session.deleteMany({ where: { id: { in: ids } } });
        await findCopies(transaction, likes);
      });
      await checkAll(db);
      await db.importedFile.deleteMany();
      expect(await keptSum(db, "messages")).toBe(SESSIONS * MESSAGES_PER_SESSION); // the index still has them
      await db.searchState.deleteMany();
      expect((await db.libraryCount.findMany()).every(({ sessions }) => sessions === 0)).toBe(true);
      expect(totalLibrary(await readDayCells(db))).toMatchObject({ sessions: 0, cost: null, readShare: null });
      for (const { sessions, requests, cost, read, readOf, lost } of await db.libraryDay.findMany())
        expect([sessions, requests, cost, read, readOf, lost].map(Number)).toEqual([0, 0, 0, 0, 0, 0]);
    });
  });
});

/** Facets, numbers and sums of the whole library. */
async function checkAll(db: Db): Promise<void> {
  const { items } = await readMemory(db);
  const { facets, total, binned } = await listSessions({ limit: 1 });
  const none = { flags: [], client: null, model: null, project: null, tag: null, from: null, to: null };
  const wanted = listInMemory({ items, words }, { sort: "started", dir: "desc", q: "", in: "titles", filter: none });
  expect(sortedFacets(facets)).toEqual(sortedFacets(wanted.facets));
  expect([total, total + binned]).toEqual([items.length, await db.session.count()]);
  const files = await db.importedFile.findMany({ select: { bytes: true } });
  expect([await keptSum(db, "files"), await keptSum(db, "bytes")]).toEqual([
    files.length,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  ]);
  const cells = await readDayCells(db);
  const ofItems = wanted.items.filter(({ copyOf }) => copyOf === null).map(toDayCell);
  expectClose(totalLibrary(cells), totalLibrary(ofItems));
  expectClose(spendOverTime(cells), spendOverTime(ofItems));
  const losses = mostLost(wanted.items, 4);
  expect((await readMostLost(db, 4)).map(({ id, lostCost, isFloor }) => [id, lostCost, isFloor])).toEqual(
    losses.map(({ id, lostCost, isFloor }) => [id, lostCost, isFloor]),
  );
  const ranged = wanted.items.filter(({ shown, isExample }) => !isExample && shown.lost.kind === "range");
  expect(await countRangedLosses(db)).toBe(ranged.length);
}

/** Sums in a different order differ in their last digits, and read tokens are stored as integers. */
const expectClose = (found: unknown, wanted: unknown) => expect(found).toEqual(close(wanted));

function close(value: unknown): unknown {
  if (typeof value === "number") return expect.closeTo(value, 4);
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, close(part)]));
}
