import { readFileSync } from "node:fs";
import { anthropic, CODING_AGENTS } from "./coding-agents";
import { type Call, count, type Figures, figures, type Json, json, lastByKey, lines, type Reading } from "./figures";

/** Counts only `usage.record`, because the end of a step repeats it. */
function kimi([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  const events = rows.map(({ event }) => event?.type);
  const calls = rows
    .filter(({ type }) => type === "usage.record")
    .map(({ usage: { inputOther, inputCacheRead: read, inputCacheCreation: written, output } }) => {
      return { input: inputOther + read + written, read, written, output };
    });
  return figures(
    calls,
    count(events, (type) => type === "tool.call"),
    count(events, (type) => type === "tool.result"),
  );
}

/** Without the end of the session, only the output is known. */
function copilotCli([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  const answers = rows.filter(({ type }) => type === "assistant.message").map(({ data }) => data);
  return figures(
    answers.filter(({ outputTokens }) => outputTokens !== undefined).map(({ outputTokens: output }) => ({ output })),
    answers.flatMap(({ toolRequests }) => toolRequests ?? []).length,
    count(rows, ({ type }) => type === "tool.execution_complete"),
  );
}

function copilotReplay([file]: readonly string[]): Figures {
  const logs: Json[] = json(file as string).prompts.flatMap(({ logs }: Json) => logs);
  const usages = logs.flatMap(({ kind, metadata }) => (kind === "request" ? (metadata?.usage ?? []) : []));
  const tools = lastByKey(
    logs.filter(({ kind }) => kind === "toolCall"),
    ({ id }) => id,
  );
  return figures(usages.map(openAi), tools.length, tools.length);
}

const openAi = ({
  prompt_tokens,
  prompt_tokens_details,
  completion_tokens,
  completion_tokens_details,
}: Json): Call => ({
  input: prompt_tokens,
  read: prompt_tokens_details?.cached_tokens,
  output: completion_tokens,
  reasoning: completion_tokens_details?.reasoning_tokens,
});

const messagesWith = (messages: readonly Json[], tool: string): Figures =>
  figures(
    [],
    messages.flatMap(({ tool_calls }) => tool_calls ?? []).length,
    count(messages, ({ role, type }) => role === tool || type === tool),
  );

/** Counters of zero are unknown. Each call appears in two neighbouring rows. */
function iflow([file]: readonly string[]): Figures {
  const blocks = lines(file as string).flatMap(({ message }) =>
    Array.isArray(message?.content) ? message.content : [],
  );
  const of = (kind: string, key: string) =>
    new Set(blocks.filter(({ type }) => type === kind).map((block) => block[key])).size;
  return figures([], of("tool_use", "id"), of("tool_result", "tool_use_id"));
}

function kiro([file]: readonly string[]): Figures {
  const turns: Json[] = lines(file as string).flatMap(({ history }) => history);
  return figures(
    [],
    turns.flatMap(({ assistant }) => assistant.ToolUse?.tool_uses ?? []).length,
    turns.flatMap(({ user }) => user.content?.ToolUseResults?.tool_use_results ?? []).length,
  );
}

/** Rows of an agent repeat its messages. A message is identified by its role, its times and its ids. */
function openclaw([file]: readonly string[]): Figures {
  const rows = lines(file as string).filter(({ type }) => type === "agent.start" || type === "agent.end");
  const all = rows.flatMap(({ sessionKey, messages = [] }) =>
    messages.map((message: Json) => ({ sessionKey, ...message })),
  );
  const messages = lastByKey(all, ({ sessionKey, role, timestamp, responseId, toolCallId }) =>
    JSON.stringify([sessionKey, role, timestamp, responseId, toolCallId]),
  );
  const answers = messages.filter(({ role }) => role === "assistant");
  const usages = answers.flatMap(({ usage }) => usage ?? []);
  return figures(
    usages.map(({ input, cacheRead: read, cacheWrite: written, output }) => {
      return { input: input + read + written, read, written, output };
    }),
    answers.flatMap(({ content }) => content.filter(({ type }: Json) => type === "toolCall")).length,
    count(messages, ({ role }) => role === "toolResult"),
    new Set(rows.map(({ sessionKey }) => sessionKey)).size,
  );
}

/** Calls have no ids. A call is an action, and its result is an observation. */
function antigravity([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  return figures(
    [],
    rows.flatMap(({ tool_calls }) => tool_calls ?? []).length,
    count(rows, ({ source, type }) => source === "MODEL" && type !== "PLANNER_RESPONSE"),
  );
}

/** Events have no ids. A call is an action that is not a message, and its result is an observation. */
function resolver([file]: readonly string[]): Figures {
  const runs = lines(file as string);
  const events = runs.flatMap(({ history }) => history);
  return figures(
    [],
    count(events, ({ action }) => action !== undefined && action !== "message"),
    count(events, ({ observation }) => observation !== undefined),
    runs.length,
  );
}

/** Takes the last usage of each answer. With Anthropic, each entry of its iterations is a call. */
function stream([file]: readonly string[]): Figures {
  const events: Json[] = readFileSync(file as string, "utf8")
    .split("\n")
    .map((line) => line.replace(/^data: ?/, ""))
    .flatMap((line) => (line.startsWith("{") ? JSON.parse(line) : []));
  const chunks = events.flatMap(({ choices, usage }) => (choices && usage ? openAi(usage) : []));
  const deltas = events.flatMap(({ type, usage }) => (type === "message_delta" ? usage : []));
  const messages: Call[] = deltas.flatMap((usage) => (usage.iterations ?? [usage]).map(anthropic));
  const responses: Call[] = events.flatMap(({ type, response }) =>
    type === "response.completed"
      ? {
          input: response.usage.input_tokens,
          read: response.usage.input_tokens_details?.cached_tokens,
          output: response.usage.output_tokens,
          reasoning: response.usage.output_tokens_details?.reasoning_tokens,
        }
      : [],
  );
  const calls = new Set([
    ...events.flatMap(({ choices }) => (choices?.[0]?.delta?.tool_calls ?? []).flatMap(({ id }: Json) => id ?? [])),
    ...events.flatMap(({ type, item }) =>
      type === "response.output_item.done" && /_call$/.test(item.type) ? item.call_id : [],
    ),
  ]);
  return figures([...chunks, ...messages, ...responses], calls.size, 0, Math.max(1, responses.length));
}

const nothing: Reading = () => figures([], 0, 0);

/** The readers by the folder of their format in `transcripts-2`. */
export const NEWER_CLIENTS: Readonly<Record<string, Reading>> = {
  antigravity,
  "copilot-chatreplay": copilotReplay,
  "copilot-cli": copilotCli,
  cursor: nothing,
  droid: nothing,
  grok: ([file]) => messagesWith(lines(file as string), "tool_result"),
  hermes: ([file]) => messagesWith(json(file as string).messages, "tool"),
  iflow,
  kimi,
  kiro,
  openclaw,
  "openhands-resolver": resolver,
  sse: stream,
  traex: CODING_AGENTS.codex as Reading,
};
