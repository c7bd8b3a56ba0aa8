import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BreakNote } from "@/components/session/break-note";
import type { BreakJson } from "@/lib/api/schemas/request-row";

const found: BreakJson = {
  cause: "system-changed",
  letter: "S",
  confidence: "certain",
  is_expected: false,
  lost_tokens: 481_000,
  lost_cost: null,
  facts: [],
  evidence: "",
  reported: null,
};
const row = { index: 4, cache_read: 37_991, prompt_tokens: 520_000, break: found };

test("a break states how far the cache was read, not a place among the messages", () => {
  const note = renderToStaticMarkup(<BreakNote row={row} />);
  expect(note).toContain("System prompt changed");
  expect(note).toContain("481,000 tokens paid for again: only the first 37,991 of 520,000 were read from the cache.");
});

test("a log without cache writes shows a range of tokens that were paid for again", () => {
  const most_lost = { tokens: 502_000, cost: null };
  const note = renderToStaticMarkup(<BreakNote row={{ ...row, break: { ...found, most_lost } }} />);
  expect(note).toContain("481,000–502,000 tokens paid for again");
});

test("a request whose prefix was read has no note", () => {
  expect(renderToStaticMarkup(<BreakNote row={{ ...row, break: null }} />)).toBe("");
});
