import { expect, test } from "vitest";
import { type JudgeRunResult, judgementAnswer } from "@/lib/api/answers/judgement";

const result: JudgeRunResult = {
  ...{ model: "judge", answerModel: "small", seed: 1, repeats: 1 },
  plan: { questions: 0, calls: 0, input_tokens: 0 },
  material: { questions: [], candidates: [] },
  ...{ questions: [], calls: [], failedCalls: 1, invalidVerdicts: 1, fault: "no answer" },
};

test("uses the singular for one call and the plural for several", () => {
  expect(judgementAnswer(result).message).toBe("1 call failed: no answer; 1 verdict could not be read");
  expect(judgementAnswer({ ...result, failedCalls: 2, invalidVerdicts: 3 }).message).toBe(
    "2 calls failed: no answer; 3 verdicts could not be read",
  );
});
