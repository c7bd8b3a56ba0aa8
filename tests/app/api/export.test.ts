import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "@/lib/server/db/get-db";
import { EXPORT_FORMATS } from "@/lib/server/sessions/export-session";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, sha256, startTestServer } from "../../support/test-server";
import { makeAgentFile, makeSession } from "../../support/transcripts";

const exportSession = apiRoute("GET /api/sessions/{id}/export");
const show = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer();
const SECRET = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
const TRANSCRIPT = makeSession({ turns: 3, output: `<script>alert(1)</script>\nTOKEN: ${SECRET}` });
const FILES = EXPORT_FORMATS.filter((format) => format !== "raw");
let id = "";

beforeAll(async () => {
  const answer = await postBytes(upload, TRANSCRIPT, { "x-file-name": "a session.jsonl" });
  id = (await answer.json()).files[0].sessions[0];
});

const ask = (query: string, session = id, signal?: AbortSignal) =>
  send(exportSession, `/api/sessions/${session}/export${query}`, {
    params: { id: session },
    ...(signal && { signal }),
  });

/** A header of an answer; the body is discarded. */
async function header(query: string, name: string): Promise<string | null> {
  const answer = await ask(query);
  await answer.body?.cancel();
  return answer.headers.get(name);
}

/** The files that are still being sent. */
const leftovers = () => {
  const incoming = path.join(data.dir(), "incoming");
  return fs.existsSync(incoming) ? fs.readdirSync(incoming).filter((name) => name.startsWith("export-")) : [];
};

