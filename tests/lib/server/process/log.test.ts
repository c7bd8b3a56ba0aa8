import { expect, test, vi } from "vitest";
import { log } from "@/lib/server/process/log";
import { apiRoute } from "../../../support/api-route";
import { postBytes, postJson, send, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const library = apiRoute("GET /api/sessions");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const SECRET = "hush-4711";

test("logs no bodies, names or queries, whatever happens to the call", async () => {
  const lines: string[] = [];
  const logger = log();
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(logger, level).mockImplementation((...said: unknown[]) => void lines.push(JSON.stringify(said)));
  const session = makeSession({ id: "99999999-0000-4000-8000-000000000001" }).replaceAll("fix", `${SECRET}\\n[31m`);
  await postBytes(upload, session, { "x-file-name": encodeURIComponent(`${SECRET}\n{"level":60}.jsonl`) });
  await postBytes(upload, `${SECRET} is no transcript`);
  await postJson(compress, "/api/compress", { messages: SECRET, [SECRET]: 1 });
  await send(library, `/api/sessions?q=${SECRET}&cursor=${SECRET}`, { headers: { authorization: `Bearer ${SECRET}` } });
  vi.restoreAllMocks();
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.join("\n")).not.toContain(SECRET);
});
