import { readFileSync } from "node:fs";
import path from "node:path";
import { codexCalls } from "./codex-calls";
import { type Call, count, type Figures, figures, type Json, json, lastByKey, lines, type Reading } from "./figures";

/**
 * Counts rows once per uuid, and responses once per message id with the usage of the last row. Rows of sub-agents are
 * in progress rows.
 */
function claudeCode(files: readonly string[]): Figures {
  const rows = files.flatMap(lines).map((row) => (row.data?.type === "agent_progress" ? row.data.message : row));
  const messages = lastByKey(
    rows.filter(({ type }) => type === "user" || type === "assistant"),
    ({ uuid }) => uuid,
  );
  const answers = messages.filter(({ type, message }) => type === "assistant" && message.model !== "<synthetic>");
  const blocks = messages.flatMap(({ message }) => (Array.isArray(message.content) ? message.content : []));
  const usages = lastByKey(answers, ({ message }) => message.id).map(({ message }) => anthropic(message.usage));
  const calls = new Set(blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id));
  return figures(
    usages,
    calls.size,
    count(blocks, ({ type }) => type === "tool_result"),
  );
}

/** Adds the counters, which are disjoint. */
export const anthropic = (usage: Json): Call => {
  const { input_tokens: fresh, cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  return { input: fresh + (written ?? 0) + (read ?? 0), read, written, output: usage.output_tokens };
};

/** Takes the input from the rows and the output from the result row, because only that one is final. */
function claudeStream([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  const answers = lastByKey(
    rows.filter(({ type }) => type === "assistant"),
    ({ message }) => message.id,
  ).map(({ message }) => ({ ...anthropic(message.usage), output: null }) as Call);
  const total = rows.find(({ type }) => type === "result").usage.output_tokens;
  const blocks = rows.flatMap(({ message }) => message?.content ?? []);
  return figures(
    answers.map((call, index) => (index === 0 ? { ...call, output: total } : call)),
    count(blocks, ({ type }) => type === "tool_use"),
    count(blocks, ({ type }) => type === "tool_result"),
  );
}

/** Sums what the calls report. The last running total would be wrong, because the total may decrease. */
function codex([file]: readonly string[]): Figures {
  const items = lines(file as string).flatMap(({ type, payload }) =>
    type === "response_item" ? [payload.type as string] : [],
  );
  return figures(
    codexCalls(file as string).map(({ input, cached: read, output, reasoning }) => ({
      input,
      read,
      output,
      reasoning,
    })),
    count(items, (type) => /^(function|custom_tool)_call$/.test(type)),
    count(items, (type) => type.endsWith("_output")),
  );
}

function geminiCli([file]: readonly string[]): Figures {
  const { messages } = json(file as string);
  const answers = messages.filter(({ tokens }: Json) => tokens?.total > 0);
  const tools = messages.flatMap(({ toolCalls }: Json) => toolCalls ?? []);
  const results = tools.flatMap(({ result }: Json) => result ?? []);
  return figures(
    answers.map(({ tokens }: Json) => ({
      input: tokens.input + tokens.tool,
      read: tokens.cached,
      output: tokens.output + tokens.thoughts,
      reasoning: tokens.thoughts,
    })),
    tools.length,
    results.length,
  );
}

function qwen([file]: readonly string[]): Figures {
  const rows = lines(file as string);
  const parts = rows.flatMap(({ message }) => message?.parts ?? []);
  return figures(
    rows.flatMap(({ type, usageMetadata: usage }) => (type === "assistant" && usage ? [geminiUsage(usage)] : [])),
    count(parts, ({ functionCall }) => functionCall),
    count(parts, ({ functionResponse }) => functionResponse),
  );
}

const geminiUsage = (usage: Json): Call => ({
  input: usage.promptTokenCount,
  read: usage.cachedContentTokenCount,
  output: usage.candidatesTokenCount + usage.thoughtsTokenCount,
  reasoning: usage.thoughtsTokenCount,
});

function openCode([file]: readonly string[]): Figures {
  const text = readFileSync(file as string, "utf8");
  const { messages } = JSON.parse(text.slice(text.indexOf("{")));
  const answers = messages.filter(({ info }: Json) => info.tokens && (info.tokens.input || info.tokens.output));
  const tools = messages.flatMap(({ parts }: Json) => parts).filter(({ type }: Json) => type === "tool");
  // If the provider reports nothing about a cache, the client writes zeros everywhere.
  const hasCache = answers.some(({ info: { tokens } }: Json) => tokens.cache.read + tokens.cache.write > 0);
  return figures(
    answers.map(({ info: { tokens } }: Json) => ({
      input: tokens.input + tokens.cache.read + tokens.cache.write,
      read: hasCache ? tokens.cache.read : null,
      written: hasCache ? tokens.cache.write : null,
      output: tokens.output + tokens.reasoning,
      reasoning: tokens.reasoning,
    })),
    tools.length,
    count(tools, ({ state }: Json) => state.status === "completed" || state.status === "error"),
  );
}

function pi([file]: readonly string[]): Figures {
  const messages = lines(file as string).flatMap(({ message }) => message ?? []);
  const answers = messages.filter(
    ({ usage }) => usage && usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0,
  );
  const blocks = messages.flatMap(({ role, content }) => (role === "assistant" ? content : []));
  return figures(
    answers.map(({ usage: { input, output, cacheRead: read, cacheWrite: written } }) => ({
      input: input + read + written,
      read,
      written,
      output,
    })),
    count(blocks, ({ type }) => type === "toolCall"),
    count(messages, ({ role }) => role === "toolResult"),
  );
}

/** In Roo's OpenAI-style requests, tokensIn includes cached tokens; in the Anthropic ones of that version it does not. */
function roo(files: readonly string[]): Figures {
  const window = files.find((file) => path.basename(file) === "ui_messages.json");
  const requests: Json[] = window ? json(window).filter(({ say }: Json) => say === "api_req_started") : [];
  return figures(
    requests
      .map(({ text }) => JSON.parse(text))
      .map(({ apiProtocol, tokensIn, tokensOut: output, cacheReads: read, cacheWrites: written }) => {
        return { input: apiProtocol === "openai" ? tokensIn : tokensIn + read + written, read, written, output };
      }),
    ...rooTools(files, window),
  );
}

/**
 * Tool calls of answers that are only in the client's window log: its tool rows, and the later requests with
 * a result. In the history of this file, tool calls are XML in a text.
 */
function rooTools(files: readonly string[], window: string | undefined): [calls: number, results: number] {
  const history = files.find((file) => path.basename(file) === "api_conversation_history.json");
  const kept: Json[] = history
    ? json(history).filter(({ role, isSummary }: Json) => role === "assistant" && !isSummary)
    : [];
  const rows: Json[] = window ? json(window) : [];
  const starts = rows.flatMap(({ say }, index) => (say === "api_req_started" ? index : []));
  const inHistory = new Set(kept.map(({ ts }) => starts.findLast((start) => rows[start]?.ts <= ts)));
  let [calls, results, isOpen] = [0, 0, false];
  for (const [number, start] of starts.entries()) {
    const { request, cancelReason } = JSON.parse(rows[start]?.text);
    if (isOpen && cancelReason === undefined && /^\s*\[[a-z_]+[\s\]]/.test(request) && request.includes("] Result:"))
      results += 1;
    const shown = rows
      .slice(start, starts[number + 1])
      .filter(({ ask, say }) => WINDOW_TOOLS.includes(ask ?? say)).length;
    isOpen = shown > 0 && !inHistory.has(start);
    if (isOpen) calls += shown;
  }
  return [calls, results];
}

const WINDOW_TOOLS = ["tool", "command", "use_mcp_server", "followup"];

function clineSdk(files: readonly string[]): Figures {
  const file = files.find((name) => name.endsWith(".messages.json"));
  const messages: Json[] = file ? json(file).messages : [];
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  return figures(
    messages.flatMap(({ metrics }) =>
      metrics
        ? [
            {
              input: metrics.inputTokens,
              read: metrics.cacheReadTokens,
              written: metrics.cacheWriteTokens,
              output: metrics.outputTokens,
            },
          ]
        : [],
    ),
    count(blocks, ({ type }) => type === "tool_use"),
    count(blocks, ({ type }) => type === "tool_result"),
  );
}

/** Reads console lines, whose figures aider has rounded. A session counts if it contains a prompt or an answer. */
function aider([file]: readonly string[]): Figures {
  const text = readFileSync(file as string, "utf8");
  const tokens = [...text.matchAll(/^> Tokens: ([\d.,]+k?) sent, ([\d.,]+k?) received/gm)];
  const amount = (value = "") => Number(value.replace(/[,k]/g, "")) * (value.endsWith("k") ? 1000 : 1);
  const sessions = text
    .split(/^# aider chat started at .*$/m)
    .filter((session) =>
      session
        .split("\n")
        .some(
          (line) =>
            line.trim() !== "" && !/^>( .*)? {2}$/.test(line) && !/^#### \/(?!ask|code|architect|context)/.test(line),
        ),
    );
  return figures(
    tokens.map(([, sent, received]) => ({ input: amount(sent), output: amount(received) })),
    0,
    0,
    sessions.length,
  );
}

function goose([file]: readonly string[]): Figures {
  const blocks = lines(file as string).flatMap(({ content }) => content ?? []);
  return figures(
    [],
    count(blocks, ({ type }) => type === "toolRequest"),
    count(blocks, ({ type }) => type === "toolResponse"),
  );
}

function copilot([file]: readonly string[]): Figures {
  const metadata = json(file as string).requests.map(({ result }: Json) => result.metadata);
  const calls = metadata.flatMap((data: Json) => data.toolCallRounds.flatMap(({ toolCalls }: Json) => toolCalls));
  const results = Object.assign({}, ...metadata.map((data: Json) => data.toolCallResults));
  return figures(
    [],
    calls.length,
    count(calls, ({ id }: Json) => results[id]),
  );
}

const continueDev: Reading = () => figures([], 0, 0);

/** The readers by the folder of their format. */
export const CODING_AGENTS: Readonly<Record<string, Reading>> = {
  "claude-code": claudeCode,
  "claude-code-stream": claudeStream,
  codex,
  "gemini-cli": geminiCli,
  "qwen-code": qwen,
  opencode: openCode,
  pi,
  "roo-code": roo,
  cline: clineSdk,
  aider,
  goose,
  copilot,
  continue: continueDev,
};
