import { expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { SUMMARY_CALLS, summaryCallOf } from "@/lib/strategies/summaries/summary-calls";

/** Strategies of a published evaluation and of a design note: nobody says how such a summary is paid. */
const WITHOUT_PRODUCT = ["factory-anchored", "regenerate", "sliding-summary", "centagent-budget"];

test("every strategy that writes summaries has one row that says how its product pays for them", () => {
  const listed = SUMMARY_CALLS.flatMap(({ strategies }) => strategies);
  expect(new Set(listed).size).toBe(listed.length);
  const summarising = STRATEGIES.filter(({ summarises }) => summarises).map(({ id }) => id);
  expect([...listed, ...WITHOUT_PRODUCT].sort()).toEqual(summarising.sort());
});

test("every row has a day and a source, and says what of it is assumed", () => {
  for (const { strategies, asOf, source, basis } of SUMMARY_CALLS) {
    expect([strategies, asOf]).toEqual([strategies, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)]);
    expect([strategies, source]).toEqual([strategies, expect.stringMatching(/https:\/\/|package /)]);
    if (basis === "assumed") expect([strategies, source]).toEqual([strategies, expect.stringContaining("assumed")]);
  }
});

test("what no product says is assumed to be sent again, under another system prompt", () => {
  expect(summaryCallOf(["centagent-budget"])).toMatchObject({ basis: "assumed", sends: "folded", pays: "written" });
  expect(summaryCallOf(["roo-truncate", "claude-code"])).toMatchObject({ client: "Claude Code", pays: "read" });
});
