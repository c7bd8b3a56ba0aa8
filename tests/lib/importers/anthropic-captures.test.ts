import { expect, test } from "vitest";
import { explainCache } from "@/lib/cache/explain-cache";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { ancestors } from "@/lib/requests/prefix-tree";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { exactDifferences } from "@/lib/transcript/exact-differences";
import type { Session } from "@/lib/transcript/session";
import { type CapturedAnswer, type CapturedRow, capturedRows } from "@/tests/support/captured-session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { quarterTokenizer } from "@/tests/support/fake-tokenizer";
import { memoryFile } from "@/tests/support/transcript-file";

const rows = capturedRows();
const lines = (all: readonly object[]) => memoryFile(all.map((row) => JSON.stringify(row)).join("\n"));

async function sessionOf(all: readonly object[]): Promise<Session> {
  const { sessions } = await mustImport([lines(all)]);
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

function analyze(session: Session) {
  const ledger = buildTokenLedger(session, quarterTokenizer);
  const requests = reconstructRequests(session, ledger);
  const prefixes = promptPrefixes(session, ledger, requests);
  const cache = explainCache(requests, session, resolveModel, prefixes);
  return { session, ledger, requests, prefixes, cache };
}

test("a capture is one session in which every message occurs once", async () => {
  await checkImporter([lines(rows)], "anthropic-captures");
  const session = await sessionOf(rows);
  expect(session.agents.map(({ id }) => id)).toEqual(["main"]);
  expect(session.tools.map(({ name }) => name)).toEqual(["Read", "Write"]);
  expect(session.responses.map(({ cacheMissReason }) => cacheMissReason ?? null)).toEqual([
    null,
    null,
    "tools_changed",
    null,
    "messages_changed",
    null,
  ]);
  expect(session.events.map(({ type }) => type)).toEqual(["rewind"]);
});

test("cache marks reach the policy, with their lifetime", async () => {
  const analysis = analyze(await sessionOf(rows));
  const { requests, lines: simulated } = analyzeCache(analysis);
  for (const { breakpoints, leaf } of requests) {
    expect(breakpoints?.map(({ ttl }) => ttl)).toEqual([3600, 3600, 3600]);
    expect(breakpoints?.at(-1)?.node).toBe(leaf);
    const path = new Set(ancestors(leaf));
    expect(breakpoints?.every(({ node }) => path.has(node))).toBe(true);
  }
  const realistic = simulated.find(({ id }) => id === "realistic");
  const reads = realistic?.outcomes.map((outcome) => outcome?.read);
  expect(reads?.[2]).toBe(0);
  expect(reads?.[4]).toBe(requests[4]?.head?.tokens);
  expect(realistic?.outcomes.every((outcome) => outcome?.written === outcome?.written1h)).toBe(true);
});

test("paths sum to the prompts, even if sizes leave no room", async () => {
  const small = rows.map((row, index) => (index === 3 ? withUsage(row, { input_tokens: 50 }) : row));
  for (const all of [rows, small]) {
    const { requests, prefixes } = analyze(await sessionOf(all));
    expect(prefixes.map(({ leaf }) => leaf.tokens)).toEqual(requests.map(({ promptTokens }) => promptTokens.tokens));
  }
});

const withUsage = (row: CapturedRow, usage: object) => ({
  ...row,
  response: { ...row.response, body: { ...row.response.body, usage } },
});

test("breaks show the changed component, with its text", async () => {
  const { cache } = analyze(await sessionOf(rows));
  expect(cache.breaks.map(({ request, cause }) => [request, cause])).toEqual([
    [2, "tools-changed"],
    [4, "history-edit"],
  ]);
  const [tools, edit] = cache.breaks.map(({ divergence }) => divergence);
  expect(tools).toMatchObject({ kind: "changed", after: { kind: "tools", id: "tool:Read" } });
  expect(tools?.difference?.after).toContain("from the work tree");
  expect(tools?.difference?.before).not.toContain("from the work tree");
  expect(edit?.difference?.before).toContain("2 files changed");
  expect(edit?.difference?.after).toContain("3 files changed");
});

test("streams, logs that record the end time, and HAR entries give the same result", async () => {
  const plain = await sessionOf(rows);
  const shown = ({ responses, messages }: Session) => [
    responses.map(({ usage, model, cacheMissReason }) => ({ usage, model, cacheMissReason })),
    messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)]),
  ];
  const times = ({ responses }: Session) => responses.map(({ startedAt, endedAt }) => [startedAt, endedAt]);
  for (const row of [streamRow, tapRow, harEntry] as ((row: CapturedRow) => object)[]) {
    const all = rows.map(row);
    const file = row === harEntry ? memoryFile(JSON.stringify({ log: { version: "1.2", entries: all } })) : lines(all);
    const { sessions } = await mustImport([file]);
    expect(shown(sessions[0] as Session)).toEqual(shown(plain));
    expect(times(sessions[0] as Session)).toEqual(times(plain));
  }
});

