import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as list } from "@/app/api/library/sessions/route";
import { POST } from "@/app/api/otlp/v1/[signal]/route";
import { DELETE as deleteRoute } from "@/app/api/sessions/[id]/route";
import { asServer } from "@/lib/server/caller-context";
import { listShared } from "@/lib/server/objects/shared-texts";
import { addPart, conversationOf, listWaiting } from "@/lib/server/otlp-parts";
import { importWaiting, whenIngested } from "@/lib/server/otlp-sessions";
import { forgetProcessState } from "@/lib/server/process-state";
import { dropCopies } from "@/lib/server/shared-derived";
import { startObjectServer } from "../support/object-server";
import { onBothStores, onPostgres } from "../support/on-both-stores";
import { send, startTestServer } from "../support/test-server";

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});
const said = (role: string, text: string) => JSON.stringify([{ role, parts: [{ type: "text", content: text }] }]);

/** A span of a tool: it is kept where its trace is known by a call of a model, and says nothing of the conversation. */
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

async function post(value: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
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
  /** From here on this process knows and has nothing, as a server on another machine. */
  const moveTo = async (name: string) => {
    await whenIngested();
    process.env.WINNOW_DATA_DIR = path.join(elsewhere, name);
    forgetProcessState("otlp-traces");
    await dropCopies();
  };

  test("are one session, which each of them continues, and nothing of them stays behind", async () => {
    await moveTo("first");
    expect(await post(exported("t1", 0, "conversation-1"))).toEqual({});
    const [before] = await sessions();
    expect(before).toMatchObject({ requests: 1 });
    await moveTo("second");
    expect(await post(tool("t1"))).toEqual({}); // that trace was named at the first
    expect(await post(tool("t0"))).toMatchObject({ partialSuccess: { rejectedSpans: 1 } });
    expect(await post(exported("t1", 1, "conversation-1"))).toEqual({});
    expect(await post(exported("t2", 2, "conversation-1"))).toEqual({});
    expect(await sessions()).toEqual([{ id: before?.id, requests: 3 }]);
    await moveTo("first");
    expect(await post(exported("t2", 3, "conversation-1"))).toEqual({});
    expect(await sessions()).toEqual([{ id: before?.id, requests: 4 }]);
    expect(await listShared("otlp-parts")).toEqual([]);
  });

  test("that a server got before it was killed are imported by the one that leads, once its time has passed", async () => {
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

  test("of a session that somebody deleted at one server bring nothing back at another", async () => {
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

    test("nothing of a conversation is left when its session is deleted, nor does it come back", async () => {
      await post(exported("t1", 0, "secret-conversation"));
      const [held] = await sessions();
      expect((await forget(held?.id ?? "")).status).toBe(200);
      const files = fs.readdirSync(data.dir(), { recursive: true, encoding: "utf8" });
      const texts = files
        .filter((name) => /\botlp|blobs/.test(name) && fs.statSync(path.join(data.dir(), name)).isFile())
        .map((name) => fs.readFileSync(path.join(data.dir(), name), "utf8"));
      expect(texts.filter((text) => text.includes("Question"))).toEqual([]);
      await post(exported("t1", 1, "secret-conversation"));
      expect(await sessions()).toEqual([]);
    });

    test("a conversation of an older version, which kept all in one file, is continued", async () => {
      const folder = path.join(data.dir(), "otlp");
      const { name } = conversationOf("older");
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(path.join(folder, `${name}.jsonl`), `${JSON.stringify(exported("t5", 0, "older"))}\n`);
      await post(exported("t6", 1, "older"));
      expect((await sessions()).map(({ requests }) => requests)).toEqual([2]);
      expect(fs.existsSync(path.join(folder, `${name}.jsonl`))).toBe(false);
    });
  });
});
