import fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postJson, send, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");
const ref = apiRoute("GET /api/refs/{id}");

startTestServer();
afterEach(() => vi.unstubAllGlobals());

type Message = { role: string; content: unknown; tool_calls?: object[]; tool_call_id?: string };
type Body = { model: string; messages: Message[]; tools: { type: "function"; function: { name: string } }[] };
type Converse = (
  body: Body,
  askModel: (body: Body) => Promise<Message>,
  runTool: (name: string, input: string) => Promise<string>,
) => Promise<unknown>;

/** The loop as printed in docs/api.md; `change` turns it into an earlier edition's. */
async function loopOfThePage(change = (program: string) => program): Promise<Converse> {
  const page = fs.readFileSync("docs/api.md", "utf8");
  const program = /```js\n(\/\/ converse\.mjs\n[\s\S]+?)```/.exec(page)?.[1] ?? "";
  const url = `data:text/javascript,${encodeURIComponent(change(program))}`;
  return ((await import(/* @vite-ignore */ url)) as { converse: Converse }).converse;
}

/** Passes what the loop sends over the network to the handlers themselves. */
function reachHandlers(): void {
  vi.stubGlobal("fetch", async (address: string, init?: { body: string }) => {
    const { pathname, search } = new URL(address);
    if (pathname === "/api/compress") return postJson(compress, pathname, JSON.parse(init?.body ?? ""));
    const id = decodeURIComponent(/^\/api\/refs\/([^/]+)$/.exec(pathname)?.[1] ?? "");
    return send(ref, `${pathname}${search}`, { params: { id } });
  });
}

const call = (id: string, name: string, input: object): Message => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
});
const logOf = (run: number) =>
  Array.from({ length: 500 }, (_, line) => `run ${run}, line ${line}: ${line * 31 + run}`).join("\n");

test.each([
  ["of the page", (program: string) => program],
  ["that reads id", (program: string) => program.replace("{ ref, ...part }", "{ id: ref, ...part }")],
])("the loop %s serves what was put aside to a scripted model", async (_, change) => {
  reachHandlers();
  const converse = await loopOfThePage(change);
  // The newest five stay complete. Older ones are put aside, which is enough for the loop's 60,000 tokens.
  const runs = Array.from({ length: 20 }, (_, run) => run);
  const body: Body = {
    model: "gpt-4o",
    messages: [
      { role: "user", content: "What does line 400 of run 0 say?" },
      ...runs.flatMap((run) => [
        call(`c${run}`, "get_logs", { run }),
        { role: "tool", tool_call_id: `c${run}`, content: logOf(run) },
      ]),
    ],
    tools: [{ type: "function", function: { name: "get_logs" } }],
  };
  const sent: Body[] = [];
  const model = async (request: Body): Promise<Message> => {
    sent.push(structuredClone(request));
    const read = request.messages.findLast(({ tool_call_id: id }) => id === "fetch");
    const own = request.messages.some(({ tool_call_id: id }) => id === "own");
    if (read) return { role: "assistant", content: `It says: ${JSON.parse(String(read.content)).matches[0].text}` };
    if (!own) return call("own", "get_logs", { run: 20 });
    const preview = request.messages.find(({ tool_call_id: id }) => id === "c0")?.content;
    const found = /out_[0-9a-f]{24}/.exec(String(preview))?.[0];
    return call("fetch", "get_tool_output", { ref: found, grep: "line 400:" });
  };
  const answer = await converse(body, model, async (name, input) => `${name} ${input}: nothing new`);

  expect(answer).toBe("It says: run 0, line 400: 12400");
  expect(sent).toHaveLength(3);
  expect(JSON.stringify(sent[0]?.messages)).not.toContain("run 0, line 400:");
  expect(sent.map(({ tools }) => tools.map(({ function: { name } }) => name))).toEqual(
    sent.map(() => ["get_logs", "get_tool_output"]),
  );
  expect(sent[2]?.messages.find(({ tool_call_id: id }) => id === "own")?.content).toBe(
    'get_logs {"run":20}: nothing new',
  );
});

test("a reference reports when its original was first put aside, and where it was", async () => {
  const messages = [0, 1, 2, 3, 4, 5].flatMap((run) => [
    call(`c${run}`, "bash", { command: `cat log-${run}` }),
    { role: "tool", tool_call_id: `c${run}`, content: logOf(run + 100) },
  ]);
  const ask = async () => {
    const sent = { messages: [{ role: "user", content: "Go" }, ...messages], strategy: "centagent-externalise" };
    return (await postJson(compress, "/api/compress", { ...sent, model: "gpt-4o", force: true })).json();
  };
  const { refs, created_at } = await ask();
  const read = async () => (await send(ref, "/api/refs/x?end=1", { params: { id: refs[0].id } })).json();
  const kept = await read();
  expect(kept.source).toEqual(refs[0].source);
  expect(kept.source).toMatchObject({ call_id: "c0", command: "cat log-0" });
  expect(Math.abs(Date.parse(kept.put_aside_at) - Date.parse(created_at))).toBeLessThan(60_000);
  expect((await ask()).refs[0].id).toBe(refs[0].id);
  expect((await read()).put_aside_at).toBe(kept.put_aside_at);
});
