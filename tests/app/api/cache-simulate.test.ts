import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const simulate = apiRoute("POST /api/cache/simulate");

startTestServer();

const block = (hash: string, tokens: number, more: object = {}) => ({ hash, tokens, ...more });
const send = async (value: object) => (await postJson(simulate, "/api/cache/simulate", value)).json();

describe("POST /api/cache/simulate", () => {
  test("breakpoints: written, then read, then written again after expiry", async () => {
    const prompt = [block("tools", 3000, { kind: "tools" }), block("a", 5000, { breakpoint: "5m" })];
    const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
    const requests = [0, 4, 10].map((minute) => ({
      started_at: at(minute),
      model: "claude-sonnet-4-5",
      blocks: prompt,
    }));
    const { requests: rows, totals, policy } = await send({ policy: "anthropic-breakpoints", requests });
    expect(rows).toMatchObject([
      { read: 0, written: 8000, uncached: 0, break: null },
      { read: 8000, written: 0, uncached: 0, break: null },
      { read: 0, written: 8000, uncached: 0, break: { change: "not-read", lost_tokens: 8000 } },
    ]);
    expect(rows[1].input_cost.amount).toBeCloseTo(0.0024);
    expect(totals).toMatchObject({ prompt_tokens: 24_000, read: 8000, written: 16_000 });
    expect(policy).toMatchObject({ id: "anthropic-breakpoints", source: expect.any(String), as_of: "2026-09-30" });
  });

  test("a break includes the first block that differs", async () => {
    const requests = [
      { blocks: [block("a", 100, { id: "intro" }), block("b", 50, { id: "old" })] },
      { blocks: [block("a", 100), block("c", 50, { id: "new" })] },
    ];
    const { requests: rows } = await send({ policy: "vllm-blocks", requests, options: { block: 10 } });
    expect(rows[1]).toMatchObject({
      read: 100,
      break: {
        at_block: 1,
        shared_tokens: 100,
        lost_tokens: 50,
        change: "changed",
        before: { id: "old" },
        after: { id: "new" },
      },
    });
  });

  test("with texts, a break shows what differs", async () => {
    const old = block("b", 50, { text: "The time is 10:00. Be brief." });
    const requests = [
      { blocks: [block("a", 100), old] },
      { blocks: [block("a", 100), block("c", 50, { text: "The time is 10:05. Be brief." })] },
    ];
    const { requests: rows } = await send({ policy: "ideal-prefix", requests });
    expect(rows[1].break.difference).toEqual({
      at: 16,
      before: "The time is 10:00. Be brief.",
      after: "The time is 10:05. Be brief.",
    });
  });

  test("a salt separates caches, and what the ledger does not know is null", async () => {
    const blocks = [block("a", 100)];
    const salted = [
      { blocks, cache_salt: "x" },
      { blocks, cache_salt: "y" },
    ];
    expect((await send({ policy: "sglang-radix", requests: salted })).totals.read).toBe(0);
    expect((await send({ policy: "usage-ledger", requests: salted })).requests[0].read).toBeNull();
    const [first, second] = [{ blocks: [block("a", 9000)] }, { blocks: [block("b", 9000)] }];
    const { requests: rows } = await send({ policy: "usage-ledger", requests: [first, first, second] });
    expect(rows).toMatchObject([{ break: null }, { break: null }, { break: { change: "changed", lost_tokens: null } }]);
  });

  test("refuses more than four marks, as the provider would", async () => {
    const blocks = ["a", "b", "c", "d", "e"].map((hash) => block(hash, 2000, { breakpoint: true }));
    const { requests: rows } = await send({ policy: "anthropic-breakpoints", requests: [{ blocks }] });
    expect(rows[0].refused).toBe("more than 4 breakpoints");
  });

  test.each([
    [{ policy: "nope", requests: [{ blocks: [block("a", 1)] }] }, "$.policy"],
    [{ policy: "ideal-prefix", requests: [] }, "$.requests"],
    [{ policy: "ideal-prefix", requests: [{ blocks: [{ hash: "a", tokens: -1 }] }] }, "$.requests[0].blocks[0].tokens"],
    [{ policy: "ideal-prefix", requests: [{ blocks: [block("a", 1)] }], options: { tll: 3 } }, "$.options"],
  ])("refuses %j with its path", async (value, pointer) => {
    const response = await postJson(simulate, "/api/cache/simulate", value);
    expect(response.status).toBe(422);
    expect(await readProblem(response)).toMatchObject({ errors: [{ pointer: expect.stringContaining(pointer) }] });
  });
});
