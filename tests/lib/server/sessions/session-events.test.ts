import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { FOLLOW } from "@/lib/server/follow/follow";
import { stopFollowing } from "@/lib/server/follow/follow-loop";
import { listLibrary } from "@/lib/server/sessions/sessions";
import { apiRoute } from "../../../support/api-route";
import { postJson, send, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const follow = apiRoute("PUT /api/follow");
const events = apiRoute("GET /api/sessions/{id}/events");

const data = startTestServer();
const project = () => path.join(data.dir(), "home", ".claude", "projects", "p");

const usual = { ...FOLLOW };
beforeAll(() => {
  Object.assign(FOLLOW, { poll: 100, lookShare: 0, restShare: 0 }); // polls often, until a test turns polls off
  process.env.WINNOW_DISCOVERY_HOME = path.join(data.dir(), "home");
  fs.mkdirSync(project(), { recursive: true });
});
afterAll(async () => {
  await stopFollowing();
  Object.assign(FOLLOW, usual);
});

/** The `session` events of a stream as they come, without its heartbeat. */
async function* statesOf(response: Response): AsyncGenerator<LiveSession> {
  let text = "";
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(bytes);
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [, json] = /^event: session\ndata: (.+)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (json) yield JSON.parse(json) as LiveSession;
    }
  }
}

const next = async (states: AsyncGenerator<LiveSession>): Promise<LiveSession> => (await states.next()).value;

test("a followed file's growth is announced between two polls, with the forecast", async () => {
  const file = path.join(project(), "new.jsonl");
  await postJson(follow, "/api/follow", { root: "claude-code", on: true }, { method: "PUT" });
  fs.writeFileSync(file, makeSession({ id: "new", turns: 1 }));
  let id: string | undefined;
  while (id === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    id = (await listLibrary()).sessions[0]?.id;
  }
  const stream = await send(events, `/api/sessions/${id}/events`, { params: { id } });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const states = statesOf(stream);
  const first = await next(states);
  expect(first).toMatchObject({ agent: "main", requests: 2, forecast: { kind: "too-few" }, last_break: null });
  Object.assign(FOLLOW, { poll: 3_600_000, longestPoll: 3_600_000 });
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // the last poll for an hour
  for (const turns of [2, 3, 4]) {
    fs.writeFileSync(file, makeSession({ id: "new", turns }));
    const state = await next(states);
    expect(state).toMatchObject({ requests: 2 * turns });
    expect(state.revision).not.toBe(first.revision);
  }
  await states.return(undefined);
}, 120_000);
