import { describe, expect, test } from "vitest";
import type { ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";
import { scopeChoices, toCandidateRows } from "@/lib/view-models/session/candidate-table";

const candidate: ModelCandidatesAnswer["candidates"][number] = {
  ...{ model: "gpt-4o-mini", reason: "format", logs: null, release_date: "2024-07-18", window: 128_000 },
  prices: { input: 0.15, cached: 0.075, output: 0.6 },
  rule: { policy: "openai-auto", short: "automatic", summary: "It reads steps of 128.", minimum_tokens: 1024 },
  read_share: 0.8,
  cost: { amount: 0.0112, currency: "USD" },
};
const answer = (...candidates: ModelCandidatesAnswer["candidates"]): ModelCandidatesAnswer => ({
  ...{ stated: null, day: { day: "2024-05-15", from: "prompt" }, candidates, others_in_file: 0, others_of_client: 0 },
});

describe("the table of models that a log may have used", () => {
  test("a row has a reason, window, prices, rule, and a cost marked as simulated", () => {
    expect(toCandidateRows(answer(candidate))).toEqual([
      {
        ...{ model: "gpt-4o-mini", note: "2024-07-18 · fits the format", window: "128k" },
        ...{ prices: "$0.15 · $0.075 · $0.60", rule: "automatic, from 1,024 tokens" },
        ...{ ruleSummary: "It reads steps of 128.", cost: "~$0.0112" },
      },
    ]);
  });

  test("other logs of the client and the day are named as reasons", () => {
    const notes = toCandidateRows(
      answer({ ...candidate, reason: "same-client", logs: 3 }, { ...candidate, reason: "date", release_date: null }),
    ).map(({ note }) => note);
    expect(notes).toEqual(["2024-07-18 · 3 other logs of this client", "near 2024-05-15"]);
  });

  test("what is unknown is marked, and is not zero", () => {
    const [row] = toCandidateRows(answer({ ...candidate, prices: null, rule: null, cost: null }));
    expect(row).toMatchObject({
      prices: "–",
      rule: "no known rule: drawn as ideal caching",
      ruleSummary: null,
      cost: "–",
    });
  });
});

test("a statement can be widened only if others lack a model", () => {
  const values = (inFile: number, ofClient: number) =>
    scopeChoices({ ...answer(), others_in_file: inFile, others_of_client: ofClient }, "ShareGPT").map(
      ({ label }) => label,
    );
  expect(values(0, 0)).toEqual(["this session"]);
  expect(values(1, 1)).toEqual(["this session", "and 1 other in its file"]);
  expect(values(49, 60)).toEqual(["this session", "and 49 others in its file", "and all 60 of ShareGPT"]);
});
