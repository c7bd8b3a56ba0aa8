import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";

const lengthOf = (rows: readonly Json[], read: (row: Json) => string) =>
  rows.reduce((total, row) => total + (read(row) ?? "").length, 0);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describeReal("swe-agent/marshmallow-fc-from-source.traj", ({ nameless, json }) => {
  test("history message by message", async () => {
    const { history, info } = json();
    const assistants = history.filter((row: Json) => row.role === "assistant");
    const tools = history.filter((row: Json) => row.role === "tool");
    await checkImporter([nameless], "swe-agent");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      messages: history.length,
      responses: info.model_stats.api_calls,
      calls: total(assistants.map((row: Json) => row.tool_calls.length)),
      results: tools.length,
      text: lengthOf(
        history.filter((row: Json) => row.role !== "tool"),
        (row) => row.content,
      ),
      output: lengthOf(tools, (row) => row.content),
      usage: { uncached: null, read: null, output: null },
    });
    expect(rows.bad).toBe(0);
  });
});

describeReal("mini-swe-agent/scikit-learn__scikit-learn-25102.traj.json", ({ nameless, json }) => {
  test("messages and the usage of their completions", async () => {
    const { messages, info } = json();
    const raw = messages.flatMap((message: Json) => (message.extra ? [message.extra.response] : []));
    const usage = (read: (usage: Json) => number) => total(raw.map((response: Json) => read(response.usage)));
    const cached = usage(({ prompt_tokens_details }) => prompt_tokens_details.cached_tokens);
    await checkImporter([nameless], "mini-swe-agent");
    const { sessions, rows } = await mustImport([nameless]);
    expect(countsOf(sessions)).toMatchObject({
      messages: messages.length,
      responses: info.model_stats.api_calls,
      text: lengthOf(messages, (message) => message.content),
      reasoning: lengthOf(raw, (response) => response.choices[0].message.reasoning),
      usage: {
        uncached: usage(({ prompt_tokens }) => prompt_tokens) - cached,
        read: cached,
        written: null,
        output: usage(({ completion_tokens }) => completion_tokens),
        reasoning: usage(({ completion_tokens_details }) => completion_tokens_details.reasoning_tokens),
      },
    });
    expect(rows.bad).toBe(0);
    expect(sessions[0]?.totals?.cost).toBe(info.model_stats.instance_cost);
  });
});
