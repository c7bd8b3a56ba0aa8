import { describe, expect, test } from "vitest";
import type { CallResult } from "@/lib/compress/call";
import { GET_TOOL_OUTPUT } from "@/lib/compress/compress-answer";
import { compressRequest } from "@/lib/compress/compress-request";
import { CODECS } from "@/lib/formats";
import { parseOutputQuery } from "@/lib/server/store/output-query";
import { plainSurroundings } from "../../support/plain-surroundings";
import { BODIES, CALLS, LONG } from "../../support/wire-bodies";

type Json = Readonly<Record<string, unknown>>;

async function compressed(body: Json) {
  const { surroundings, kept } = plainSurroundings();
  const said = { ...body, model: "gpt-4o", winnow: { strategy: "centagent-externalise", force: true } };
  const result: CallResult = await compressRequest(said, {}, surroundings);
  if (!result.ok) throw result.error;
  const { winnow: account, ...answer } = JSON.parse(JSON.stringify(result.value.answer));
  return { account, answer, kept };
}

describe.each(Object.entries(BODIES))("%s", (name, body: Json) => {
  test("the definition has the body's format, and the sent tools stay unchanged", async () => {
    const { account, answer } = await compressed(body);
    expect(account.refs.length).toBeGreaterThan(0);
    expect(account.tools_to_add).toHaveLength(1);
    expect(answer.tools).toBeUndefined();
    if (name.startsWith("ai-sdk")) {
      const { schema: inputSchema, ...rest } = GET_TOOL_OUTPUT;
      expect(account.tools_to_add).toEqual([{ type: "function", ...rest, inputSchema }]);
      return;
    }
    const codec = CODECS.find(({ id }) => id === account.format);
    const decoded = codec?.decode({ ...body, tools: account.tools_to_add });
    expect(decoded?.ok && decoded.value.conversation.tools).toEqual([GET_TOOL_OUTPUT]);
  });

  test("is offered until the body defines it, and not if nothing was put aside", async () => {
    const { account } = await compressed(body);
    const again = await compressed({ ...body, tools: account.tools_to_add });
    expect(again.account.refs).toEqual(account.refs);
    expect(again.account.tools_to_add).toEqual([]);
    expect(again.answer.tools).toEqual(account.tools_to_add);
    const [key = ""] = ["messages", "input", "contents"].filter((one) => one in body);
    const [first] = (body[key] as Json[]).filter(({ role }) => role === "user");
    expect((await compressed({ [key]: [first] })).account.tools_to_add).toEqual([]);
  });
});

test("an AI SDK body may name its tools by an object's keys", async () => {
  const { account } = await compressed({ ...BODIES["ai-sdk"], tools: { get_tool_output: { inputSchema: {} } } });
  expect([account.refs.length > 0, account.tools_to_add]).toEqual([true, []]);
});

test("its inputs are the parameters of GET /api/refs/:id", () => {
  const { properties } = GET_TOOL_OUTPUT.schema as { properties: Record<string, unknown> };
  const { ref: _, ...parameters } = properties;
  const url = new URL("http://x/api/refs/out_1?start=1&end=2&grep=a&json_path=$.a");
  expect([...url.searchParams.keys()].sort()).toEqual(Object.keys(parameters).sort());
  expect(parseOutputQuery(url)).toEqual({ start: 1, end: 2, grep: "a", jsonPath: "$.a" });
});

test("a reference says where its original was, in the answer and in storage", async () => {
  const ask = (id: string, name: string, input: Json, output: string) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
    },
    { role: "tool", tool_call_id: id, content: output },
  ];
  const again = CALLS.flatMap((id) => ask(id, "read_file", { path: "src/b.ts" }, "short"));
  const { account, kept } = await compressed({
    messages: [
      { role: "user", content: "Start" },
      ...ask("c1", "bash", { command: "npm test" }, LONG),
      ...ask("c2", "read_file", { path: "src/a.ts" }, `${LONG}\nend`),
      ...ask("c3", "read_file", { path: "src/copy.ts" }, LONG),
      ...again,
      { role: "user", content: "Go on" },
    ],
  });
  expect(account.refs).toMatchObject([
    { tool: "bash", source: { call_id: "c1", command: "npm test", paths: [], written_at: null } },
    { tool: "read_file", source: { call_id: "c2", command: null, paths: ["src/a.ts"], written_at: null } },
  ]);
  for (const { id, source } of account.refs) expect(kept.get(id)?.source).toEqual(source);
});
