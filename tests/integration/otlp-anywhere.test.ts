import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import * as blobs from "@/lib/server/objects/blobs";
import { listShared, writeShared } from "@/lib/server/objects/shared-texts";
import { addPart, conversationOf, listParts, listWaiting, readState, writeState } from "@/lib/server/otlp/otlp-parts";
import { importWaiting, whenIngested } from "@/lib/server/otlp/otlp-sessions";
import { asServer, inProject } from "@/lib/server/process/caller-context";
import { LIMITS } from "@/lib/server/process/limits";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { rebuildLibrary } from "@/lib/server/repair/rebuild-library";
import { followState } from "@/lib/server/store/follow-state";
import { dropCopies } from "@/lib/server/store/shared-derived";
import { apiRoute } from "../support/api-route";
import { startObjectServer } from "../support/object-server";
import { onBothStores, onPostgres } from "../support/on-both-stores";
import { postJson, send, startTestServer } from "../support/test-server";

const list = apiRoute("GET /api/library/sessions");
const POST = apiRoute("POST /api/otlp/v1/{signal}");
const deleteProject = apiRoute("DELETE /api/projects/{id}");
const makeProject = apiRoute("POST /api/projects");
const deleteRoute = apiRoute("DELETE /api/sessions/{id}");

/** Storing bytes fails this many times, as on a full disk or while the bucket is unavailable. */
function failToKeep(times: number): void {
  const keepBlob = vi.spyOn(blobs, "keepBlob");
  for (let left = times; left > 0; left -= 1) keepBlob.mockRejectedValueOnce(new Error("bytes cannot be kept"));
}
afterAll(() => vi.restoreAllMocks());

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});
const said = (role: string, text: string) => JSON.stringify([{ role, parts: [{ type: "text", content: text }] }]);

/** A tool's span. It does not name its conversation, so it is kept only if a model call made its trace known. */
const tool = (trace: string) => ({
  resourceSpans: [
    { scopeSpans: [{ scope: {}, spans: [{ traceId: trace, spanId: `${trace}-tool`, name: "bash", attributes: [] }] }] },
  ],
});

/** An export with one call. */
const exported = (trace: string, at: number, conversation: string) => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          scope: {},
          spans: [
            {
              traceId: trace,
              spanId: `${trace}-${at}`,
              name: "chat gpt-5",
              startTimeUnixNano: `${1_767_225_600 + at * 2}000000000`,
              endTimeUnixNano: `${1_767_225_601 + at * 2}000000000`,
              attributes: [
                attribute("gen_ai.operation.name", "chat"),
                attribute("gen_ai.request.model", "gpt-5"),
                attribute("gen_ai.input.messages", said("user", `Question ${at}`)),
                attribute("gen_ai.output.messages", said("assistant", `Answer ${at}`)),
                attribute("gen_ai.usage.input_tokens", 1_000 + at),
                attribute("gen_ai.usage.output_tokens", 20),
                attribute("gen_ai.conversation.id", conversation),
              ],
            },
          ],
        },
      ],
    },
  ],
});

async function post(value: object, project?: string): Promise<unknown> {
  const headers = { "content-type": "application/json", ...(project && { "x-winnow-project": project }) };
  const params = { signal: "traces" };
  const body = JSON.stringify(value);
  return (await send(POST, "/api/otlp/v1/traces", { method: "POST", params, headers, body })).json();
}
async function sessions(): Promise<{ id: string; requests: number }[]> {
  await whenIngested();
  const { sessions } = await (await send(list, "/api/library/sessions")).json();
  return sessions.map(({ id, requests }: { id: string; requests: number }) => ({ id, requests }));
}
const forget = (id: string) => send(deleteRoute, `/api/sessions/${id}`, { method: "DELETE", params: { id } });

