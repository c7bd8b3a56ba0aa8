import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeLibrary } from "@/bench/scale/write-library";
import { LIBRARY_HAS, LIBRARY_SORTS } from "@/lib/api/library-keys";
import { ROUTES } from "@/lib/api/routes";
import { type Db, getDb } from "@/lib/server/db/get-db";
import { listImports } from "@/lib/server/ingest/list-imports";
import { makeMissingItems } from "@/lib/server/library/refresh-items";
import { librarySummary } from "@/lib/server/library/summary";
import { dispatch } from "@/lib/server/routes/dispatch";
import { addManyRows } from "../../support/many-rows";
import { onPostgres } from "../../support/on-both-stores";
import { type Allowed, connectForPlans, faultyQueries, recordQueries } from "../../support/query-plans";
import { makeTempData } from "../../support/temp-data";

const SESSIONS = 4_000;

const ALLOWED: Allowed = {
  many: [
    [/\) AS passing/, "counts sessions that pass several filters, 10,000 beyond the page at most"],
    [/WHERE "words" @@/, "gathers what a search found, 20,000 messages at most"],
    [/"Session"\."id" IN \((\$\d+,){300}/, "reads hundreds of sessions that runs name, which of a small table is most"],
  ],
  whole: [
    [
      /"LibraryDay" WHERE/,
      "the totals are the sums of all days: rows grow with days and families of models, not with sessions",
    ],
    [/LEFT JOIN "public"."LibraryItem"/, "once for each process: finds sessions that have no row of the list yet"],
    [/^SELECT COUNT\(\*\) AS "_count\$_all"/, "counts rows by an index alone, for diagnostics"],
    [/^SELECT COUNT\(\*\) .* GROUP BY "public"."Session"."format"/, "counts formats for diagnostics"],
    [/"ModelStatement" WHERE 1=1/, "what readers said of logs that name no model: as many rows as they said"],
  ],
  // A page has fifty sessions; distinguishing them and searching each reads some hundred more rows.
  most: { read: 1_500, sorted: 1_000 },
};

const FILTERS = [
  "client=Codex",
  "model=gpt-5.3-codex",
  "project=/home/me/work/project-7",
  "tag=prod",
  "tag=",
  "from=2026-01-01",
  "to=2026-01-31",
  "client=Codex&has=break&sort=cost",
  "q=staleversionerror%20",
  "q=deploy%20",
  "q=deploy%20w1",
  "q=%E7%BC%93%E5%AD%98",
  "q=29&in=titles",
  "q=fix%20the&in=titles",
  ...LIBRARY_HAS.map((has) => `has=${has}`),
];
const LISTS = [
  "",
  "offset=500",
  ...FILTERS,
  ...LIBRARY_SORTS.flatMap((sort) => [`sort=${sort}&dir=asc`, `sort=${sort}&dir=desc`]),
];

/** Calls every reading route and ignores its answer, because there are rows but no files. */
async function walkRoutes(db: Db): Promise<void> {
  const session = await db.session.findFirstOrThrow({ select: { id: true } });
  const ids: Record<string, string> = { id: session.id, agent: "main", partId: "p", index: "0" };
  for (const key of Object.keys(ROUTES).filter((route) => route.startsWith("GET "))) {
    const template = key.slice("GET ".length);
    const params = Object.fromEntries(
      [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, ids[name] ?? "x"]),
    );
    await ask(template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ""));
    if (template !== "/api/library/sessions") continue;
    for (const query of LISTS) await ask(`${template}?limit=50&${query}`);
  }
  await ask(`/api/library/places?q=deploy&sessions=${session.id}`);
  for (const id of ["run_0", "run_1"]) await ask(`/api/runs/${id}`);
  await librarySummary();
  for (const page of [1, 2, SESSIONS]) await listImports(page);
}

async function ask(address: string): Promise<void> {
  const headers = { host: "127.0.0.1:3000" };
  const response = await dispatch(new Request(`http://127.0.0.1:3000${address}`, { headers }));
  await response.body?.cancel();
}

onPostgres("plans of queries over some thousand sessions", () => {
  const data = makeTempData("postgres");
  const recorded = recordQueries();
  let client: pg.Client;

  beforeAll(async () => {
    const db = await getDb();
    await writeLibrary(db, SESSIONS);
    await addManyRows(db);
    await makeMissingItems(db);
    await db.$executeRawUnsafe("VACUUM ANALYZE");
    (recorded.queries as Map<string, unknown>).clear();
    await walkRoutes(db);
    recorded.stop();
    client = await connectForPlans();
  }, 300_000);
  afterAll(async () => {
    recorded.stop();
    await client?.end();
  });

  const faults = () => faultyQueries(client, recorded.queries, ALLOWED);

  test("the walk recorded the library's queries", () => {
    const all = [...recorded.queries.keys()].join("\n");
    for (const table of [
      "LibraryItem",
      "LibraryCount",
      "LibraryDay",
      "_SearchText",
      "ImportedFile",
      "Job",
      "Run",
      "Comment",
    ])
      expect(all).toContain(`"${table}"`);
  });

  test("no query reads an entire large table, sorts one or reads many rows", async () => {
    expect(await faults()).toEqual({});
  }, 120_000);

  test.each([
    ["an order", `"LibraryItem_cost_desc"`],
    ["words of messages", `"_SearchText_words"`],
    ["pieces of titles", `"LibraryItem_grams"`],
    ["the newest imports", `"Session_createdAt_id_idx"`],
  ])(
    "without the index of %s one does",
    async (_, index) => {
      const before = Object.keys(await faults()).length;
      await data.cluster().query(process.env.DATABASE_URL ?? "", `DROP INDEX ${index}`);
      expect(Object.keys(await faults()).length).toBeGreaterThan(before);
    },
    120_000,
  );
});
