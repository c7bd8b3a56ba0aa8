import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Follower } from "@/lib/server/follow/follow";
import { listLibrary, loadMessageRows } from "@/lib/server/sessions/sessions";
import { FollowState } from "@/lib/server/store/follow-state";
import { startTestServer } from "../../../support/test-server";

/** Follows growing captures of claude-trace and claude-tap. The calls were written for this test. */

const data = startTestServer();
const before = { home: process.env.WINNOW_DISCOVERY_HOME, projects: process.env.WINNOW_PROJECTS };
const projects = () => path.join(data.dir(), "src");
const never = new AbortController().signal;

beforeAll(() => {
  process.env.WINNOW_DISCOVERY_HOME = ""; // variables are read only without it
  process.env.WINNOW_PROJECTS = projects();
});
afterAll(() => {
  for (const [name, value] of [
    ["WINNOW_DISCOVERY_HOME", before.home],
    ["WINNOW_PROJECTS", before.projects],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** The call of one turn, which repeats the earlier history. */
function call(turn: number, name: string): string {
  const messages = Array.from({ length: turn + 1 }, (_, at) => [
    { role: "user", content: `${name}: question ${at}` },
    ...(at < turn ? [{ role: "assistant", content: [{ type: "text", text: `answer ${at}` }] }] : []),
  ]).flat();
  const body = { model: "claude-sonnet-4-5", max_tokens: 100, system: "Be brief.", messages };
  const answer = {
    id: `msg_${name}_${turn}`,
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [{ type: "text", text: `answer ${turn}` }],
    stop_reason: "end_turn",
    usage: { input_tokens: 100 * (turn + 1), output_tokens: 5 },
  };
  const url = "https://api.anthropic.com/v1/messages";
  const timestamp = 1_767_225_600 + turn * 60;
  return `${JSON.stringify({
    request: { timestamp, method: "POST", url, path: "/v1/messages", body },
    response: { timestamp: timestamp + 2, status_code: 200, status: 200, body: answer },
  })}\n`;
}

test.each([
  ["claude-trace.projects", "a/.claude-trace/log-2026-09-01-10-00-00.jsonl"],
  ["claude-tap.projects", "b/.traces/2026-09-01/trace_100000.jsonl"],
])("%s: each call is in the session as soon as it is written", async (root, name) => {
  let clock = 0;
  const follower = new Follower(new FollowState(path.join(data.dir(), `${root}.json`)), () => Date.now() + clock);
  follower.state.follow(root, new Date(Date.now() - 1_000).toISOString());
  const file = path.join(projects(), name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const seen: { id: string; requests: number }[] = [];
  const known = new Set((await listLibrary()).sessions.map(({ id }) => id));
  for (const turn of [0, 1, 2]) {
    fs.appendFileSync(file, call(turn, root));
    clock += 61_000; // every waiting time is over
    await follower.look(never);
    const own = (await listLibrary()).sessions.filter(({ id }) => !known.has(id));
    seen.push(...own.map(({ id, requests }) => ({ id, requests })));
  }
  expect(follower.failuresIn(root)).toEqual([]);
  expect(seen.map(({ requests }) => requests)).toEqual([1, 2, 3]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  expect((await loadMessageRows(seen[0]?.id ?? "")).total).toBeGreaterThanOrEqual(6);
});