onPostgres("spans that arrive at servers with directories of their own", () => {
  startObjectServer();
  const data = startTestServer("postgres", { worksJobs: false });
  const elsewhere = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-spans-"));
  beforeAll(() => {
    process.env.WINNOW_OBJECTS = "s3://winnow/spans";
  });
  afterEach(whenIngested);
  afterAll(() => {
    process.env.WINNOW_DATA_DIR = data.dir();
    delete process.env.WINNOW_OBJECTS;
    fs.rmSync(elsewhere, { recursive: true, force: true });
  });
  /** Makes this process forget everything, like a server on another machine. */
  const moveTo = async (name: string) => {
    await whenIngested();
    process.env.WINNOW_DATA_DIR = path.join(elsewhere, name);
    forgetProcessState("otlp-traces");
    await dropCopies();
  };

  test("form one session that each server continues, and leave nothing behind", async () => {
    await moveTo("first");
    expect(await post(exported("t1", 0, "conversation-1"))).toEqual({});
    const [before] = await sessions();
    expect(before).toMatchObject({ requests: 1 });
    await moveTo("second");
    expect(await post(tool("t1"))).toEqual({}); // the first server saw that trace
    expect(await post(tool("t0"))).toMatchObject({ partialSuccess: { rejectedSpans: 1 } });
    expect(await post(exported("t1", 1, "conversation-1"))).toEqual({});
    expect(await post(exported("t2", 2, "conversation-1"))).toEqual({});
    expect(await sessions()).toEqual([{ id: before?.id, requests: 3 }]);
    await moveTo("first");
    expect(await post(exported("t2", 3, "conversation-1"))).toEqual({});
    expect(await sessions()).toEqual([{ id: before?.id, requests: 4 }]);
    expect(await listShared("otlp-parts")).toEqual([]);
  });

  test("received by a server that was then killed are imported by the leading server a minute later", async () => {
    await moveTo("first");
    const line = JSON.stringify(exported("t3", 4, "conversation-1"));
    await addPart(conversationOf("conversation-1"), line);
    await moveTo("second");
    await asServer(() => importWaiting());
    expect((await sessions())[0]).toMatchObject({ requests: 4 });
    await asServer(() => importWaiting(Date.now() + 60_000));
    expect((await sessions())[0]).toMatchObject({ requests: 5 });
    expect(await listWaiting()).toEqual([]);
  });

  test("continue what an older version stored on one server, whichever server has imported since", async () => {
    const folder = path.join(elsewhere, "first", "otlp");
    fs.mkdirSync(folder, { recursive: true });
    const { name } = conversationOf("conversation-2");
    fs.writeFileSync(path.join(folder, `${name}.jsonl`), `${JSON.stringify(exported("u1", 0, "conversation-2"))}\n`);
    await moveTo("second");
    await post(exported("u2", 1, "conversation-2"));
    await moveTo("first");
    await post(exported("u3", 2, "conversation-2"));
    const both = (await sessions()).map(({ requests }) => requests);
    expect(both.sort()).toEqual([3, 5]);
    expect(fs.readdirSync(folder)).toEqual([]);
    const added = (await sessions()).find(({ requests }) => requests === 3);
    expect((await forget(added?.id ?? "")).status).toBe(200);
  });

  test("of a session deleted on one server bring nothing back on another", async () => {
    const [held] = await sessions();
    expect((await forget(held?.id ?? "")).status).toBe(200);
    await moveTo("third");
    expect(await post(exported("t1", 9, "conversation-1"))).toEqual({});
    expect(await sessions()).toEqual([]);
    expect(await listShared("otlp-parts")).toEqual([]);
  });
});

