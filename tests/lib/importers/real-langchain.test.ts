import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describeReal("langchain/react-agent.messages.json", ({ nameless, json }) => {
  test("messages, calls and usage_metadata", async () => {
    const messages = json().map(({ kwargs }: Json) => kwargs);
    const answers = messages.filter(({ usage_metadata }: Json) => usage_metadata);
    const usage = (read: (usage: Json) => number) => sum(answers.map((answer: Json) => read(answer.usage_metadata)));
    const cached = usage((counts) => counts.input_token_details.cache_read);
    await checkImporter([nameless], "langchain");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      messages: messages.length,
      responses: 2,
      calls: sum(messages.map((message: Json) => message.tool_calls?.length ?? 0)),
      results: messages.filter((message: Json) => message.tool_call_id).length,
      usage: {
        uncached: usage((counts) => counts.input_tokens) - cached,
        read: cached,
        output: usage((counts) => counts.output_tokens),
        reasoning: usage((counts) => counts.output_token_details.reasoning),
      },
    });
    expect(sessions[0]?.responses.map(({ model }) => model)).toEqual(["gpt-5-2025-08-07", "gpt-5-2025-08-07"]);
    expect(countsOf(sessions).reasoning).toBe(messages[1].additional_kwargs.reasoning.summary[0].text.length);
    expect(rows).toMatchObject({ bad: 0, kept: 0 });
  });
});
