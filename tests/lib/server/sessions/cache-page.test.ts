import { expect, test } from "vitest";
import { loadAgentCache, loadSessionCache } from "@/lib/server/sessions/cache-page";
import { apiRoute } from "../../../support/api-route";
import { postBytes, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const upload = apiRoute("POST /api/sessions");

startTestServer();

test("the cache data of a stored session and of its agent exist after the import", async () => {
  const [id] = (await (await postBytes(upload, makeSession())).json()).files[0].sessions as [string];
  const session = await loadSessionCache(id);
  expect(session.requests).toBeGreaterThan(0);
  expect((await loadAgentCache(id, "main")).lanes).toHaveLength(session.requests);
});

test("an unknown agent is reported as such", async () => {
  const [id] = (await (await postBytes(upload, makeSession())).json()).files[0].sessions as [string];
  await expect(loadAgentCache(id, "nobody")).rejects.toMatchObject({ status: 404, code: "no-such-agent" });
});
