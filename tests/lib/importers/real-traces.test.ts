import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

describeReal("langsmith/langsmith_py_wrap_openai_reasoning.json", ({ nameless, json }) => {
  test("the run with its prompt, answer and usage", async () => {
    const { post, patch } = json();
    const [question] = post[0].inputs.messages;
    const { choices, usage_metadata: usage, model } = patch[0].outputs;
    await checkImporter([nameless], "langsmith");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      messages: 2,
      responses: 1,
      text: question.content.length + choices[0].message.content.length,
      usage: {
        uncached: usage.input_tokens - usage.input_token_details.cache_read,
        read: usage.input_token_details.cache_read,
        output: usage.output_tokens,
        reasoning: usage.output_token_details.reasoning,
      },
    });
    expect(sessions[0]?.responses[0]).toMatchObject({ model, endedAt: "2024-10-11T20:58:39.682Z" });
    expect(rows).toMatchObject({ read: 3, interpreted: 3 });
  });
});

describeReal("langfuse/beeai-2025-08-01.trace.json", ({ nameless, json }) => {
  test("the generations, with the answers that later prompts show", async () => {
    const { observations } = json();
    const generations = observations
      .filter(({ type, input }: Json) => type === "GENERATION" && input)
      .sort((a: Json, b: Json) => a.startTime.localeCompare(b.startTime));
    const prompts = generations.map(({ input }: Json) => JSON.parse(input));
    const final = observations.filter(({ output }: Json) => output?.startsWith?.('{"role": "assistant"') ?? false);
    await checkImporter([nameless], "langfuse");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      messages: prompts.at(-1).length + 1,
      responses: generations.length,
      usage: {
        uncached: generations.reduce((sum: number, { usageDetails }: Json) => sum + usageDetails.input, 0),
        read: null,
        output: null,
      },
    });
    expect(final.length).toBeGreaterThan(0);
    const answers = sessions[0]?.responses.map(({ messageIndex }) => sessions[0]?.messages[messageIndex]?.parts[0]);
    expect(answers).toMatchObject([
      { text: expect.stringMatching(/^Thought/) },
      { text: expect.stringMatching(/^Thought/) },
      { text: expect.stringMatching(/^Barcelona/) },
    ]);
    expect(rows).toMatchObject({
      read: observations.length + 1,
      kept: observations.length - generations.length,
      bad: 0,
    });
  });
});
