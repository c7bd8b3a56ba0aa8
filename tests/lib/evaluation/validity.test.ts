import { expect, test } from "vitest";
import { evaluate } from "@/lib/evaluation/evaluate";
import { createReaders, gatherEvidence } from "@/lib/evaluation/evidence";
import { evaluateValidity } from "@/lib/evaluation/validity";
import { CODECS } from "@/lib/formats";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";
import { quarterTokens } from "../../support/cut";

const history = drawConversation("user: 0\nuser: 1\nassistant: call 1 t x\nuser: result 1 y\nuser: 4\nassistant: 5");
const environment = testEnvironment({ force: true });
const faithful = { id: "roo-truncate", params: { faithful: true, systemMessages: "counted" } };

test("a refused result counts with the rules it would have broken", () => {
  const refused = evaluateValidity(history, compressConversation(history, faithful, environment));
  expect(refused.valid).toBe(false);
  expect(refused.violations.map(({ code }) => code)).toEqual(["orphan-result"]);
});

test("a strategy is blamed for what an edit broke, not for what the input already broke", () => {
  const orphan = drawConversation("user: go\ntool: result 9 y\nassistant: done\nuser: more");
  const noop = compressConversation(orphan, "swe-agent-last-n", environment);
  expect(evaluateValidity(orphan, noop, CODECS).valid).toBe(true);
  const broken = { ...noop, conversation: { tools: [], messages: history.messages.filter((_, index) => index !== 2) } };
  expect(evaluateValidity(history, broken).violations.map(({ code }) => code)).toEqual(["orphan-result"]);
  expect(evaluateValidity(history, broken, CODECS).violations.length).toBeGreaterThan(1);
});

test("economics are copied from the compression; a result that breaks rules has no score", () => {
  const result = compressConversation(history, "kilo-truncate", environment);
  const readers = createReaders(quarterTokens);
  const cut = { evidence: gatherEvidence(history, readers), needed: null, readers };
  const sound = evaluate(cut, result);
  expect(sound.economics).toMatchObject({
    prefix_tokens_kept: result.cache.prefixTokensKept,
    break_even_requests: result.cache.breakEvenRequests,
    refetch_tokens: null,
    tokens_per_task: null,
  });
  expect(sound.loss.dimensions).toMatchObject({ notMeasurable: null, overall: expect.any(Number) });
  const broken = { ...result, conversation: { tools: [], messages: history.messages.filter((_, at) => at !== 2) } };
  expect(evaluate(cut, broken).loss.dimensions).toMatchObject({
    notMeasurable: "invalid",
    overall: null,
    artifact: null,
  });
});
