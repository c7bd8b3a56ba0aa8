import { expect, test } from "vitest";
import { loadSharedSessions } from "@/bench/shared";
import { evaluateValidity } from "@/lib/evaluation/validity";
import { CODECS } from "@/lib/formats";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { contextAt } from "@/lib/transcript/context-at";
import { sampleRequests } from "@/tests/support/shared-transcripts";
import { testEnvironment } from "@/tests/support/strategy-environment";

test("structural violations on the shared conversations, three requests each", async () => {
  const contexts = (await loadSharedSessions()).flatMap(({ session }) =>
    sampleRequests(session, 3).map((request) => contextAt(session, request)),
  );
  const environment = testEnvironment({ force: true });
  console.log(`\n${contexts.length} contexts, wire formats ${CODECS.map(({ id }) => id).join(", ")}`);
  console.log(
    `${"strategy".padEnd(24)}${["applied", "noop", "failed", "saved", "broken"].map((name) => name.padStart(9)).join("")}`,
  );
  for (const { id } of STRATEGIES) {
    const results = contexts.map((context) => ({ context, result: compressConversation(context, id, environment) }));
    const count = (status: string) => results.filter(({ result }) => result.status === status).length;
    const broken = results.flatMap(
      ({ context, result }) => evaluateValidity(context, result, CODECS).violations,
    ).length;
    const before = results.reduce((sum, { result }) => sum + result.stats.tokensBefore, 0);
    const saved = results.reduce((sum, { result }) => sum + result.stats.tokensSaved, 0) / Math.max(1, before);
    const cells = [count("applied"), count("noop"), count("failed"), `${(saved * 100).toFixed(1)} %`, broken];
    console.log(`${id.padEnd(24)}${cells.map((cell) => `${cell}`.padStart(9)).join("")}`);
    expect(broken).toBe(0);
  }
});
