import { describe, expect, test } from "vitest";
import { readGeminiCliUsage, readGeminiUsage } from "@/lib/importers/gemini-usage";
import { readOpenAiUsage, readResponsesUsage } from "@/lib/importers/openai-usage";

describe("a row's total decides if its output includes the reasoning", () => {
  const gemini = (totalTokenCount?: number) =>
    readGeminiUsage({ promptTokenCount: 100, candidatesTokenCount: 60, thoughtsTokenCount: 33, totalTokenCount })
      ?.output;
  const cli = (total?: number) => readGeminiCliUsage({ input: 100, output: 60, thoughts: 33, total })?.output;
  const chat = (total_tokens?: number) =>
    readOpenAiUsage({
      prompt_tokens: 100,
      completion_tokens: 60,
      completion_tokens_details: { reasoning_tokens: 33 },
      total_tokens,
    })?.output;
  const responses = (total_tokens?: number) =>
    readResponsesUsage({
      input_tokens: 100,
      output_tokens: 60,
      output_tokens_details: { reasoning_tokens: 33 },
      total_tokens,
    })?.output;

  test.each([
    ["Gemini API", gemini],
    ["Gemini CLI", cli],
    ["Chat Completions", chat],
    ["Responses", responses],
  ])("%s", (_, output) => {
    expect([output(160), output(193)]).toEqual([60, 93]);
  });

  test("without a total, or with one that fits neither, the format decides", () => {
    expect([gemini(), cli(), chat(), responses()]).toEqual([93, 93, 60, 60]);
    expect([gemini(7), cli(7), chat(7), responses(7)]).toEqual([93, 93, 60, 60]);
  });

  test("results of provider-run tools are part of the total", () => {
    const usage = {
      promptTokenCount: 100,
      toolUsePromptTokenCount: 10,
      candidatesTokenCount: 60,
      thoughtsTokenCount: 33,
    };
    expect(readGeminiUsage({ ...usage, totalTokenCount: 170 })?.output).toBe(60);
    expect(readGeminiUsage({ ...usage, totalTokenCount: 203 })?.output).toBe(93);
  });
});
