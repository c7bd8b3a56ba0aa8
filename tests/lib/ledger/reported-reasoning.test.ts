import { expect, test } from "vitest";
import { reportedReasoning } from "@/lib/ledger/reported-reasoning";
import type { Session } from "@/lib/transcript/session";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";

const session = (reasoning: number | null) =>
  ({
    responses: [{ id: "r", usage: { ...UNKNOWN_USAGE, output: 900, reasoning } }],
    messages: [
      {
        responseId: "r",
        parts: [
          { id: "a", type: "reasoning", text: "summary", redactedData: "x".repeat(100) },
          { id: "b", type: "reasoning", text: "", redactedData: "x".repeat(300) },
          { id: "c", type: "reasoning", text: "readable" },
        ],
      },
    ],
  }) as unknown as Session;

test("hidden reasoning gets what the provider reports, in proportion to its hidden length", () => {
  expect([...reportedReasoning(session(574), { id: "o200k" } as never)]).toEqual([
    ["a", { text: 0, fixed: 144, frame: 7 }],
    ["b", { text: 0, fixed: 430, frame: 19 }],
  ]);
});

test("nothing if it is not reported, or not sent again", () => {
  expect(reportedReasoning(session(null), { id: "o200k" } as never).size).toBe(0);
  expect(reportedReasoning(session(574), { id: "gemini" } as never).size).toBe(0);
});
