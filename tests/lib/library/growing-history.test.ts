import { expect, test } from "vitest";
import { aiSdk } from "@/lib/formats/ai-sdk";
import { GrowingHistory } from "@/lib/library/growing-history";

test("a list that cannot be read leaves the history as it was", () => {
  const history = new GrowingHistory(aiSdk);
  const question = { role: "user", content: "go" };
  const answer = { role: "assistant", content: "done" };
  history.take([question, answer]);
  const before = [...history.context().messages];
  const marked = { ...question, providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
  expect(() => history.take([marked, { role: "nobody", content: 5 }])).toThrow();
  expect([...history.context().messages]).toEqual(before);
});
