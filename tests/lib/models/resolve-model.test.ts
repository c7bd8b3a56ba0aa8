import { fc, test as property } from "@fast-check/vitest";
import { afterEach, describe, expect, test } from "vitest";
import { MODELS } from "@/lib/models/models";
import { setOwnModels } from "@/lib/models/own-models";
import { allModels, resolveModel } from "@/lib/models/resolve-model";

afterEach(() => setOwnModels([]));

describe("platforms' forms of names", () => {
  test.each([
    ["azure/gpt-35-turbo-16k", "gpt-3.5-turbo-16k"],
    ["gpt-4-1106-preview", "gpt-4-turbo"],
    ["gpt-4-1", "gpt-4.1"],
    ["openai.gpt-oss-120b-1:0", "gpt-oss-120b"],
    ["gpt-oss:20b", "gpt-oss-20b"],
    ["global.anthropic.claude-opus-5-5", "claude-opus-5-5"],
    ["global.anthropic.claude-opus-5", "claude-opus-5"],
    ["us-gov.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["claude-3-5-sonnet-v2@20241022", "claude-3-5-sonnet"],
    ["generic-copilot/litellm/anthropic/claude-haiku-4.5", "claude-haiku-4-5"],
    ["us.amazon.nova-pro-v1:0", "nova-pro"],
    ["meta.llama3-1-70b-instruct-v1:0", "llama-3.1-70b-instruct"],
    ["us.deepseek.r1-v1:0", "deepseek-r1"],
    ["accounts/fireworks/models/deepseek-v3p1", "deepseek-v3.1"],
    ["accounts/fireworks/models/kimi-k2-instruct-0905", "kimi-k2-0905"],
    ["moonshotai/Kimi-K2-Instruct", "kimi-k2"],
    ["zai-org/GLM-4.6-FP8", "glm-4.6"],
    ["Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8", "qwen3-coder"],
    ["qwen3-coder:30b", "qwen3-coder-30b-a3b-instruct"],
    ["publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["openrouter/x-ai/grok-4-fast:free", "grok-4-fast"],
    ["x-ai/grok-3-fast", "grok-3-fast"],
    ["minimax-m2.7:cloud", "minimax-m2.7"],
    ["gpt-5-2025-08-07gpt-5-2025-08-07", "gpt-5"],
  ])("%s is %s", (name, id) => {
    expect(resolveModel(name)?.id).toBe(id);
  });

  test.each(["deepseek-r1:7b", "ft:gpt-4o-2024-08-06:org::id", "gemini-flash-latest", "mistral-medium", "big-pickle"])(
    "%s is not guessed",
    (name) => {
      expect(resolveModel(name)).toBeNull();
    },
  );
});

describe("any name", () => {
  property.prop([fc.string({ unit: "binary", maxLength: 400 })])("nothing throws", (name) => {
    expect(() => resolveModel(name)).not.toThrow();
  });

  const pieces = fc.constantFrom(
    "us.",
    "anthropic.",
    "claude-",
    "gpt-",
    "4",
    ".5",
    "-v1",
    ":0",
    "/",
    "@",
    "-latest",
    "[1m]",
  );
  property.prop([fc.array(pieces, { maxLength: 12 })])(
    "no combination of pieces of names throws, and a found id resolves to itself",
    (parts) => {
      const model = resolveModel(parts.join(""));
      if (model) expect(resolveModel(model.id)?.id).toBe(model.id);
    },
  );

  const decorated = fc.tuple(
    fc.constantFrom("", "openrouter/", "models/", " ", "a/b/c/"),
    fc.constantFrom(...MODELS),
    fc.constantFrom("", "-latest", ":free", "@latest", "[1m]", " "),
  );
  property.prop([decorated])("an id resolves to itself, even if it is decorated", ([prefix, model, suffix]) => {
    expect(resolveModel(prefix + model.id.toUpperCase() + suffix)?.id).toBe(model.id);
  });

  test("a name of a megabyte is unknown immediately", () => {
    expect(resolveModel("a-".repeat(500_000))).toBeNull();
  });
});

test("the user's own row takes precedence for every form of the name, and new ones join the list", () => {
  const gpt5 = resolveModel("gpt-5");
  if (!gpt5) throw new Error("gpt-5 is not known");
  const before = allModels().length;
  setOwnModels([
    { ...gpt5, window: 123_456 },
    { ...gpt5, id: "Big-Pickle", aliases: ["opencode/pickle"], window: 65_536 },
  ]);
  expect(resolveModel("openai/gpt-5-2025-08-07")?.window).toBe(123_456);
  expect(resolveModel("big-pickle")?.window).toBe(65_536);
  expect(resolveModel("OpenCode/Pickle")?.id).toBe("Big-Pickle");
  expect(allModels()).toHaveLength(before + 1);
  expect(allModels().find(({ id }) => id === "gpt-5")?.window).toBe(123_456);
  setOwnModels([]);
  expect(resolveModel("gpt-5")?.window).toBe(400_000);
  expect(resolveModel("big-pickle")).toBeNull();
});
