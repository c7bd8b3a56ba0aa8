import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { tally } from "@/tests/support/real-samples";
import { describeShared } from "@/tests/support/shared";
import { diskFile } from "@/tests/support/transcript-file";

// biome-ignore lint/suspicious/noExplicitAny: an independent reading trusts nothing of ours, types included
type Row = any;
const text = (location: string) => readFileSync(location, "utf8");
const json = (location: string): Row => JSON.parse(text(location));
const lines = (location: string): Row[] =>
  text(location)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

async function imported(location: string, importer: string, codes: readonly string[] = []) {
  const file = diskFile(location);
  await checkImporter([file], importer);
  const { sessions, rows, issues } = await mustImport([file]);
  expect(issues.map(({ code }) => code)).toEqual(codes);
  expect(rows.bad).toBe(0);
  return { tallies: sessions.map(tally), sessions, rows };
}

describeShared("transcripts/continue/oleg-5d3764fb.json", (location) => {
  test("a real Continue session", async () => {
    const { history } = json(location);
    const contentLength = ({ message, contextItems }: Row) =>
      total([
        ...contextItems.map((item: Row) => item.content.length),
        typeof message.content === "string"
          ? message.content.length
          : total(message.content.map((p: Row) => p.text.length)),
      ]);
    const { tallies, rows } = await imported(location, "continue");
    expect(rows).toMatchObject({ read: history.length, interpreted: history.length });
    expect(tallies).toMatchObject([
      {
        messages: history.length,
        responses: history.filter((item: Row) => item.message.role === "assistant").length,
        withUsage: 0,
        uncachedInput: null,
        textLength: total(history.map(contentLength)),
        opaque: 0,
      },
    ]);
  });
});

describeShared("transcripts/copilot/splitrail-vscode-chat-export.json", (location) => {
  test("a real Copilot chat: every round, call and result", async () => {
    const { requests } = json(location);
    const metadata: Row[] = requests.map((request: Row) => request.result.metadata);
    const rounds = metadata.flatMap((data) => data.toolCallRounds);
    const rendered = metadata.flatMap((data) => [...(data.renderedGlobalContext ?? []), ...data.renderedUserMessage]);
    const leaves: string[] = [];
    const walk = (node: Row) => {
      if (node.type === 2) leaves.push(node.text);
      for (const child of node.children ?? []) walk(child);
    };
    for (const data of metadata)
      for (const result of Object.values<Row>(data.toolCallResults))
        for (const part of result.content) walk(part.value.node);
    const { tallies, sessions } = await imported(location, "copilot");
    expect(tallies).toMatchObject([
      {
        responses: rounds.length,
        withUsage: 0,
        calls: total(rounds.map((round) => round.toolCalls.length)),
        results: total(metadata.map((data) => Object.keys(data.toolCallResults).length)),
        textLength: total([
          ...rounds.map((round) => round.response.length),
          ...rendered.filter((part) => part.type === 1).map((part) => part.text.length),
        ]),
      },
    ]);
    const outputs = sessions[0]?.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-result" ? part.output : [])),
    );
    const output = (outputs ?? []).map((block) => (block.type === "text" ? block.text : "")).join("");
    const squeeze = (value: string) => value.replaceAll("\n", "");
    expect(squeeze(output)).toBe(squeeze(leaves.join("")));
  });
});

describeShared("transcripts/openhands/multi-swe-output.jsonl", (location) => {
  test("real OpenHands runs: usage per response adds up to the run's total", async () => {
    const runs = lines(location);
    const { tallies, rows } = await imported(location, "openhands");
    expect(rows.interpreted).toBe(runs.length);
    expect(tallies).toMatchObject(
      runs.map(({ history, metrics }: Row) => {
        const usage = metrics.accumulated_token_usage;
        const ofTool = (event: Row) => event.tool_call_metadata !== undefined;
        return {
          responses: metrics.response_latencies.length,
          uncachedInput: usage.prompt_tokens - usage.cache_read_tokens - usage.cache_write_tokens,
          output: usage.completion_tokens,
          calls: new Set(history.filter(ofTool).map((event: Row) => event.tool_call_metadata.tool_call_id)).size,
          results: history.filter((event: Row) => ofTool(event) && event.observation !== undefined).length,
          errors: history.filter((event: Row) => ofTool(event) && event.success === false).length,
          opaque: 0,
        };
      }),
    );
  });

  test("real OpenHands runs: no answer ends before it was requested", async () => {
    const { sessions } = await imported(location, "openhands");
    const times = sessions.flatMap(({ responses }) =>
      responses.map(({ startedAt, endedAt }) => Date.parse(endedAt ?? "") - Date.parse(startedAt ?? "")),
    );
    // The provider's clock has whole seconds and is not ours.
    expect(Math.min(...times)).toBeGreaterThan(-2000);
    expect(Math.max(...times)).toBeLessThan(10 * 60 * 1000);
  });
});

describeShared("transcripts/atif/openhands_hello-world.trajectory.json", (location) => {
  test("a real location trajectory: steps add up to its final metrics", async () => {
    const { steps, final_metrics } = json(location);
    const agent = steps.filter((step: Row) => step.source === "agent");
    const { tallies, rows, sessions } = await imported(location, "atif");
    expect(sessions[0]).toMatchObject({
      client: json(location).agent.name,
      clientVersions: [json(location).agent.version],
    });
    expect(rows).toMatchObject({ read: steps.length, interpreted: steps.length });
    expect(tallies).toMatchObject([
      {
        responses: agent.length,
        uncachedInput: final_metrics.total_prompt_tokens,
        output: final_metrics.total_completion_tokens,
        calls: agent.flatMap((step: Row) => step.tool_calls ?? []).length,
        results: agent.flatMap((step: Row) => step.observation?.results ?? []).length,
        textLength: total(steps.map((step: Row) => step.message.length)),
      },
    ]);
  });
});

describeShared("transcripts/goose/derived-legacy.jsonl", (location) => {
  test("a Goose session", async () => {
    const [header, ...messages] = lines(location);
    const blocks = messages.flatMap((message) => message.content);
    const ofType = (type: string) => blocks.filter((block: Row) => block.type === type);
    const { tallies, rows } = await imported(location, "goose", ["usage-of-session-only"]);
    expect(rows).toMatchObject({ read: header.message_count + 1, interpreted: header.message_count + 1 });
    expect(tallies).toMatchObject([
      {
        messages: header.message_count,
        responses: messages.filter((message) => message.role === "assistant").length,
        withUsage: 0,
        calls: ofType("toolRequest").length,
        results: ofType("toolResponse").length,
        reasoning: ofType("thinking").length,
        textLength: total(ofType("text").map((block: Row) => block.text.length)),
        opaque: 0,
      },
    ]);
  });
});
