import { beforeEach, describe, expect, test } from "vitest";
import type { TranscriptFile } from "@/lib/importers/importer";
import { getDb } from "@/lib/server/db/get-db";
import { chooseSessions } from "@/lib/server/library/choose-sessions";
import { whenIndexed } from "@/lib/server/library/indexer";
import { refreshItems } from "@/lib/server/library/refresh-items";
import { countOwnSessions } from "@/lib/server/library/run-sessions";
import { librarySummary } from "@/lib/server/library/summary";
import { emptyOldBin } from "@/lib/server/sessions/bin";
import { loadLibrarySpend } from "@/lib/server/sessions/list-query";
import { deleteSession } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../support/api-route";
import { onBothStores } from "../support/on-both-stores";
import { type RecordedCall, recordingOf } from "../support/recorded-rows";
import { postBytes, postJson, readProblem, send, startTestServer } from "../support/test-server";
import { makeSession } from "../support/transcripts";

const bin = apiRoute("GET /api/library/bin");
const change = apiRoute("POST /api/library/changes");
const places = apiRoute("GET /api/library/places");
const list = apiRoute("GET /api/library/sessions");
const show = apiRoute("GET /api/sessions/{id}");
const page = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

type Listed = { id: string; title: string; logged_title: string; tags: string[]; copy_of: string | null };

const uuid = (number: number) => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;
const read = async (query = "") => (await send(list, `/api/library/sessions${query}`)).json();
const idsOf = ({ sessions }: { sessions: Listed[] }) => sessions.map(({ id }) => id);
const edit = (body: object) => postJson(change, "/api/library/changes", body);

/** Two calls of a Claude Code session, as recorded by `winnow record`. */
const recordedTurns = (session: string): RecordedCall[] =>
  [1, 3].map((count) => ({
    path: "/v1/messages",
    headers: { "x-claude-code-session-id": session },
    body: {
      model: "claude-sonnet-4-5-20250929",
      tools: [{ name: "Bash", input_schema: { type: "object" } }],
      messages: Array.from({ length: count }, (_, at) => ({
        role: at % 2 ? "assistant" : "user",
        content: `Words ${at}`,
      })),
    },
    answer: {
      id: `msg_${session}_${count}`,
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5-20250929",
      content: [{ type: "text", text: `Words ${count}` }],
      usage: { input_tokens: 10, cache_read_input_tokens: 900, cache_creation_input_tokens: 90, output_tokens: 5 },
    },
  }));