describe("on one server", () => {
  onBothStores((store) => {
    const data = startTestServer(store);
    afterEach(whenIngested);

    /** The file of an older version, which stored each conversation in one file. */
    const olderFile = (name: string) => path.join(data.dir(), "otlp", `${name}.jsonl`);
    const writeOlder = (name: string, ...lines: object[]) => {
      fs.mkdirSync(path.join(data.dir(), "otlp"), { recursive: true });
      fs.appendFileSync(olderFile(name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    };
    /** The session of a conversation. */
    const sessionOf = async (conversation: string) => {
      const all = await sessions();
      const { sha256 } = (await readState(conversationOf(conversation))) ?? { sha256: "" };
      const where = { file: { sha256 } };
      const row = await (await getDb()).session.findFirst({ where, select: { id: true } });
      return all.find(({ id }) => id === row?.id);
    };
    const make = async (name: string): Promise<string> =>
      (await (await postJson(makeProject, "/api/projects", { name })).json()).id;
    const drop = (id: string) =>
      send(deleteProject, `/api/projects/${id}?sessions=delete`, { method: "DELETE", params: { id } });
    /** What the leading server does a minute later. */
    const lookLater = async () => {
      await asServer(() => importWaiting(Date.now() + 60_000));
      await whenIngested();
    };

    test("deleting a session leaves nothing of its conversation, and it does not come back", async () => {
      await post(exported("t1", 0, "secret-conversation"));
      const [held] = await sessions();
      expect((await forget(held?.id ?? "")).status).toBe(200);
      const files = fs.readdirSync(data.dir(), { recursive: true, encoding: "utf8" });
      const texts = files
        .filter((name) => /\botlp|blobs/.test(name) && fs.statSync(path.join(data.dir(), name)).isFile())
        .map((name) => fs.readFileSync(path.join(data.dir(), name), "utf8"));
      expect(texts.filter((text) => text.includes("Question"))).toEqual([]);
      const { name } = conversationOf("secret-conversation");
      writeOlder(name, exported("t1", 0, "secret-conversation"));
      await post(exported("t1", 1, "secret-conversation"));
      expect(await sessions()).toEqual([]);
      expect([fs.existsSync(olderFile(name)), await listShared("otlp-parts")]).toEqual([false, []]);
    });

    test("a failed import is not mistaken for a deletion, and joins what is sent next", async () => {
      failToKeep(1);
      await post(exported("f1", 0, "first-fails"));
      await whenIngested();
      expect(await listParts(conversationOf("first-fails"))).toHaveLength(1);
      await post(exported("f2", 1, "first-fails"));
      expect(await sessions()).toMatchObject([{ requests: 2 }]);
      expect(await listShared("otlp-parts")).toEqual([]);
    });

    test("a failed import is retried until it succeeds, without new data", async () => {
      failToKeep(2);
      await addPart(conversationOf("tried"), JSON.stringify(exported("r1", 0, "tried")));
      await lookLater();
      await lookLater();
      expect(await listWaiting()).toHaveLength(1);
      await lookLater();
      expect(await listWaiting()).toEqual([]);
      expect(await sessionOf("tried")).toMatchObject({ requests: 1 });
    });

    test("parts that cannot form a session are not retried until more arrive", async () => {
      const conversation = conversationOf("no-session");
      await addPart(conversation, JSON.stringify(tool("n1")));
      await lookLater();
      const before = fs.readdirSync(path.join(data.dir(), "incoming")).length;
      const staging = vi.spyOn(fs, "mkdirSync");
      await lookLater();
      expect(staging.mock.calls.filter(([place]) => String(place).includes("incoming"))).toEqual([]);
      staging.mockRestore();
      expect(fs.readdirSync(path.join(data.dir(), "incoming"))).toHaveLength(before);
      await post(exported("n1", 0, "no-session"));
      expect(await sessionOf("no-session")).toMatchObject({ requests: 1 });
    });

    test("a conversation whose rows were lost with the database continues from its file", async () => {
      await post(exported("l1", 0, "lost"));
      const lost = await sessionOf("lost");
      const db = await getDb();
      await db.session.deleteMany({ where: { id: lost?.id ?? "" } });
      const { sha256 } = (await readState(conversationOf("lost"))) ?? { sha256: "" };
      expect((await db.importedFile.deleteMany({ where: { sha256 } })).count).toBe(1);
      await post(exported("l2", 1, "lost"));
      expect(await sessionOf("lost")).toEqual({ id: lost?.id, requests: 2 });
      expect(await rebuildLibrary()).toMatchObject({ rebuilt: 1, refused: [] }); // an older snapshot by now
      expect(await sessionOf("lost")).toEqual({ id: lost?.id, requests: 2 });
      await post(exported("l3", 2, "lost"));
      expect(await sessionOf("lost")).toEqual({ id: lost?.id, requests: 3 });
    });

    test("parts left by a crash after they were imported are not appended again", async () => {
      const conversation = conversationOf("crashed");
      await post(exported("c1", 0, "crashed"));
      await whenIngested();
      const before = await readState(conversation);
      await post(exported("c2", 1, "crashed"));
      await whenIngested();
      const after = await readState(conversation);
      if (before) await writeState(conversation, before); // as when the server was killed, with its part
      await addPart(conversation, JSON.stringify(exported("c2", 1, "crashed")));
      await lookLater();
      expect(await sessionOf("crashed")).toMatchObject({ requests: 2 });
      expect(await readState(conversation)).toEqual(after);
      expect(await listParts(conversation)).toEqual([]);
    });

    test("a state file that a crash left empty is ignored", async () => {
      await post(exported("e1", 0, "empty-state"));
      const held = await sessionOf("empty-state");
      const { project, name } = conversationOf("empty-state");
      await writeShared(`otlp-states/${project}/${name}.json`, "");
      expect(await post(exported("e2", 1, "empty-state"))).toEqual({});
      expect(await sessionOf("empty-state")).toEqual({ id: held?.id, requests: 2 });
    });

    test("a conversation of an older version, stored in one file, is continued", async () => {
      const { name } = conversationOf("older");
      writeOlder(name, exported("t5", 0, "older"));
      await post(exported("t6", 1, "older"));
      expect(await sessionOf("older")).toMatchObject({ requests: 2 });
      expect(fs.existsSync(olderFile(name))).toBe(false);
    });

    test("an older version's file loses nothing added since, and nothing in it counts twice", async () => {
      const { name } = conversationOf("mixed");
      writeOlder(name, exported("m1", 0, "mixed"));
      await post(exported("m2", 1, "mixed"));
      await whenIngested();
      const { bytes = 0 } = (await readState(conversationOf("mixed"))) ?? {};
      const again = exported("m1", 0, "mixed"); // by a server that still has the older version, with an additional line
      const added = exported("m3", 2, "mixed");
      writeOlder(name, again, added);
      fs.appendFileSync(olderFile(name), '{"resource'); // and one that it is writing now
      const sent = exported("m4", 3, "mixed");
      await post(sent);
      expect(await sessionOf("mixed")).toMatchObject({ requests: 4 });
      const length = (line: object) => JSON.stringify(line).length + 1;
      expect(await readState(conversationOf("mixed"))).toMatchObject({ bytes: bytes + length(added) + length(sent) });
    });

    test("an older version's file makes its trace known, and counts towards a full conversation", async () => {
      const { name } = conversationOf("trace t9");
      expect(await post(tool("t9"))).toMatchObject({ partialSuccess: { rejectedSpans: 1 } });
      writeOlder(name, exported("t9", 0, "unnamed"));
      fs.truncateSync(olderFile(name), LIMITS.uploadBytes);
      expect(await post(tool("t9"))).toMatchObject({
        partialSuccess: { errorMessage: expect.stringContaining("full") },
      });
      fs.rmSync(olderFile(name));
      writeOlder(name, exported("t9", 0, "unnamed"));
      expect(await post(tool("t9"))).toEqual({});
      expect(await sessionOf("trace t9")).toMatchObject({ requests: 1 });
    });

    test("a conversation's folder is removed with its last part", async () => {
      await post(exported("d1", 0, "folder"));
      await whenIngested();
      const { project, name } = conversationOf("folder");
      expect(fs.existsSync(path.join(data.dir(), "otlp-parts", project, name))).toBe(false);
    });

    test("deleting a project removes older versions' files too", async () => {
      const project = await make("Alder");
      const { name } = inProject(project, () => conversationOf("of a project"));
      writeOlder(name, exported("o1", 0, "of a project"));
      await post(exported("o2", 1, "of a project"), project);
      await whenIngested();
      writeOlder(name, exported("o1", 0, "of a project")); // as if from a server that still has the older version
      const entries = () =>
        followState()
          .filesOf("otlp")
          .filter((entry) => entry.project === project);
      expect(entries()).toHaveLength(1);
      expect((await drop(project)).status).toBe(200);
      expect([fs.existsSync(olderFile(name)), entries()]).toEqual([false, []]);
    });

    test("parts of a deleted project are removed; those of a project that a lost database did not know stay", async () => {
      const project = await make("Birch");
      await drop(project);
      await inProject(project, () => addPart(conversationOf("late"), "{}"));
      await inProject("project_lost", () => addPart(conversationOf("lost"), JSON.stringify(exported("p1", 0, "lost"))));
      await lookLater();
      expect((await listWaiting()).map((one) => one.project)).toEqual(["project_lost"]);
    });
  });
});
