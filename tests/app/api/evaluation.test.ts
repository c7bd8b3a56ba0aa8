import { expect, test } from "vitest";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";

const compare = apiRoute("POST /api/compress/compare");
const compress = apiRoute("POST /api/compress");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const store = async (): Promise<string> =>
  (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];

test("a stored session's future shows what a strategy lost; a table without evaluation stays fast", async () => {
  const session = { id: await store(), request: 100 };
  const strategies = ["centagent-externalise", "roo-truncate"];
  const body = { session, strategies, force: true, include: ["evaluation"] };
  const { results } = await (await postJson(compare, "/api/compress/compare", body)).json();
  const [putAside, cut] = results.map((result: { evaluation: unknown }) => result.evaluation);
  expect(putAside.validity.valid).toBe(true);
  expect(putAside.hindsight.needed).toBeGreaterThan(5);
  expect(cut.hindsight.recall).toBeLessThan(1);
  expect(cut.hindsight.regret_total).toBeGreaterThan(0);
  expect(cut.hindsight.regret[0]).toMatchObject({
    kind: expect.any(String),
    value: expect.any(String),
    source: { message: expect.any(Number) },
    first_use: { calls_later: expect.any(Number) },
  });
  for (const { of, lost, facts } of cut.lost_facts) {
    expect(lost).toBeLessThanOrEqual(of);
    expect(facts.length).toBe(Math.min(lost, 40));
  }
  const firstLost = cut.lost_facts.find(({ lost }: { lost: number }) => lost > 0);
  expect(firstLost.facts[0]).toMatchObject({ value: expect.any(String), source: { message: expect.any(Number) } });
  const { missed, missed_total, operations } = cut.artifact_trail;
  expect(missed).toHaveLength(Math.min(missed_total, 200));
  expect(missed_total).toBeLessThanOrEqual(operations);
  expect(putAside.recoverability.share).toBeGreaterThanOrEqual(cut.recoverability.share);
  expect(cut.retention.total).toBeLessThan(1);
  expect(cut.dimensions).toMatchObject({ basis: "proxy", overall: expect.any(Number) });
  const quick = await (await postJson(compare, "/api/compress/compare", { ...body, include: [] })).json();
  expect(quick.results[0]).not.toHaveProperty("evaluation");
});

test("without a future, measures retention; hindsight is null instead of a guess", async () => {
  const messages = [
    { role: "user", content: "You must never edit src/generated.ts" },
    ...Array.from({ length: 20 }, (_, index) => ({
      role: index % 2 ? "user" : "assistant",
      content: `step ${index} of the work in lib/file_${index}.ts`,
    })),
    { role: "user", content: "go on" },
  ];
  const body = {
    format: "openai-chat",
    messages,
    strategy: "roo-truncate",
    force: true,
    include: ["evaluation"],
    store: false,
  };
  const { evaluation } = await (await postJson(compress, "/api/compress", body)).json();
  expect(evaluation.hindsight).toBeNull();
  expect(evaluation.recoverability).toBeNull();
  expect(evaluation.dimensions.continuity).toBeNull();
  expect(evaluation.retention.by_kind.path).toBeGreaterThan(0);
  expect(evaluation.retention.by_kind.path).toBeLessThan(1);
  expect(evaluation.retention.by_kind.url).toBeNull();
});
