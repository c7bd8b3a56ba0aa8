import { expect, test } from "vitest";
import { CHARACTERS_PER_TOKEN, countMarks } from "@/bench/redaction/count-marks";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import { isFull, recordFigure } from "@/tests/support/record-figure";
import { describeShared } from "@/tests/support/shared";

/**
 * No live secret is in these sessions; docs/redaction.md explains the marks. A sub-agent's answer counts twice, as its
 * text and as the result of its call.
 */
const MAX_PER_MILLION = 20;

describeShared("corpus/sessions", (folder) => {
  test("redaction marks little that is not a secret", async () => {
    const { sessions, characters, findings } = await countMarks(folder, detectSecrets, { step: isFull ? 1 : 20 });
    const marks = findings.reduce((sum, { count }) => sum + count, 0);
    const tokens = characters / CHARACTERS_PER_TOKEN / 1e6;
    recordFigure(
      "S12",
      "marks in sessions without a live secret",
      `${(marks / tokens).toFixed(1)} per million tokens (${marks} in ${sessions} sessions of ${tokens.toFixed(1)} million tokens)`,
    );
    expect(marks / tokens).toBeLessThan(MAX_PER_MILLION);
  });
});
