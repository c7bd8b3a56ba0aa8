import { describe, expect, test } from "vitest";
import { apiRoute } from "@/tests/support/api-route";
import { send, startTestServer } from "@/tests/support/test-server";

const findingsOf = apiRoute("GET /api/sessions/{id}/findings");
const upload = apiRoute("POST /api/sessions");

startTestServer();

/** What a self-written program logs of the Messages API. Nothing was cached, so no break shows what changed. */
const tool = (name: string, isSwapped = false) => {
  const schema = isSwapped
    ? { properties: { b: {}, a: {} }, type: "object" }
    : { type: "object", properties: { a: {}, b: {} } };
  return isSwapped ? { input_schema: schema, name } : { name, input_schema: schema };
};
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const history = [user("T1"), assistant("ok"), user("T2"), assistant("ok"), user("T3")];
const [alpha, beta, gamma] = [tool("alpha"), tool("beta"), tool("gamma")];

const bodyOf = (tools: object[], messages: object[]) => ({
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  system: `Rules: ${"be careful with the code. ".repeat(500)}`,
  tools,
  messages,
});

const answered = (body: object, at: number) => ({
  request: { timestamp: 1_790_000_000 + at * 10, method: "POST", url: "https://api.anthropic.com/v1/messages", body },
  response: {
    timestamp: 1_790_000_003 + at * 10,
    status_code: 200,
    body: {
      ...{ id: `msg_${at}`, type: "message", role: "assistant", model: "claude-sonnet-4-5" },
      ...{ content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" },
      usage: { input_tokens: 3000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5 },
    },
  },
});

async function findingsIn(rows: readonly object[]): Promise<Map<string, { kind: string; evidence: string }>> {
  const form = new FormData();
  form.append("files", new Blob([rows.map((row) => JSON.stringify(row)).join("\n")]), "calls.jsonl");
  const imported = await send(upload, "/api/sessions?wait=1", { method: "POST", body: form as never });
  const { files } = (await imported.json()) as { files: { sessions: string[] }[] };
  const ids = files.flatMap(({ sessions }) => sessions);
  expect(ids).toHaveLength(1);
  const [id = ""] = ids;
  const answer = await send(findingsOf, `/api/sessions/${id}/findings`, { params: { id } });
  const { findings } = (await answer.json()) as { findings: { id: string; kind: string; evidence: string[] }[] };
  return new Map(findings.map((finding) => [finding.id, { kind: finding.kind, evidence: finding.evidence.join(" ") }]));
}

const bodies = (last: object) => [
  bodyOf([alpha, beta, gamma], history.slice(0, 1)),
  bodyOf([alpha, beta, gamma], history.slice(0, 3)),
  last,
];

describe.each([
  ["bodies alone", (rows: object[]) => rows],
  ["calls with answers", (rows: object[]) => rows.map(answered)],
])("%s", (_, shaped) => {
  test.each([
    ["alpha", [beta, gamma]],
    ["beta", [alpha, gamma]],
    ["gamma", [alpha, beta]],
  ])("names %s, the removed tool", async (name, left) => {
    const found = (await findingsIn(shaped(bodies(bodyOf(left, history))))).get("tool-churn-risk");
    expect(found?.kind).toBe("risk");
    expect(found?.evidence).toContain(`Request 3: removed tool:${name}.`);
  });

  test("reports a changed order of keys", async () => {
    const swapped = ["alpha", "beta", "gamma"].map((name) => tool(name, true));
    const found = await findingsIn(shaped(bodies(bodyOf(swapped, history))));
    expect(found.get("key-order-risk")?.evidence).toContain("Request 3");
    expect(found.has("tool-churn-risk")).toBe(false);
  });

  test("reports nothing for a history that only grows", async () => {
    const found = await findingsIn(shaped(bodies(bodyOf([alpha, beta, gamma], history))));
    expect([...found.keys()].filter((id) => /tool-churn|key-order|history-edit|volatile/.test(id))).toEqual([]);
  });
});
