import { expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { SUMMARY_CALLS, summaryCallOf } from "@/lib/strategies/summaries/summary-calls";

/** Strategies from a published evaluation and a design note, which do not say how a summary is paid for. */
const WITHOUT_PRODUCT = ["factory-anchored", "regenerate", "sliding-summary", "centagent-budget"];

test("every strategy that writes summaries has one row on how its product pays for them", () => {
  const listed = SUMMARY_CALLS.flatMap(({ strategies }) => strategies);
  expect(new Set(listed).size).toBe(listed.length);
  const summarising = STRATEGIES.filter(({ summarises }) => summarises).map(({ id }) => id);
  expect([...listed, ...WITHOUT_PRODUCT].sort()).toEqual(summarising.sort());
});

test("every row has a date and a source, and marks its assumptions", () => {
  for (const { strategies, asOf, source, basis } of SUMMARY_CALLS) {
    expect([strategies, asOf]).toEqual([strategies, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
    expect([strategies, source]).toEqual([strategies, expect.stringMatching(/https:\/\/|package /)]);
    if (basis === "assumed") expect([strategies, source]).toEqual([strategies, expect.stringContaining("assumed")]);
  }
});

test("what no product documents is assumed to be sent again, under another system prompt", () => {
  expect(summaryCallOf(["centagent-budget"])).toMatchObject({ basis: "assumed", sends: "folded", pays: "written" });
  expect(summaryCallOf(["roo-truncate", "claude-code"])).toMatchObject({ client: "Claude Code", pays: "read" });
});
