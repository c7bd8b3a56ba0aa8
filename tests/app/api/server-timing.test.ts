import { expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postJson, send, startTestServer } from "../../support/test-server";
import { BODIES } from "../../support/wire-bodies";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const health = apiRoute("GET /api/health");

startTestServer();
const body = { model: "gpt-5", ...BODIES["openai-chat"], force: true, strategy: "centagent-externalise" };

/** The stages of an answer, by name, in milliseconds. */
function stagesOf({ headers }: Response): Record<string, number> {
  const entries = (headers.get("server-timing") ?? "").split(", ").map((entry) => entry.split(";dur="));
  return Object.fromEntries(entries.map(([name, ms]) => [name, Number(ms)]));
}

test("compress reports its stages, which are parts of the total", async () => {
  const stages = stagesOf(await postJson(compress, "/api/compress", body));
  expect(Object.keys(stages)).toEqual(["receive", "queue", "work", "save", "total"]);
  const { total = 0, ...parts } = stages;
  expect(Object.values(parts).reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(total + 1);
  expect(stages.work).toBeGreaterThan(0);
});

test("concurrent calls keep their stages separate", async () => {
  const { strategy: _, ...rest } = body;
  const comparison = { ...rest, strategies: ["winnow", "manus", "centagent-externalise"] };
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => postJson(compare, "/api/compress/compare", comparison)),
    send(health, "/api/health"),
  ]);
  const stages = answers.map(stagesOf);
  expect(Object.keys(stages.at(-1) ?? {})).toEqual(["total"]);
  const waits = stages.slice(0, 4).map(({ queue = 0, work = 0, total = 0 }) => {
    expect(queue + work).toBeLessThanOrEqual(total + 1);
    return queue;
  });
  // One worker runs them in turn, so the last one waited for the earlier ones.
  expect(Math.max(...waits)).toBeGreaterThan(Math.min(...waits) + (stages[0]?.work ?? 0));
});

test("a refusal reports its stages too", async () => {
  const refused = await postJson(compress, "/api/compress", { ...body, strategy: "none-such" });
  expect(stagesOf(refused).total).toBeGreaterThan(0);
});