function streamOf({ content, usage, ...message }: CapturedAnswer): object[] {
  const [{ input, ...block }] = content as [{ input: unknown }];
  const half = JSON.stringify(input).length >> 1;
  const parts = [JSON.stringify(input).slice(0, half), JSON.stringify(input).slice(half)];
  return [
    { type: "message_start", message: { ...message, content: [], usage: { ...usage, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { ...block, input: {} } },
    ...parts.map((partial_json) => ({
      type: "content_block_delta",
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "message_delta", delta: {}, usage: { output_tokens: usage.output_tokens } },
  ];
}

const streamRow = ({ request, response: { body, ...rest } }: CapturedRow) => ({
  request,
  response: {
    ...rest,
    body_raw: streamOf(body)
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join(""),
  },
});

const tapRow = ({ request, response }: CapturedRow) => ({
  timestamp: new Date(response.timestamp * 1000).toISOString(),
  duration_ms: 9000,
  request: { method: "POST", path: "/v1/messages?beta=true", body: request.body },
  response: { status: 200, sse_events: streamOf(response.body).map((data) => ({ event: "x", data })) },
});

const harEntry = ({ request, response }: CapturedRow) => ({
  startedDateTime: new Date(request.timestamp * 1000).toISOString(),
  time: 9000,
  request: { method: "POST", url: request.url, postData: { text: JSON.stringify(request.body) } },
  response: { status: 200, content: { text: JSON.stringify(response.body) } },
});

test("accounts for errors, other calls and unanswered ones", async () => {
  const [first] = rows as [CapturedRow];
  const refused = { ...first, response: { status_code: 529, body: { error: { message: "Overloaded" } } } };
  const counting = {
    ...first,
    request: { ...first.request, url: "https://api.anthropic.com/v1/messages/count_tokens" },
  };
  const { sessions, rows: account } = await mustImport([
    lines([refused, first, { ...counting, response: { body: { input_tokens: 9 } } }, { ...first, response: null }]),
  ]);
  expect(account).toMatchObject({ read: 4, interpreted: 2, kept: 2, bad: 0 });
  expect(sessions[0]?.events).toEqual([
    expect.objectContaining({ type: "api-error", message: "Overloaded", status: 529 }),
  ]);
});

test("another agent's prompt opens its own thread; the same tools with a new beginning are a compaction", async () => {
  const other = structuredClone(rows[0]) as CapturedRow;
  other.request.body.tools = [];
  other.request.body.messages = [{ role: "user", content: "Name this conversation." }];
  const anew = structuredClone(rows[1]) as CapturedRow;
  anew.request.body.messages = [{ role: "user", content: "Summary: go on." }];
  const session = await sessionOf([...rows.slice(0, 3), other, anew]);
  expect(session.responses.map(({ agent }) => agent)).toEqual(["main", "main", "main", "thread-1", "main"]);
  expect(session.events.map(({ type }) => type)).toEqual(["compaction"]);
});

test("a prompt with an edited first message is not a compaction", async () => {
  const edited = structuredClone(rows[2]) as CapturedRow;
  const messages = edited.request.body.messages as { role: string; content: unknown }[];
  messages[0] = { role: "user", content: "The task, said better." };
  const { session, requests, cache } = analyze(await sessionOf([...rows.slice(0, 2), edited]));
  expect(session.events.map(({ type }) => type)).toEqual(["rewind"]);
  expect(session.responses.map(({ agent }) => agent)).toEqual(["main", "main", "main"]);
  expect(requests).toHaveLength(3);
  expect(cache.breaks.map(({ cause }) => cause)).not.toContain("compaction");
});

test("each prompt's blocks are parts of the session, so that tools and system prompt are not missing", async () => {
  const { session, requests } = analyze(await sessionOf(rows));
  expect(session.captured?.blocks.filter(({ kind, parts }) => kind === "message" && !parts)).toEqual([]);
  expect(exactDifferences(session)).toEqual([]);
  expect(requests.every(({ composition }) => composition.tools > 0 && composition.system > 0)).toBe(true);
});

test("a client's reminder after a result, and a message of only reminders, are not typed prompts", async () => {
  const row = structuredClone(rows[0]) as CapturedRow;
  const text = (words: string) => ({ type: "text", text: words });
  row.request.body.messages = [
    { role: "user", content: [text("<system-reminder>The date is known.</system-reminder>")] },
    { role: "user", content: [text("<system-reminder>Rules</system-reminder>"), text("Fix it")] },
    { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Read", input: {} }] },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "x" },
        text("<system-reminder>Look</system-reminder>"),
      ],
    },
  ];
  const { messages } = await sessionOf([row]);
  const origins = messages.filter(({ role }) => role !== "system").map(({ origin }) => origin);
  expect(origins.slice(0, 4)).toEqual(["client", "typed", "model", "client"]);
});
