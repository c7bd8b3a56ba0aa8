import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CommentJson } from "@/lib/api/schemas/comment";
import { getDb } from "@/lib/server/db/get-db";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const changeComment = apiRoute("PATCH /api/sessions/{id}/comments/{commentId}");
const deleteComment = apiRoute("DELETE /api/sessions/{id}/comments/{commentId}");
const addComment = apiRoute("POST /api/sessions/{id}/comments");
const listComments = apiRoute("GET /api/sessions/{id}/comments");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const deleteSession = apiRoute("DELETE /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const SECRET = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
let id = "";
beforeAll(async () => {
  id = (await (await postBytes(upload, makeSession({ turns: 3 }))).json()).files[0].sessions[0];
});
beforeEach(async () => {
  await (await getDb()).comment.deleteMany({});
});

const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const add = (body: unknown, session = id) =>
  send(addComment, `/api/sessions/${session}/comments`, { method: "POST", params: { id: session }, ...json(body) });
const added = async (text: string, index_in_agent = 1): Promise<CommentJson> =>
  (await add({ index_in_agent, text })).json();
const one = (comment: string) => ({ params: { id, commentId: comment } });
const list = async (): Promise<CommentJson[]> =>
  (await (await send(listComments, "/x", { params: { id } })).json()).comments;
const exported = async (query: string): Promise<string> =>
  (await send(exportSession, `/x?${query}`, { params: { id } })).text();

describe("comments on requests", () => {
  test("are stored, changed and deleted, and listed by request", async () => {
    const response = await add({ index_in_agent: 2, text: "  why again?  " });
    expect(response.status).toBe(201);
    const later: CommentJson = await response.json();
    expect(later).toMatchObject({ agent: "main", index_in_agent: 2, text: "why again?", changed_at: null });
    expect(response.headers.get("location")).toBe(`/api/sessions/${id}/comments/${later.id}`);
    const earlier = await added("here it began", 0);
    expect((await list()).map(({ text }) => text)).toEqual(["here it began", "why again?"]);

    const patch = { method: "PATCH", ...one(later.id), ...json({ text: "because of the reread" }) };
    const changed: CommentJson = await (await send(changeComment, "/x", patch)).json();
    expect(changed).toMatchObject({ id: later.id, text: "because of the reread" });
    expect(changed.changed_at).not.toBeNull();
    expect((await send(deleteComment, "/x", { method: "DELETE", ...one(earlier.id) })).status).toBe(204);
    expect(await list()).toEqual([changed]);
  });

  test("refuse invalid comments and unknown requests, agents, sessions and comments", async () => {
    expect(await readProblem(await add({ index_in_agent: 0, text: "   " }))).toMatchObject({ status: 422 });
    expect(await readProblem(await add({ index_in_agent: 0, text: "x".repeat(4_001) }))).toMatchObject({ status: 422 });
    expect(await readProblem(await add({ index_in_agent: 99, text: "x" }))).toMatchObject({
      status: 422,
      code: "no-such-request",
    });
    expect(await readProblem(await add({ agent: "nobody", index_in_agent: 0, text: "x" }))).toMatchObject({
      status: 404,
      code: "no-such-agent",
    });
    expect(await readProblem(await add({ index_in_agent: 0, text: "x" }, "nothing"))).toMatchObject({ status: 404 });
    const gone = await send(deleteComment, "/x", { method: "DELETE", ...one("com_0") });
    expect(await readProblem(gone)).toMatchObject({ status: 404, code: "no-such-comment" });
    expect(await list()).toEqual([]);
  });

  test.each(["html", "markdown", "winnow"])("are in the %s export, at their request", async (format) => {
    await added("look <here>", 1);
    const text = await exported(`format=${format}`);
    expect(text.match(format === "html" ? /look &lt;here&gt;/g : /look <here>/g)).toHaveLength(1);
  });

  test("are redacted like the rest, and counted among the redactions", async () => {
    await added(`the token was ${SECRET}`);
    expect(await exported("format=html")).toContain(SECRET);
    for (const mode of ["mask", "drop"]) {
      const text = await exported(`format=html&redact=${mode}`);
      expect(text).not.toContain(SECRET);
      expect(text).toContain("[redacted:");
    }
    expect(await exported("format=redactions")).toContain("comment on request 2");
  });

  test("of one request are not in the context of another", async () => {
    await added("about the second", 1);
    expect(await exported("format=markdown&request=1")).toContain("about the second");
    expect(await exported("format=markdown&request=2")).not.toContain("about the second");
  });

  test("are deleted with their session", async () => {
    const other = (
      await (await postBytes(upload, makeSession({ turns: 2, id: "00000000-1111-4222-8333-000000000009" }))).json()
    ).files[0].sessions[0] as string;
    expect((await add({ index_in_agent: 0, text: "x" }, other)).status).toBe(201);
    await send(deleteSession, "/x", { method: "DELETE", params: { id: other } });
    expect(await (await getDb()).comment.count()).toBe(0);
  });
});
