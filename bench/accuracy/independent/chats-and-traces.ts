import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { anthropic } from "./coding-agents";
import { type Call, count, type Figures, figures, type Json, json, lines, type Reading } from "./figures";

/** Sums the iterations, because each was paid for and the counters at the top do not include the compaction. */
function anthropicMessages([file]: readonly string[]): Figures {
  const { usage } = json(file as string);
  return figures((usage.iterations ?? [usage]).map(anthropic), 0, 0);
}

function openAiResponses([file]: readonly string[]): Figures {
  const { usage } = json(file as string);
  return figures(
    [
      {
        input: usage.input_tokens,
        read: usage.input_tokens_details.cached_tokens,
        output: usage.output_tokens,
        reasoning: usage.output_tokens_details.reasoning_tokens,
      },
    ],
    0,
    0,
  );
}

const chatFigures = (messages: readonly Json[], sessions: number): Figures =>
  figures(
    [],
    messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0),
    count(messages, ({ role }) => role === "tool"),
    sessions,
  );

const openAiChat: Reading = ([file]) => chatFigures(json(file as string).traj, 1);

function fineTuning([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  return chatFigures(
    rows.flatMap(({ messages }) => messages),
    rows.length,
  );
}

/** Calls have no ids. A message to a recipient other than `all` is a call, and a message from a tool is its result. */
function chatgpt([file]: readonly string[]): Figures {
  const chats: Json[] = json(file as string);
  const messages = chats.flatMap(({ mapping }) => Object.values(mapping).flatMap(({ message }: Json) => message ?? []));
  return figures(
    [],
    count(messages, ({ author, recipient }) => author.role === "assistant" && recipient !== "all"),
    count(messages, ({ author }) => author.role === "tool"),
    chats.length,
  );
}

function claudeAi([file]: readonly string[]): Figures {
  const blocks = json(file as string).chat_messages.flatMap(({ content }: Json) => content);
  return figures(
    [],
    count(blocks, ({ type }: Json) => type === "tool_use"),
    count(blocks, ({ type }: Json) => type === "tool_result"),
  );
}

function aiSdk([file]: readonly string[]): Figures {
  const parts = json(file as string).flatMap(({ parts }: Json) => parts);
  const tools = parts.filter(({ type }: Json) => type.startsWith("tool-") || type === "dynamic-tool");
  return figures(
    [],
    tools.length,
    count(tools, ({ state }: Json) => state.startsWith("output-")),
  );
}

function langChain([file]: readonly string[]): Figures {
  const messages: Json[] = json(file as string).map(({ kwargs }: Json) => kwargs);
  return figures(
    messages.flatMap(({ usage_metadata: usage }) => (usage ? [langUsage(usage)] : [])),
    messages.reduce((sum, { tool_calls }) => sum + (tool_calls?.length ?? 0), 0),
    count(messages, ({ tool_call_id }) => tool_call_id),
  );
}

const langUsage = (usage: Json): Call => ({
  input: usage.input_tokens,
  read: usage.input_token_details?.cache_read,
  output: usage.output_tokens,
  reasoning: usage.output_token_details?.reasoning,
});

const langSmith: Reading = ([file]) =>
  figures(
    json(file as string).patch.map(({ outputs }: Json) => langUsage(outputs.usage_metadata)),
    0,
    0,
  );

/** Reads generations that report usage. Their tool calls are written as text. */
function langfuse([file]: readonly string[]): Figures {
  const reported = json(file as string).observations.filter(
    ({ type, usageDetails }: Json) => type === "GENERATION" && usageDetails.input,
  );
  return figures(
    reported.map(({ usageDetails: { input, output } }: Json) => ({ input, output })),
    0,
    0,
  );
}

/** Reads the spans of calls. Results of tools are in separate spans. */
function otel([file]: readonly string[]): Figures {
  const spans = json(file as string).resourceSpans.flatMap(({ scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) => spans),
  );
  const facts = spans.map(({ attributes }: Json) =>
    Object.fromEntries(attributes.map(({ key, value }: Json) => [key, Object.values(value)[0]])),
  );
  const of = (operation: string) => facts.filter((fact: Json) => fact["gen_ai.operation.name"] === operation);
  const usage = (fact: Json, key: string) => Number(fact[`gen_ai.usage.${key}`]);
  return figures(
    of("chat").map((fact: Json) => ({
      input: usage(fact, "input_tokens"),
      read: usage(fact, "cache_read.input_tokens"),
      written: usage(fact, "cache_creation.input_tokens"),
      output: usage(fact, "output_tokens"),
    })),
    of("execute_tool").length,
    of("execute_tool").length,
  );
}

/** Uses the sums that the log states for each sample. */
function inspect([file]: readonly string[]): Figures {
  const samples = unzip(readFileSync(file as string)).filter(({ name }) => name.startsWith("samples/"));
  const logs: Json[] = samples.map(({ text }) => JSON.parse(text()));
  const stated: Json[] = logs.flatMap(({ model_usage }) => Object.values(model_usage));
  const calls = logs.reduce((sum, { events }) => sum + count(events, ({ event }: Json) => event === "model"), 0);
  const usage = stated.map((use) => ({
    input: use.input_tokens,
    read: use.input_tokens_cache_read,
    output: use.output_tokens,
    reasoning: use.reasoning_tokens,
  }));
  const messages = logs.flatMap((log) => log.messages);
  return { ...chatFigures(messages, logs.length), ...totalsOf(figures(usage, 0, 0)), calls };
}

const totalsOf = ({ input, read, written, output, reasoning }: Figures) => ({
  input,
  read,
  written,
  output,
  reasoning,
});

function unzip(bytes: Buffer) {
  const end = bytes.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const [size, nameLength, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      ...[28, 30, 32].map((o) => bytes.readUInt16LE(at + o)),
    ] as [number, number, number, number];
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const [isDeflated, local] = [bytes.readUInt16LE(at + 10) === 8, bytes.readUInt32LE(at + 42)];
    at += 46 + nameLength + extra + comment;
    const text = () => {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const packed = bytes.subarray(start, start + size);
      return (isDeflated ? inflateRawSync(packed) : packed).toString("utf8");
    };
    return { name, text };
  });
}

