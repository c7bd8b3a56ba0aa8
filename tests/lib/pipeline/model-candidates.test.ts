import { describe, expect, test } from "vitest";
import { resolveModel } from "@/lib/models/resolve-model";
import { type CandidateQuestion, modelCandidates } from "@/lib/pipeline/model-candidates";
import type { Session } from "@/lib/transcript/session";
import { sketchSession } from "../../support/sketch-session";

const ask = (drawing: string, changes: Partial<Session> = {}, more: Partial<CandidateQuestion> = {}) => {
  const { startedAt: _, endedAt: __, ...session } = sketchSession(drawing);
  return modelCandidates({
    session: { ...session, format: "sharegpt", client: null, ...changes } as Session,
    ...{ peakTokens: 10_000, named: [], stated: null, asked: null },
    ...more,
  });
};
const call = (id: string, name: string) => `user hi\ncall ${id} ${name} {}\nusage none\nresult ${id} ok`;
const providers = (found: ReturnType<typeof ask>) => found.candidates.map(({ model }) => model.provider);
const reasons = (found: ReturnType<typeof ask>) => found.candidates.map(({ reason }) => reason);

describe("models for a log that names none", () => {
  test("come from the provider whose ids its calls have", () => {
    const found = ask(call("toolu_01A09q90qw90lq917835lqAB", "weather"));
    expect(providers(found).slice(0, 3)).toEqual(["anthropic", "anthropic", "anthropic"]);
    expect(reasons(found)).toEqual(["call-ids", "call-ids", "call-ids", "listed", "listed"]);
  });

  test("come from the maker of the client whose tools it has, if it has enough of them and no others", () => {
    const tools = (...names: string[]) => ({ tools: names.map((name) => ({ name, schema: {} })) });
    expect(reasons(ask("user hi\nsay ok\nusage none", tools("Read", "Edit", "TodoWrite")))[0]).toBe("tool-names");
    expect(reasons(ask("user hi\nsay ok\nusage none", tools("Read", "Edit")))[0]).toBe("listed");
    expect(reasons(ask("user hi\nsay ok\nusage none", tools("Read", "Edit", "TodoWrite", "x")))[0]).toBe("listed");
  });

  test("are limited by the day of the log, after which none of its models was released", () => {
    const found = ask("user hi\nsay ok\nusage none", { format: "openai-chat", startedAt: "2024-09-01T08:00:00Z" });
    expect(found.day).toEqual({ day: "2024-09-01", from: "log" });
    expect(reasons(found)[0]).toBe("format");
    for (const { model } of found.candidates) expect((model.releaseDate ?? "") <= "2024-09-01").toBe(true);
  });

  test("are chosen by the day in its system prompt, before and after it", () => {
    const found = ask("system The current time is 2024-05-15 15:00.\nuser hi\nsay ok\nusage none", {
      format: "openai-chat",
    });
    expect(found.day).toEqual({ day: "2024-05-15", from: "prompt" });
    expect(found.candidates.map(({ model }) => model.id).slice(0, 3)).toEqual([
      "gpt-4o-2024-05-13",
      "gpt-4o-mini",
      "gpt-4o",
    ]);
  });

  test("without any mark: one per provider, the newest with known cache rules", () => {
    const found = ask("user hi\nsay ok\nusage none");
    expect(new Set(providers(found)).size).toBe(5);
    expect(found.candidates.every(({ model }) => model.prices !== null)).toBe(true);
  });

  test("models stated, requested or named by the client's other logs come first, each once", () => {
    const named = [
      { model: "gpt-5", logs: 2 },
      { model: "deepseek-chat", logs: 9 },
      { model: "a-model-nobody-knows", logs: 99 },
    ];
    const found = ask("user hi\nsay ok\nusage none", {}, { named, stated: "gpt-4o", asked: "gpt-5" });
    expect(found.candidates.slice(0, 3)).toMatchObject([
      { model: { id: "gpt-4o" }, reason: "stated" },
      { model: { id: "gpt-5" }, reason: "asked" },
      { model: { id: resolveModel("deepseek-chat")?.id }, reason: "same-client", logs: 9 },
    ]);
    expect(new Set(found.candidates.map(({ model }) => model.id)).size).toBe(5);
  });

  test("a model whose window the largest prompt exceeds is not offered", () => {
    const found = ask("user hi\nsay ok\nusage none", {}, { peakTokens: 500_000 });
    for (const { model } of found.candidates) expect(model.window).toBeGreaterThanOrEqual(500_000);
  });
});
