import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { FOLLOW } from "@/lib/server/follow/follow";
import { stopFollowing } from "@/lib/server/follow/follow-loop";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const discover = apiRoute("GET /api/discover");
const GET = apiRoute("GET /api/follow");
const PUT = apiRoute("PUT /api/follow");

const data = startTestServer();
const project = () => path.join(data.dir(), "home", ".claude", "projects", "p");
const put = (body: unknown) => postJson(PUT, "/api/follow", body, { method: "PUT" });
const view = async () => (await send(GET, "/api/follow")).json();

const usual = { ...FOLLOW };
beforeAll(() => {
  Object.assign(FOLLOW, { poll: 100, lookShare: 0 }); // the real loop, ten times a second
  process.env.WINNOW_DISCOVERY_HOME = path.join(data.dir(), "home");
  fs.mkdirSync(project(), { recursive: true });
});
afterEach(() => stopFollowing());
afterAll(() => Object.assign(FOLLOW, usual));

async function until<T>(look: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (let round = 0; ; round += 1) {
    const value = await look();
    if (isDone(value)) return value;
    if (round > 1_200) throw new Error(`it never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("/api/follow", () => {
  test("nothing is followed by default", async () => expect(await view()).toEqual({ changes: 0, roots: [] }));

  test.each([
    [{ root: "no-such-root", on: true }, 404],
    [{ root: "/etc", on: true }, 404],
    [{ root: "claude-code" }, 422],
    [{ root: "claude-code", on: "yes" }, 422],
    [{ root: "claude-code", on: true, path: "/etc" }, 422],
  ])("%j is refused", async (body, status) => {
    expect((await readProblem(await put(body))).status).toBe(status);
    expect((await view()).roots).toEqual([]);
  });

  test("while on, a growing session appears and grows; once off, it stays as it is", async () => {
    fs.writeFileSync(path.join(project(), "old.jsonl"), makeSession({ id: "old" }));
    fs.utimesSync(path.join(project(), "old.jsonl"), new Date(), new Date(Date.now() - 60_000));
    const answer = await put({ root: "claude-code", on: true });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      changes: 0,
      roots: [{ id: "claude-code", since: expect.any(String), live: 0, failures: [] }],
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    fs.writeFileSync(path.join(project(), "new.jsonl"), makeSession({ id: "new", turns: 1 }));
    const first = await until(view, ({ changes }) => changes === 1);
    expect(first.roots[0].live).toBe(2);
    const [row] = (await listLibrary()).sessions;
    expect(row).toMatchObject({ requests: 2 });
    fs.writeFileSync(path.join(project(), "new.jsonl"), makeSession({ id: "new", turns: 2 }));
    await until(view, ({ changes }) => changes === 2);
    const { sessions } = await listLibrary();
    expect(sessions.map(({ id, requests }) => ({ id, requests }))).toEqual([{ id: row?.id, requests: 4 }]);
    expect(await (await put({ root: "claude-code", on: false })).json()).toEqual({ changes: 2, roots: [] });
    expect((await (await send(discover, "/api/discover")).json()).roots[0].sessions).toBe(2);
  }, 120_000);
});
