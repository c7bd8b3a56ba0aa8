import fc from "fast-check";
import { expect, test } from "vitest";
import { cacheLines } from "@/lib/cache/cache-lines";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";
import { drawRequests } from "@/tests/support/cache-stream";

const MODELS = ["claude-opus-4-8", "gpt-5.5", "gemini-2.5-pro", "deepseek-chat"];
const row = fc.record({
  blocks: fc.array(fc.constantFrom("a:900", "b:2500", "c:7000", "d:40", "e:40+f:1200|"), {
    minLength: 1,
    maxLength: 5,
  }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("no simulated optimum is below the reported reads, and its parts stay those of the prompt", () => {
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), fc.array(row, { minLength: 1, maxLength: 6 }), (model, rows) => {
      const drawn = drawRequests(
        rows.map(({ blocks }, index) => `model=${model} at=${index * 30} ${blocks.join(" ")}`),
      );
      const requests = drawn.map((request, index) => ({
        ...request,
        usage: { ...UNKNOWN_USAGE, cacheRead: Math.floor(request.leaf.tokens * (rows[index]?.share ?? 0)) },
      }));
      cacheLines(requests)[0]?.outcomes.forEach((outcome, index) => {
        if (outcome === null) return;
        const { read, written, uncached } = outcome;
        expect(read).toBeGreaterThanOrEqual(requests[index]?.usage.cacheRead ?? 0);
        expect([read + written + uncached, Math.min(written, uncached) >= 0]).toEqual([
          requests[index]?.leaf.tokens,
          true,
        ]);
      });
    }),
    { numRuns: 40 },
  );
});