/** Uses the run's own sum over its calls. */
function openHands([file]: readonly string[]): Figures {
  const runs = lines(file as string);
  const events = runs.flatMap(({ history }) => history);
  const byTool = events.filter(({ tool_call_metadata: call }) => call);
  const usages = runs.map(({ metrics }) => metrics.accumulated_token_usage);
  return {
    ...figures(
      usages.map((usage) => ({ input: usage.prompt_tokens, output: usage.completion_tokens })),
      new Set(byTool.map(({ tool_call_metadata: call }) => `${call.model_response.id} ${call.tool_call_id}`)).size,
      count(byTool, ({ observation }) => observation !== undefined),
      runs.length,
    ),
    calls: runs.reduce((sum, { metrics }) => sum + metrics.token_usages.length, 0),
  };
}

function sweAgent([file]: readonly string[]): Figures {
  return chatFigures(json(file as string).history, 1);
}

function miniSweAgent([file]: readonly string[]): Figures {
  const usages: Json[] = json(file as string).messages.flatMap(({ extra }: Json) => extra?.response.usage ?? []);
  return figures(
    usages.map((usage) => ({
      input: usage.prompt_tokens,
      read: usage.prompt_tokens_details?.cached_tokens,
      output: usage.completion_tokens,
      reasoning: usage.completion_tokens_details?.reasoning_tokens,
    })),
    0,
    0,
  );
}

function atif([file]: readonly string[]): Figures {
  const { steps, final_metrics: total } = json(file as string);
  const sums = { input: total.total_prompt_tokens, output: total.total_completion_tokens };
  const results = steps.flatMap(({ observation }: Json) => observation?.results ?? []);
  const calls = steps.flatMap(({ tool_calls }: Json) => tool_calls ?? []);
  return { ...figures([sums], calls.length, results.length), calls: count(steps, ({ metrics }: Json) => metrics) };
}

function shareGpt([file]: readonly string[]): Figures {
  const rows: Json[] = json(file as string);
  const turns = rows.flatMap(({ conversations }) => conversations);
  const calls = turns.filter(({ from }) => from === "function_call").flatMap(({ value }) => JSON.parse(value));
  return figures(
    [],
    calls.length,
    count(turns, ({ from }) => from === "observation"),
    rows.length,
  );
}

/** The readers by the folder of their format. */
export const CHATS_AND_TRACES: Readonly<Record<string, Reading>> = {
  "anthropic-messages": anthropicMessages,
  "openai-responses": openAiResponses,
  "openai-chat": openAiChat,
  "openai-finetune": fineTuning,
  "chatgpt-export": chatgpt,
  "claude-ai-export": claudeAi,
  "vercel-ai-sdk": aiSdk,
  langchain: langChain,
  langsmith: langSmith,
  langfuse,
  "otel-genai": otel,
  inspect,
  openhands: openHands,
  "swe-agent": sweAgent,
  "mini-swe-agent": miniSweAgent,
  atif,
  sharegpt: shareGpt,
};