describe("GET /api/sessions/:id/export", () => {
  test("raw, the default, is the imported file byte for byte", async () => {
    for (const query of ["", "?format=raw", "?format=raw&redact=off"]) {
      const bytes = new Uint8Array(await (await ask(query)).arrayBuffer());
      expect(sha256(bytes)).toBe(sha256(TRANSCRIPT));
    }
  });

  test("a former id leads to the session in every format", async () => {
    await (await getDb()).sessionAlias.create({ data: { id: "former", sessionId: id, isMade: false } });
    for (const format of ["raw", "markdown"]) {
      const answer = await ask(`?format=${format}`, "former");
      expect([answer.status, answer.headers.get("location")]).toEqual([
        308,
        `/api/sessions/${id}/export?format=${format}`,
      ]);
    }
  });

  test.each(FILES)("%s is an inert attachment with a fixed name", async (format) => {
    const answer = await ask(`?format=${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="session-${id}\\.${format}\\.(json|jsonl|md|html|csv)";`),
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect(bytes.length).toBeGreaterThan(100);
    expect(leftovers()).toEqual([]);
  });

  test("a request's context or an agent's history can be exported alone", async () => {
    const first = await (await ask("?format=anthropic&request=0")).json();
    expect(await (await ask("?format=anthropic&number=1")).json()).toEqual(first);
    expect(first.messages).toEqual([{ role: "user", content: "Please list the files, round 0" }]);
    const whole = await (await ask("?format=anthropic&agent=main")).json();
    expect(whole.messages.length).toBeGreaterThan(first.messages.length + 8);
    const name = await header("?format=markdown&request=2&redact=mask", "content-disposition");
    expect(name).toContain(`session-${id}.request-2.markdown.redacted.md`);
  });

  test("a sub-agent is exported by its id", async () => {
    const form = new FormData();
    const session = "99999999-2222-4333-8444-555555555555";
    form.append("files", new File([makeSession({ id: session })], `${session}.jsonl`));
    form.append("files", new File([makeAgentFile(session, "abc123")], "agent-abc123.jsonl"));
    const request = new Request("http://127.0.0.1:3000/api/sessions", { method: "POST", body: form });
    const body = new Uint8Array(await request.arrayBuffer());
    const uploaded = await postBytes(upload, body, { "content-type": request.headers.get("content-type") as string });
    const own = (await uploaded.json()).files[0].sessions[0];
    const { agents } = await (await send(show, `/api/sessions/${own}`, { params: { id: own } })).json();
    const agent = agents.find((entry: { kind: string }) => entry.kind === "sub-agent").id;
    const exported = await (await ask(`?format=openai-chat&agent=${encodeURIComponent(agent)}`, own)).text();
    expect(exported).toContain("Look at the tests");
    expect(exported).not.toContain("list the files");
  });

  test("a Winnow export can be imported again as the same session, next to the original", async () => {
    const file = new Uint8Array(await (await ask("?format=winnow")).arrayBuffer());
    const report = await (await postBytes(upload, file)).json();
    expect(report.files[0]).toMatchObject({ format: "winnow" });
    const copy = report.files[0].sessions[0];
    expect(copy).not.toBe(id);
    const summary = async (session: string) => {
      const { id: _, same_session: __, ...rest } = await (await send(show, "/x", { params: { id: session } })).json();
      return rest;
    };
    expect(await summary(copy)).toEqual(await summary(id));
    const again = await (await ask("?format=html", copy)).text();
    expect(again).toBe(await (await ask("?format=html")).text());
  });

  test("the worker also has secretlint's rules, and lists findings under their own ids", async () => {
    const token = `figd${"_"}${"aB3dE5gH7jK9".repeat(4).slice(0, 44)}`;
    const transcript = makeSession({ turns: 1, output: `secretlint-disable\n${token}` });
    const own = (await (await postBytes(upload, transcript, { "x-file-name": "other.jsonl" })).json()).files[0]
      .sessions[0];
    const { findings } = await (await ask("?format=redactions", own)).json();
    expect(findings).toEqual([expect.objectContaining({ kind: "secretlint-figma", more: 0 })]);
    const text = await (await ask("?format=markdown&redact=mask", own)).text();
    expect(text).toContain("[redacted:secretlint-figma]");
    expect(text).not.toContain(token);
  });

  test("redacts the export and reports what was found", async () => {
    for (const format of FILES) {
      for (const redact of ["mask", "drop"]) {
        const answer = await ask(`?format=${format}&redact=${redact}`);
        expect(answer.headers.get("x-winnow-redacted")).toMatch(new RegExp(`^${redact}; best-effort`));
        expect(await answer.text(), format).not.toContain(SECRET);
      }
    }
    const list = await (await ask("?format=redactions")).json();
    expect(list.findings).toEqual([
      { kind: "github-token", count: 3, where: expect.arrayContaining([expect.any(String)]), more: 0 },
    ]);
    expect(await header("?format=html&redact=mask", "x-winnow-redacted")).toBe("mask; best-effort; github-token=3");
    expect(await header("?format=html", "x-winnow-redacted")).toBeNull();
  });

  test("a hostile session's page contains no script", async () => {
    const page = await (await ask("?format=html")).text();
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test.each([
    ["?format=docx", 422, "bad-parameter"],
    ["?format=html&redact=all", 422, "bad-parameter"],
    ["?format=raw&redact=mask", 422, "bad-parameter"],
    ["?agent=main", 422, "bad-parameter"],
    ["?request=0", 422, "bad-parameter"],
    ["?format=html&request=-1", 422, "bad-parameter"],
    ["?format=html&colour=red", 422, "unknown-parameter"],
    ["?format=html&agent=nobody", 404, "no-such-agent"],
    ["?format=html&request=9999", 422, "no-such-request"],
    ["?format=html&number=9999", 422, "no-such-request"],
    ["?format=html&number=0", 422, "bad-parameter"],
    ["?format=html&number=1&request=0", 422, "bad-parameter"],
  ])("%s is %i %s", async (query, status, code) => {
    expect(await readProblem(await ask(query))).toMatchObject({ status, code });
    expect(leftovers()).toEqual([]);
  });

  test("unknown and hostile ids are 404 in every format", async () => {
    for (const hostile of ["nope", "..", "../../etc/passwd", "a\0b", "x".repeat(500)])
      for (const format of ["raw", "html", "winnow"]) {
        const answer = await send(exportSession, `/x?format=${format}`, { params: { id: hostile } });
        expect(await readProblem(answer)).toMatchObject({ status: 404, code: "no-such-session" });
      }
  });

  test("leaves nothing behind when the reader disconnects", async () => {
    const answer = await ask("?format=winnow");
    expect(leftovers()).toHaveLength(1);
    await answer.body?.cancel();
    expect(leftovers()).toEqual([]);
    const abort = new AbortController();
    abort.abort();
    expect((await ask("?format=html", id, abort.signal)).status).toBe(499);
    expect(leftovers()).toEqual([]);
  });
});
