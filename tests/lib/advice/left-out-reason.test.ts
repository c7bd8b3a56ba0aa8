import { expect, test } from "vitest";
import type { AdviceLeftOut } from "@/lib/api/schemas/advise";
import { weighAdvice } from "@/lib/library/advise-analysis";

const verdictOf = (...codes: AdviceLeftOut["code"][]) =>
  weighAdvice({
    measured: [],
    leftOut: codes.map((code, index) => ({ id: `s${index}`, title: "", code, message: "" })),
    price: null,
    mostLost: null,
    isStopped: false,
  }).verdict;

test("if nothing could be measured, the advice says what all sessions lack", () => {
  expect(verdictOf("too-short")).toMatchObject({ reason: "too-short", logged_lost_per_100: null });
  expect(verdictOf("too-short").sentence).toContain("at least 30 requests");
  expect(verdictOf("no-cache-counters", "no-cache-counters").sentence).toContain("does not report cache reads");
  expect(verdictOf("no-content").sentence).toContain("redacted or missing");
  expect(verdictOf("no-usage").sentence).toContain("no token counts");
});

test("if sessions lack different things, the stated reason is missing usage", () => {
  expect(verdictOf("too-short", "no-usage").reason).toBe("no-usage");
  expect(verdictOf().reason).toBe("no-usage");
});

test("one measured session of several gets no second recommendation next to its own", () => {
  const outcome = (id: string, cost: number) => ({
    ...{ id, trigger: null, fired: 1, peakPrompt: 100_000, overWindow: 0 },
    blocks: Array.from({ length: 12 }, () => ({ cost, lost: 0, requests: 50 })),
  });
  const candidate = {
    id: "winnow@90000",
    family: { id: "winnow", recipe: "winnow" },
    trigger: 90_000,
  };
  const session = {
    ...{ id: "s0", client: "pi", setting_client: "pi", requests: 600 },
    ...{ peak_prompt_tokens: 100_000, window: 200_000, compacts_at: null },
  };
  const measured = [
    {
      ...{ session, log: outcome("logged", 1), givenUp: 0, lossCases: [] },
      tried: [
        { candidate: { ...candidate, floor: null }, outcome: { ...outcome("winnow@90000", 0.5), trigger: 90_000 } },
      ],
    },
  ];
  const rest = { leftOut: [], price: null, mostLost: null, isStopped: false };
  expect(weighAdvice({ measured, asked: 1, ...rest }).verdict.reason).toBeNull();
  const { parts, verdict } = weighAdvice({ measured, asked: 3, ...rest });
  expect(parts).toBe("sessions");
  expect(verdict).toMatchObject({
    reason: "too-few-parts",
    sentence: "Advice for all sessions together needs at least five sessions. Each session has its own advice.",
  });
});
