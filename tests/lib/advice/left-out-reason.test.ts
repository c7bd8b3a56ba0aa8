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

test("where nothing could be measured, the advice says what all sessions lack", () => {
  expect(verdictOf("too-short")).toMatchObject({ reason: "too-short", logged_lost_per_100: null });
  expect(verdictOf("too-short").sentence).toContain("fewer than 30 requests");
  expect(verdictOf("no-cache-counters", "no-cache-counters").sentence).toContain("what was read from the cache");
  expect(verdictOf("no-content").sentence).toContain("redacted or missing");
  expect(verdictOf("no-usage").sentence).toContain("no token counts");
});

test("sessions that lack different things have no usage to speak of together", () => {
  expect(verdictOf("too-short", "no-usage").reason).toBe("no-usage");
  expect(verdictOf().reason).toBe("no-usage");
});
