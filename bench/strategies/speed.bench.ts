import { expect, test } from "vitest";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { requestTokens } from "@/lib/strategies/create-view";
import { generateConversation } from "@/tests/support/generate-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const SIZES = [5000, 10_000, 20_000, 40_000];
/** A deterministic strategy on 5,000 messages, counting excluded. */
const LIMIT_MS = 200;

test("time per strategy", () => {
  const rows = STRATEGIES.map(({ id }) => ({ id, ms: SIZES.map((size) => timeOf(id, size)) }));
  console.log(
    `\n${["strategy".padEnd(24), ...SIZES.map((size) => `${size}`.padStart(9)), "growth".padStart(8)].join("")}`,
  );
  for (const { id, ms } of rows) {
    const growth = Math.log((ms.at(-1) ?? 1) / (ms[0] ?? 1)) / Math.log((SIZES.at(-1) ?? 1) / (SIZES[0] ?? 1));
    console.log(
      `${id.padEnd(24)}${ms.map((value) => value.toFixed(1).padStart(9)).join("")}${growth.toFixed(2).padStart(8)}`,
    );
    expect(ms[0]).toBeLessThan(LIMIT_MS);
  }
});

/** Processor time (a busy machine does not blur it), the least of five runs, with all counts of the input known. */
function timeOf(id: string, messages: number): number {
  const conversation = generateConversation(messages);
  const environment = testEnvironment({ force: true, budget: { window: 100_000, reserve: 8_000 } });
  requestTokens(conversation, environment);
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    const result = compressConversation(conversation, id, environment);
    expect(result.status).toBe("applied");
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
