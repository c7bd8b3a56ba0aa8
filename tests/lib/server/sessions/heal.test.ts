import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { blobPath } from "@/lib/server/objects/blobs";
import { PARSER_VERSION } from "@/lib/server/process/parser-version";
import { forgetIndex } from "@/lib/server/store/session-indexes";
import { saveOutputs } from "@/lib/server/store/stored-outputs";
import { keepingSurroundings } from "@/lib/server/workers/surroundings";
import { apiRoute } from "../../../support/api-route";
import { postBytes, postJson, readProblem, send, sha256, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const ref = apiRoute("GET /api/refs/{id}");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const messages = apiRoute("GET /api/sessions/{id}/messages");
const requests = apiRoute("GET /api/sessions/{id}/requests");
const summary = apiRoute("GET /api/sessions/{id}");
const upload = apiRoute("POST /api/sessions");

const data = startTestServer("libsql");
const text = makeSession({ turns: 5 });
let id = "";
const derived = () => path.join(data.dir(), "derived", String(PARSER_VERSION), id);
const raw = () => blobPath(sha256(text));
const get = (handler: unknown, query = "") => send(handler, `/x${query}`, { params: { id } });

beforeEach(async () => {
  id = (await (await postBytes(upload, text)).json()).files[0].sessions[0];
});

const cut = (file: string) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2));
function flip(file: string): void {
  const bytes = fs.readFileSync(file);
  for (let at = 0; at < bytes.length; at += 50) bytes[at] = (bytes[at] as number) ^ 0x11;
  fs.writeFileSync(file, bytes);
}
const remove = (file: string) => fs.rmSync(file);
const empty = (file: string) => fs.truncateSync(file, 0);

describe("a derived file", () => {
  test.each([
    ["cut short", cut],
    ["changed", flip],
    ["emptied", empty],
    ["gone", remove],
  ])("that is %s is rebuilt by whatever reads it", async (_name, spoil) => {
    for (const [handler, query] of [
      [summary, ""],
      [messages, ""],
      [requests, ""],
      [exportSession, "?format=markdown"],
    ] as const) {
      const before = await (await get(handler, query)).text();
      spoil(derived());
      forgetIndex({ id, parserVersion: PARSER_VERSION });
      const [answer, same] = await Promise.all([get(handler, query), get(handler, query)]);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(before);
      expect(await same.text()).toBe(before);
    }
  });

  test("that is missing is rebuilt by a body that names the session, and no other session is revealed", async () => {
    const body = (session: string) => ({ session: { id: session }, strategy: "swe-agent-last-n", force: true });
    const ask = (session: string) => postJson(compress, "/api/compress", body(session));
    const before = await (await ask(id)).json();
    remove(derived());
    const answer = await ask(id);
    expect(answer.status).toBe(200);
    expect((await answer.json()).messages).toEqual(before.messages);
    const unknown = await ask("0123456789abcdef");
    expect(await readProblem(unknown)).toMatchObject({ status: 404, code: "no-such-session" });
  });

  test.each([
    ["cut short", cut],
    ["changed", flip],
  ])("that is %s is rebuilt by importing the transcript again", async (_name, spoil) => {
    const before = await (await get(summary)).text();
    spoil(derived());
    expect((await postBytes(upload, text)).status).toBe(201);
    expect((await postBytes(upload, text)).status).toBe(200);
    expect(await (await get(summary)).text()).toBe(before);
  });
});

describe("a raw file", () => {
  test.each([
    ["cut short", cut],
    ["changed", flip],
    ["gone", remove],
  ])("that is %s is never exported, and complete again once it is re-imported", async (_name, spoil) => {
    expect(await (await get(exportSession)).text()).toBe(text);
    spoil(raw());
    expect(await readProblem(await get(exportSession))).toMatchObject({ status: 500, code: "raw-damaged" });
    expect((await get(summary)).status).toBe(200); // what was derived from it is still there
    expect((await postBytes(upload, text)).status).toBe(200);
    expect(await (await get(exportSession)).text()).toBe(text);
  });

  test("that is damaged together with its derived file is reported", async () => {
    cut(derived());
    flip(raw());
    expect(await readProblem(await get(summary))).toMatchObject({ status: 500, code: "raw-damaged" });
    expect((await postBytes(upload, text)).status).toBe(201);
    expect((await get(summary)).status).toBe(200);
  });
});

test("a changed put-aside output is not returned", async () => {
  const content = "the original of an output";
  const reference = `out_${sha256(content).slice(0, 24)}`;
  const { surroundings, outputs } = keepingSurroundings();
  await surroundings.keep({ id: reference, text: content, tool: "bash", tokens: 5, source: null });
  await saveOutputs(outputs);
  const ask = () => send(ref, "/x", { params: { id: reference } });
  expect((await (await ask()).json()).text).toBe(content);
  flip(blobPath(sha256(content)));
  expect(await readProblem(await ask())).toMatchObject({ status: 500, code: "raw-damaged" });
});
