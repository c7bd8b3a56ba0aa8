import { describe, expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, readProblem, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";

const compress = apiRoute("POST /api/compress");
const evaluate = apiRoute("POST /api/evaluate");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const send = (value: object) => postJson(evaluate, "/api/evaluate", value);

const MESSAGES = [
  { role: "user", content: "You must never edit src/generated.ts" },
  ...Array.from({ length: 10 }, (_, index) => ({
    role: index % 2 ? "user" : "assistant",
    content: `step ${index} of the work in lib/file_${index}.ts`,
  })),
  { role: "user", content: "go on" },
];

describe("POST /api/evaluate", () => {
  test("a conversation compared with itself has no losses, in whatever formats both are sent", async () => {
    const other = MESSAGES.map(({ role, content }) => ({ role, content: [{ type: "text", text: content }] }));
    const original = { messages: MESSAGES, format: "openai-chat" };
    for (const compressed of [original, { messages: other, format: "anthropic" }]) {
      const answer = await (await send({ original, compressed })).json();
      expect(answer).toMatchObject({
        validity: { valid: true },
        not_measurable: "unchanged",
        retention: { total: null },
        faithfulness: null,
        hindsight: null,
        stats: { saved_fraction: 0, parts: { kept: 12, written: 0, gone: 0 } },
        economics: { suffix_tokens_rewritten: 0 },
      });
    }
  });

  test("reports lost facts by kind, and marks invented content as unfaithful", async () => {
    const compressed = {
      messages: [
        { role: "user", content: "Summary: lib/file_3.ts was edited, and lib/invented.ts too" },
        MESSAGES.at(-1),
      ],
      format: "openai-chat",
    };
    const answer = await (await send({ original: { messages: MESSAGES, format: "openai-chat" }, compressed })).json();
    expect(answer.retention.by_kind.path).toBeGreaterThan(0);
    expect(answer.retention.by_kind.path).toBeLessThan(0.3);
    expect(answer.retention.by_kind.instruction).toBe(0);
    expect(answer.faithfulness).toBe(0.5);
    expect(answer.stats.parts).toEqual({ kept: 1, written: 1, gone: 11 });
  });

  test("a broken result lists the rules it breaks instead of being refused", async () => {
    const call = { id: "a", type: "function", function: { name: "read", arguments: "{}" } };
    const original = {
      messages: [
        ...MESSAGES,
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "a", content: "the file" },
      ],
      format: "openai-chat",
    };
    const compressed = { messages: [MESSAGES[0], original.messages.at(-1)], format: "openai-chat" };
    const answer = await (await send({ original, compressed })).json();
    expect(answer.validity.valid).toBe(false);
    expect(answer.validity.violations.map(({ code }: { code: string }) => code)).toContain("orphan-result");
  });

  test("a stored session serves as original and future; the figures equal those of compress", async () => {
    const id = (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];
    const session = { id, request: 100 };
    const asked = { session, strategy: "roo-truncate", force: true, include: ["evaluation"], format: "anthropic" };
    const { messages, system, evaluation, stats } = await (await postJson(compress, "/api/compress", asked)).json();
    const compressed = { messages, ...(system !== undefined && { system }), format: "anthropic" };
    const answer = await (await send({ session, compressed })).json();
    expect(answer.hindsight.needed).toBe(evaluation.hindsight.needed);
    expect(answer.hindsight.recall).toBeCloseTo(evaluation.hindsight.recall, 2);
    expect(answer.retention.total).toBeCloseTo(evaluation.retention.total, 2);
    expect(Math.abs(answer.stats.tokens_after / stats.tokens_after - 1)).toBeLessThan(0.01);
  });

  test("a stored session reports what the rest of the task costs; a recipe is measured like a sent result", async () => {
    const id = (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];
    const answer = await (await send({ session: { id, request: 100 }, strategy: "roo-truncate", force: true })).json();
    expect(answer).toMatchObject({ strategy: { id: "roo-truncate" }, status: "applied", not_measurable: null });
    const { refetch_tokens, tokens_per_task, tokens_per_task_original } = answer.economics;
    expect(tokens_per_task).toBeLessThan(tokens_per_task_original);
    expect(refetch_tokens).toBeGreaterThanOrEqual(0);
    expect(answer.hindsight).toMatchObject({ over_keep: expect.any(Number), oracle_efficiency: expect.any(Number) });
    expect(answer.hindsight.over_keep).toBeLessThan(1);
    expect(answer.artifact_trail).toMatchObject({ operation_accuracy: 1, change_detail: expect.any(Number) });
    expect(answer.dimensions).toMatchObject({ basis: "proxy", discriminating: expect.any(Number) });
  });

  const original = { messages: MESSAGES, format: "openai-chat" };
  test.each([
    ["no original", { compressed: original }, "$.original"],
    ["no compressed conversation", { original, compressed: {} }, "$.compressed.messages"],
    ["an empty one", { original, compressed: { messages: [] } }, "$.compressed.messages"],
    ["a misspelt key", { original, compressed: { mesages: [] } }, "$.compressed"],
    ["a format that is none", { original, compressed: { messages: MESSAGES, format: "nope" } }, "$.compressed.format"],
    [
      "an original of an unknown format",
      { original: { ...original, format: "nope" }, compressed: original },
      "$.original.format",
    ],
    [
      "an original that is none",
      { original: { messages: [], format: "openai-chat" }, strategy: "winnow" },
      "$.original.messages",
    ],
    ["two formats at once", { original, compressed: { ...original, contents: [] } }, "$.compressed"],
    ["both a result and a recipe", { original, compressed: original, strategy: "winnow" }, "$.compressed"],
    ["a recipe that is none", { original, strategy: "winow" }, "$.strategy"],
    [
      "a role that is none",
      { original, compressed: { messages: [{ role: "usr", content: "x" }], format: "openai-chat" } },
      "$.compressed.messages",
    ],
  ])("refuses %s with its path", async (_name, value, pointer) => {
    const response = await send(value);
    expect(response.status).toBe(422);
    const { errors } = await readProblem(response);
    expect(errors[0]?.pointer).toEqual(expect.stringContaining(pointer));
  });
});