async function textOf(file: TranscriptFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function addFile(text: string): Promise<string> {
  return (await (await postBytes(upload, text)).json()).files[0].sessions[0];
}

async function add(number: number, options: { turns?: number; output?: string } = {}): Promise<string> {
  const answer = await postBytes(upload, makeSession({ id: uuid(number), ...options }));
  return (await answer.json()).files[0].sessions[0];
}

onBothStores((store) => {
  startTestServer(store);

  beforeEach(async () => {
    for (const { id } of await (await getDb()).session.findMany({ select: { id: true } })) await deleteSession(id);
    await whenIndexed();
  });

  describe("the list", () => {
    test("is sorted and paged by the server", async () => {
      const [two, five, three] = [await add(1, { turns: 2 }), await add(2, { turns: 5 }), await add(3, { turns: 3 })];
      expect(idsOf(await read("?sort=requests&dir=asc"))).toEqual([two, three, five]);
      const page = await read("?sort=requests&dir=desc&offset=1&limit=1");
      expect(idsOf(page)).toEqual([three]);
      expect(page).toMatchObject({ total: 3, found: 3, binned: 0 });
      expect(page.facets.client).toEqual([{ value: "Claude Code", count: 3 }]);
    });

    test("marks a session with the same start as a copy of the longer one", async () => {
      const [short, long] = [await add(1, { turns: 2 }), await add(2, { turns: 3 })];
      const { sessions } = await read("?sort=requests");
      expect(sessions.map(({ id, copy_of }: Listed) => [id, copy_of])).toEqual([
        [long, null],
        [short, long],
      ]);
      expect(idsOf(await read("?has=copy"))).toEqual([short]);
    });

    test("counts a recording and the client's log of the same session once", async () => {
      const log = await add(1, { turns: 2 });
      const before = await librarySummary();
      const recorded = await addFile(await textOf(recordingOf(recordedTurns(uuid(1)), "claude-code")));
      const other = await addFile(await textOf(recordingOf(recordedTurns(uuid(2)), "claude-code")));
      const copies = Object.fromEntries((await read()).sessions.map(({ id, copy_of }: Listed) => [id, copy_of]));
      expect(copies).toEqual({ [log]: null, [recorded]: log, [other]: null });
      const { sessions } = await (await send(page, "/api/sessions")).json();
      expect(Object.fromEntries(sessions.map(({ id, copy_of }: Listed) => [id, copy_of]))).toEqual(copies);
      const others = async (id: string) =>
        (await (await send(show, `/api/sessions/${id}`, { params: { id } })).json()).same_session;
      expect(await others(log)).toEqual([{ id: recorded, format: "winnow-recording", counts: false }]);
      expect(await others(recorded)).toEqual([{ id: log, format: "claude-code", counts: true }]);
      expect(await others(other)).toEqual([]);
      await deleteSession(other);
      expect(await librarySummary()).toEqual(before);
      expect(await countOwnSessions()).toBe(1);
      expect(await loadLibrarySpend({})).toMatchObject({ sessions: 1 });
      expect((await chooseSessions(undefined)).map(({ id }) => id)).toEqual([log]);
      await deleteSession(log);
      expect((await read()).sessions.map(({ id, copy_of }: Listed) => [id, copy_of])).toEqual([[recorded, null]]);
      expect(await countOwnSessions()).toBe(1);
    });

    test("refuses what it does not know", async () => {
      for (const query of ["?sort=colour", "?offset=-1", "?from=yesterday", "?what=1", "?limit=5000"])
        expect((await readProblem(await send(list, `/api/library/sessions${query}`))).status).toBe(422);
    });
  });

  describe("search in transcripts", () => {
    test("finds messages that contain all words, and their places", async () => {
      const hit = await add(1, { turns: 2, output: "StaleVersionError: expected 4, found 5\n缓存失效了" });
      await add(2, { output: "nothing of the kind" });
      expect((await read()).unindexed).toBe(2);
      await whenIndexed();
      expect((await read()).unindexed).toBe(0);
      for (const query of ["StaleVersionError expected", "staleversionerr", "version error stale", "缓存失效", "缓"])
        expect(idsOf(await read(`?q=${encodeURIComponent(query)}`))).toEqual([hit]);
      for (const query of [
        "StaleVersionError nothing",
        "aleVersion",
        "存缓",
        "'; DROP TABLE x; -- zz9",
        '"unclosed zz9',
      ])
        expect(idsOf(await read(`?q=${encodeURIComponent(query)}`))).toEqual([]);
      const found = await (await send(places, `/api/library/places?q=expected%204&sessions=${hit}`)).json();
      const [place] = found.places;
      expect(place).toMatchObject({ id: hit, messages: 2, agent: "main", kind: "tool_result" });
      expect(place.hits.map(([from, to]: [number, number]) => place.text.slice(from, to))).toEqual(["expected", "4"]);
    });

    test("also finds titles, or only titles", async () => {
      const id = await add(1);
      await edit({ sessions: [id], title: "Quokka" });
      await whenIndexed();
      expect(idsOf(await read("?q=quokka"))).toEqual([id]);
      expect(idsOf(await read("?q=toolu&in=titles"))).toEqual([]);
      expect((await read("?q=zebra")).hides).toEqual({ q: 1 });
    });

    test("follows a re-imported session and forgets a deleted one", async () => {
      const id = await add(1, { output: "wombat" });
      await whenIndexed();
      const db = await getDb();
      const state = await db.searchState.findUniqueOrThrow({ where: { sessionId: id } });
      expect(state).toMatchObject({ isWhole: true, messages: 8 });
      // As after an interruption: half of it is indexed, from another import.
      await db.searchState.update({ where: { sessionId: id }, data: { fileId: "older", messages: 3, isWhole: false } });
      await db.$transaction((transaction) => refreshItems(transaction, [id]));
      await whenIndexed();
      expect(await db.searchState.findUnique({ where: { sessionId: id } })).toMatchObject({
        isWhole: true,
        messages: 8,
      });
      expect(idsOf(await read("?q=wombat"))).toEqual([id]);
      await deleteSession(id);
      expect(await db.searchState.count()).toBe(0);
      const rows = await db.$queryRawUnsafe<unknown[]>(`SELECT 1 FROM "_SearchText"`);
      expect(rows).toEqual([]);
    });
  });

  describe("the reader's additions to a session", () => {
    test("a title and tags, which survive re-reading the file", async () => {
      const id = await add(1);
      await edit({ sessions: [id], title: " Mine ", add_tags: ["prod", "retries"] });
      expect((await read()).sessions[0]).toMatchObject({ title: "Mine", tags: ["prod", "retries"] });
      expect(await (await send(show, `/api/sessions/${id}`, { params: { id } })).json()).toMatchObject({
        title: "Mine",
      });
      expect(idsOf(await read("?tag=prod"))).toEqual([id]);
      await edit({ sessions: [id], title: "", remove_tags: ["prod"] });
      const [session] = (await read()).sessions;
      expect(session.title).toBe(session.logged_title);
      expect(session.tags).toEqual(["retries"]);
      expect(idsOf(await read("?tag="))).toEqual([]);
    });

    test("are refused for unknown sessions, and one title for many", async () => {
      const id = await add(1);
      expect((await readProblem(await edit({ sessions: [id, "nope"], binned: true }))).status).toBe(404);
      expect((await read()).total).toBe(1);
      expect((await readProblem(await edit({ sessions: [id, "nope"], title: "x" }))).status).toBe(422);
    });
  });

  describe("the bin", () => {
    test("hides sessions until they are restored", async () => {
      const id = await add(1, { output: "wombat" });
      await whenIndexed();
      expect(await (await edit({ sessions: [id], binned: true })).json()).toEqual({ sessions: 1, kept_days: 30 });
      expect(await read("?q=wombat")).toMatchObject({ sessions: [], total: 0, binned: 1 });
      const { sessions } = await (await send(bin, "/api/library/bin")).json();
      expect(sessions).toMatchObject([{ id }]);
      await edit({ sessions: [id], binned: false });
      expect(idsOf(await read("?q=wombat"))).toEqual([id]);
    });

    test("is paged, and reports how many sessions it contains", async () => {
      const ids = [await add(1), await add(2), await add(3)];
      await edit({ sessions: ids, binned: true });
      const page = async (query: string) => await (await send(bin, `/api/library/bin${query}`)).json();
      const [first, rest] = [await page("?limit=2"), await page("?offset=2&limit=2")];
      expect([first.total, rest.total]).toEqual([3, 3]);
      expect([first, rest].map(({ sessions }) => sessions.length)).toEqual([2, 1]);
      expect(idsOf({ sessions: [...first.sessions, ...rest.sessions] }).sort()).toEqual([...ids].sort());
      expect((await readProblem(await send(bin, "/api/library/bin?limit=0"))).status).toBe(422);
    });

    test("releases a session that is imported again", async () => {
      const id = await add(1);
      await edit({ sessions: [id], binned: true });
      await add(1);
      expect(idsOf(await read())).toEqual([id]);
    });

    test("deletes for good after its period", async () => {
      const id = await add(1);
      await edit({ sessions: [id], binned: true });
      const day = 86_400_000;
      expect(await emptyOldBin(new Date(Date.now() + 29 * day))).toBe(0);
      expect(await emptyOldBin(new Date(Date.now() + 31 * day))).toBe(1);
      const db = await getDb();
      expect([await db.session.count(), await db.sessionNote.count(), await db.blob.count()]).toEqual([0, 0, 0]);
    });
  });
});
