import { beforeAll, expect, test } from "vitest";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import { generateExample } from "@/lib/example/generate-example";
import { loadAgentRequests } from "@/lib/server/sessions/agent-requests";
import { apiRoute } from "../../support/api-route";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";

const readCompaction = apiRoute("GET /api/sessions/{id}/compactions/{index}");
const upload = apiRoute("POST /api/sessions");

startTestServer();

let id = "";
beforeAll(async () => {
  id = (await (await postBytes(upload, generateExample(7))).json()).files[0].sessions[0];
});

const read = (index: string, query = "") =>
  send(readCompaction, `/api/sessions/${id}/compactions/${index}${query}`, { params: { id, index } });

test("reports each compaction of the example: what survived, was missed or read again, and the cost", async () => {
  const { outline, rows } = await loadAgentRequests(id, "main");
  for (const [index, { at, after }] of outline.compactions.entries()) {
    const answer = (await (await read(String(index))).json()) as CompactionAnswer;
    expect(answer.after).toEqual({ request: at, prompt_tokens: after });
    expect(answer.before).toEqual({ request: at - 1, prompt_tokens: rows[at - 1]?.prompt_tokens });
    const { facts, gone, fetched_again, used_unseen, recall } = answer.used_later;
    expect(fetched_again + used_unseen).toBe(gone);
    expect(gone).toBeLessThanOrEqual(facts);
    expect(recall).toBeCloseTo(1 - gone / facts);
    expect(answer.missed).toHaveLength(Math.min(500, gone));
    for (const { first_used, seen_again } of answer.missed) {
      expect(first_used.request).toBeGreaterThanOrEqual(at);
      if (seen_again) expect(seen_again.request).toBeLessThanOrEqual(first_used.request);
    }
    expect(answer.parts.gone).toBeGreaterThan(10);
    expect(answer.survival.find(({ kind }) => kind === "path")?.of).toBeGreaterThan(5);
    expect(answer.cost).toMatchObject({ requests: expect.any(Number), paid: expect.any(Boolean) });
  }
});

test("an unknown compaction is a 404 that says how many there are", async () => {
  for (const [index, query] of [
    ["99", ""],
    ["0", "?agent=nobody"],
    ["x", ""],
  ] as const) {
    const response = await read(index, query);
    expect(response.status).toBe(404);
    expect((await readProblem(response)).code).toBe("no-such-compaction");
  }
});
