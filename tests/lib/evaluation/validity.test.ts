import { expect, test } from "vitest";
import { evaluateEconomics } from "@/lib/evaluation/economics";
import { evaluateValidity } from "@/lib/evaluation/validity";
import { CODECS } from "@/lib/formats";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const history = drawConversation("user: 0\nuser: 1\nassistant: call 1 t x\nuser: result 1 y\nuser: 4\nassistant: 5");
const environment = testEnvironment({ force: true });
const faithful = { id: "roo-truncate", params: { faithful: true, systemMessages: "counted" } };

test("a refused result counts with the rules it would have broken", () => {
  const refused = evaluateValidity(history, compressConversation(history, faithful, environment));
  expect(refused.valid).toBe(false);
  expect(refused.violations.map(({ code }) => code)).toEqual(["orphan-result"]);
});

test("what the input broke already is not held against a strategy, what an edit broke is", () => {
  const orphan = drawConversation("user: go\ntool: result 9 y\nassistant: done\nuser: more");
  const noop = compressConversation(orphan, "swe-agent-last-n", environment);
  expect(evaluateValidity(orphan, noop, CODECS).valid).toBe(true);
  const broken = { ...noop, conversation: { tools: [], messages: history.messages.filter((_, index) => index !== 2) } };
  expect(evaluateValidity(history, broken).violations.map(({ code }) => code)).toEqual(["orphan-result"]);
  expect(evaluateValidity(history, broken, CODECS).violations.length).toBeGreaterThan(1);
});

test("economics are those of the compression", () => {
  const result = compressConversation(history, "kilo-truncate", environment);
  expect(evaluateEconomics(result)).toMatchObject({
    prefix_tokens_kept: result.cache.prefixTokensKept,
    break_even_requests: result.cache.breakEvenRequests,
  });
});
