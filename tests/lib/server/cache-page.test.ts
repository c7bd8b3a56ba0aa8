import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { POST as upload } from "@/app/api/sessions/route";
import { loadAgentCache, loadSessionCache } from "@/lib/server/cache-page";
import { CACHE_FOLDER } from "@/lib/server/derived";
import { PARSER_VERSION } from "@/lib/server/parser-version";
import { postBytes, startTestServer } from "../../support/test-server";
import { makeSession } from "../../support/transcripts";

const data = startTestServer();

test("a session stored without the files of its cache is explained when somebody asks, once", async () => {
  const [id] = (await (await postBytes(upload, makeSession())).json()).files[0].sessions as [string];
  const stored = { session: await loadSessionCache(id), agent: await loadAgentCache(id, "main") };
  expect(stored.session.requests).toBeGreaterThan(0);
  expect(stored.agent.lanes).toHaveLength(stored.session.requests);
  const folder = path.join(data.dir(), "derived", String(PARSER_VERSION), id, CACHE_FOLDER);
  fs.rmSync(folder, { recursive: true });

  const [session, agent] = [await loadSessionCache(id), await loadAgentCache(id, "main")];
  expect({ session, agent }).toEqual(stored);
  const { mtimeMs } = fs.statSync(path.join(folder, "session.json"));
  await loadSessionCache(id);
  expect(fs.statSync(path.join(folder, "session.json")).mtimeMs).toBe(mtimeMs);
});

test("an agent that the session does not have is told as such", async () => {
  const [id] = (await (await postBytes(upload, makeSession())).json()).files[0].sessions as [string];
  await expect(loadAgentCache(id, "nobody")).rejects.toMatchObject({ status: 404, code: "no-such-agent" });
});
