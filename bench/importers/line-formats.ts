import { exampleRows } from "@/lib/example/generate-example";
import { asChatMessages, asShareGpt, asV0Events } from "./conversation-lines";
import { type Turn, turns } from "./turns";

type Lines = Iterable<object | string>;

/** Generates endless rows in each line format, with the fields of real files. */
export const LINE_FORMATS: Readonly<Record<string, (seed: number) => Lines>> = {
  "claude-code": (seed) => exampleRows({ seed, rounds: Number.POSITIVE_INFINITY }),
  "claude-code-stream": (seed) => claudeStream(turns(seed)),
  codex: (seed) => codex(turns(seed)),
  "copilot-cli": (seed) => copilotCli(turns(seed)),
  "qwen-code": (seed) => qwen(turns(seed)),
  "gemini-cli": (seed) => gemini(turns(seed)),
  pi: (seed) => pi(turns(seed)),
  goose: (seed) => goose(turns(seed)),
  "openhands-events": (seed) => openHands(turns(seed)),
  "openhands-runs": (seed) => grouped(seed, 40, asV0Events),
  "openai-finetune": (seed) => grouped(seed, 40, asChatMessages),
  "openai-messages": (seed) => asChatMessages(turns(seed)),
  sharegpt: (seed) => grouped(seed, 40, asShareGpt),
  aider: (seed) => aider(turns(seed)),
};

const MODEL = "claude-sonnet-4-5";

function* grouped(seed: number, count: number, convert: (turns: Iterable<Turn>) => Iterable<object>): Lines {
  let group: Turn[] = [];
  let number = 0;
  for (const turn of turns(seed)) {
    group.push(turn);
    if (group.length < count || turn.by !== "model") continue;
    number += 1;
    const items = [...convert(group)];
    if (convert === asV0Events) yield { instance_id: `task-${number}`, history: items, metrics: {}, test_result: {} };
    else if (convert === asShareGpt) yield { id: `${number}`, conversations: items };
    else yield { messages: items, parallel_tool_calls: false };
    group = [];
  }
}

function* claudeStream(turns: Iterable<Turn>): Lines {
  const common = { session_id: "s-1", parent_tool_use_id: null };
  yield {
    type: "system",
    subtype: "init",
    ...common,
    cwd: "/home/dev",
    tools: ["Bash"],
    model: MODEL,
    claude_code_version: "2.1.84",
  };
  for (const turn of turns) {
    if (turn.by === "person")
      yield { type: "user", ...common, message: { role: "user", content: [{ type: "text", text: turn.text }] } };
    else if (turn.by === "tool") {
      const content = turn.results.map(({ id, text }) => ({ type: "tool_result", tool_use_id: id, content: text }));
      yield { type: "user", ...common, message: { role: "user", content } };
    } else yield* streamRows(turn, common);
  }
}

function* streamRows(turn: Extract<Turn, { by: "model" }>, common: object): Lines {
  const { fresh: input_tokens, written: cache_creation_input_tokens, read: cache_read_input_tokens } = turn.usage;
  const usage = { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens: 1 };
  const blocks = [
    ...(turn.reasoning ? [{ type: "thinking", thinking: turn.reasoning, signature: "c2ln" }] : []),
    ...(turn.text ? [{ type: "text", text: turn.text }] : []),
    ...turn.calls.map((call) => ({ type: "tool_use", ...call })),
  ];
  for (const block of blocks)
    yield {
      type: "assistant",
      ...common,
      message: { id: turn.id, type: "message", role: "assistant", model: MODEL, content: [block], usage },
    };
}

function* codex(turns: Iterable<Turn>): Lines {
  const row = (timestamp: string, type: string, payload: object) => ({ timestamp, type, payload });
  const total = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };
  let isFirst = true;
  for (const turn of turns) {
    const item = (payload: object) => row(turn.time, "response_item", payload);
    if (isFirst)
      yield row(turn.time, "session_meta", {
        id: "s-1",
        cwd: "/home/dev",
        originator: "codex_cli_rs",
        cli_version: "0.104.0",
      });
    isFirst = false;
    if (turn.by === "person") {
      yield row(turn.time, "turn_context", { cwd: "/home/dev", model: "gpt-5-codex" });
      yield item({ type: "message", role: "user", content: [{ type: "input_text", text: turn.text }] });
      yield row(turn.time, "event_msg", { type: "user_message", message: turn.text });
    } else if (turn.by === "tool") {
      for (const { id, text } of turn.results) yield item({ type: "function_call_output", call_id: id, output: text });
    } else {
      if (turn.reasoning)
        yield item({
          type: "reasoning",
          summary: [{ type: "summary_text", text: turn.reasoning }],
          content: null,
          encrypted_content: "gAAAA",
        });
      if (turn.text)
        yield item({ type: "message", role: "assistant", content: [{ type: "output_text", text: turn.text }] });
      for (const { id, name, input } of turn.calls)
        yield item({ type: "function_call", call_id: id, name, arguments: JSON.stringify(input) });
      const { fresh, written, read, output } = turn.usage;
      total.input_tokens += fresh + written + read;
      total.cached_input_tokens += read;
      total.output_tokens += output;
      total.total_tokens = total.input_tokens + total.output_tokens;
      const last = {
        input_tokens: fresh + written + read,
        cached_input_tokens: read,
        output_tokens: output,
        reasoning_output_tokens: 0,
      };
      const count = {
        type: "token_count",
        info: { total_token_usage: { ...total }, last_token_usage: last, model_context_window: 258400 },
      };
      yield row(turn.time, "event_msg", count);
      yield row(turn.time, "event_msg", count);
    }
  }
}

function* qwen(turns: Iterable<Turn>): Lines {
  let number = 0;
  for (const turn of turns) {
    number += 1;
    const common = {
      uuid: `q${number}`,
      parentUuid: number === 1 ? null : `q${number - 1}`,
      sessionId: "s-1",
      timestamp: turn.time,
      cwd: "/home/dev",
      version: "0.18.1",
    };
    if (turn.by === "person")
      yield { ...common, type: "user", message: { role: "user", parts: [{ text: turn.text }] } };
    else if (turn.by === "tool") {
      const parts = turn.results.map(({ id, text }) => ({
        functionResponse: { id, name: "tool", response: { output: text } },
      }));
      yield { ...common, type: "tool_result", message: { role: "user", parts } };
    } else {
      const { fresh, written, read, output } = turn.usage;
      const parts = [
        ...(turn.reasoning ? [{ text: turn.reasoning, thought: true }] : []),
        ...(turn.text ? [{ text: turn.text }] : []),
        ...turn.calls.map(({ id, name, input: args }) => ({ functionCall: { id, name, args } })),
      ];
      const usageMetadata = {
        promptTokenCount: fresh + written + read,
        cachedContentTokenCount: read,
        candidatesTokenCount: output,
        thoughtsTokenCount: 0,
      };
      yield { ...common, type: "assistant", model: "qwen3-coder", message: { role: "model", parts }, usageMetadata };
    }
  }
}

/** Results are inside the answer with their calls, so an answer is written once its results are known. */
function* gemini(turns: Iterable<Turn>): Lines {
  yield {
    sessionId: "s-1",
    projectHash: "abc",
    startTime: "2026-03-10T08:00:00.000Z",
    lastUpdated: "2026-03-10T09:00:00.000Z",
    kind: "main",
  };
  let open: Extract<Turn, { by: "model" }> | null = null;
  let number = 0;
  for (const turn of turns) {
    if (open) yield geminiAnswer(open, turn.by === "tool" ? turn.results : []);
    open = null;
    number += 1;
    if (turn.by === "model") open = turn;
    else if (turn.by === "person")
      yield { id: `u${number}`, timestamp: turn.time, type: "user", content: [{ text: turn.text }] };
  }
}

function geminiAnswer(turn: Extract<Turn, { by: "model" }>, results: readonly { id: string; text: string }[]): object {
  const { fresh, written, read, output } = turn.usage;
  const input = fresh + written + read;
  const toolCalls = turn.calls.map(({ id, name, input: args }) => {
    const output = results.find((result) => result.id === id)?.text ?? "";
    return { id, name, args, status: "success", result: [{ functionResponse: { id, name, response: { output } } }] };
  });
  const thoughts = turn.reasoning ? [{ subject: "Next", description: turn.reasoning, timestamp: turn.time }] : [];
  const tokens = { input, output, cached: read, thoughts: 0, tool: 0, total: input + output };
  return {
    id: turn.id,
    timestamp: turn.time,
    type: "gemini",
    content: turn.text,
    thoughts,
    tokens,
    model: "gemini-2.5-pro",
    toolCalls,
  };
}

function* pi(turns: Iterable<Turn>): Lines {
  yield { type: "session", version: 3, id: "s-1", timestamp: "2026-03-10T08:00:00.000Z", cwd: "/home/dev" };
  let number = 0;
  for (const turn of turns) {
    for (const message of piMessages(turn)) {
      number += 1;
      yield {
        type: "message",
        id: `e${number}`,
        parentId: number === 1 ? null : `e${number - 1}`,
        timestamp: turn.time,
        message,
      };
    }
  }
}

function piMessages(turn: Turn): object[] {
  const timestamp = Date.parse(turn.time);
  const text = (text: string) => ({ type: "text", text });
  if (turn.by === "person") return [{ role: "user", content: [text(turn.text)], timestamp }];
  if (turn.by === "tool")
    return turn.results.map((result) => ({
      role: "toolResult",
      toolCallId: result.id,
      content: [text(result.text)],
      isError: false,
      timestamp,
    }));
  const { fresh: input, output, read: cacheRead, written: cacheWrite } = turn.usage;
  const content = [
    ...(turn.reasoning ? [{ type: "thinking", thinking: turn.reasoning }] : []),
    ...(turn.text ? [text(turn.text)] : []),
    ...turn.calls.map(({ id, name, input: args }) => ({ type: "toolCall", id, name, arguments: args })),
  ];
  return [
    {
      role: "assistant",
      content,
      provider: "anthropic",
      model: MODEL,
      usage: { input, output, cacheRead, cacheWrite },
      stopReason: "stop",
      timestamp,
    },
  ];
}

function* goose(turns: Iterable<Turn>): Lines {
  yield {
    working_dir: "/home/dev",
    description: "Made up",
    message_count: 1,
    total_tokens: 1,
    input_tokens: 1,
    output_tokens: 0,
  };
  for (const turn of turns) {
    const created = Math.floor(Date.parse(turn.time) / 1000);
    if (turn.by === "person") yield { id: null, role: "user", created, content: [{ type: "text", text: turn.text }] };
    else if (turn.by === "tool") {
      const content = turn.results.map(({ id, text }) => ({
        type: "toolResponse",
        id,
        toolResult: { status: "success", value: [{ type: "text", text }] },
      }));
      yield { id: null, role: "user", created, content };
    } else {
      const content = [
        ...(turn.reasoning ? [{ type: "thinking", thinking: turn.reasoning, signature: "c2ln" }] : []),
        ...(turn.text ? [{ type: "text", text: turn.text }] : []),
        ...turn.calls.map(({ id, name, input }) => ({
          type: "toolRequest",
          id,
          toolCall: { status: "success", value: { name, arguments: input } },
        })),
      ];
      yield { id: null, role: "assistant", created, content };
    }
  }
}

/** Events of the V1 SDK, line by line. */
function* openHands(turns: Iterable<Turn>): Lines {
  let number = 0;
  for (const turn of turns) {
    const event = (kind: string, source: string, fields: object) => {
      number += 1;
      return { kind, id: `e${number}`, timestamp: turn.time, source, ...fields };
    };
    const said = (role: string, text: string) => ({ llm_message: { role, content: [{ type: "text", text }] } });
    if (turn.by === "person") yield event("MessageEvent", "user", said("user", turn.text));
    else if (turn.by === "tool")
      for (const { id, text } of turn.results)
        yield event("ObservationEvent", "environment", {
          tool_name: "terminal",
          tool_call_id: id,
          observation: { content: [{ type: "text", text }] },
        });
    else if (turn.calls.length === 0)
      yield event("MessageEvent", "agent", { ...said("assistant", turn.text), llm_response_id: turn.id });
    else
      for (const [index, { id, name, input }] of turn.calls.entries()) {
        const thought = index === 0 ? [{ type: "text", text: turn.text }] : [];
        const tool_call = { id, name, arguments: JSON.stringify(input) };
        yield event("ActionEvent", "agent", {
          thought,
          tool_name: name,
          tool_call_id: id,
          tool_call,
          llm_response_id: turn.id,
          action: input,
        });
      }
  }
}

function* copilotCli(turns: Iterable<Turn>): Lines {
  let number = 0;
  const event = (type: string, data: object, timestamp: string) => {
    number += 1;
    return { type, data, id: `e${number}`, timestamp, parentId: number === 1 ? null : `e${number - 1}` };
  };
  yield event("session.start", { sessionId: "s-1", version: 1, selectedModel: "gpt-5.4" }, "2026-03-10T08:00:00.000Z");
  for (const turn of turns) {
    if (turn.by === "person") yield event("user.message", { content: turn.text }, turn.time);
    else if (turn.by === "tool")
      for (const { id: toolCallId, text: content } of turn.results)
        yield event("tool.execution_complete", { toolCallId, success: true, result: { content } }, turn.time);
    else {
      const toolRequests = turn.calls.map(({ id: toolCallId, name, input }) => ({
        toolCallId,
        name,
        arguments: input,
      }));
      const data = { messageId: turn.id, content: turn.text, toolRequests, outputTokens: turn.usage.output };
      yield event("assistant.message", data, turn.time);
    }
  }
}

function* aider(turns: Iterable<Turn>): Lines {
  let number = 0;
  for (const turn of turns) {
    if (turn.by === "person" && number % 20 === 0)
      yield `\n# aider chat started at ${turn.time.slice(0, 19).replace("T", " ")}\n\n> Aider v0.86.0  `;
    if (turn.by === "person") yield `\n${turn.text.replace(/^/gm, "#### ").replace(/$/gm, "  ")}  \n`;
    else if (turn.by === "model")
      yield `${turn.text}\n\n> Tokens: ${turn.usage.fresh} sent, ${turn.usage.output} received.  `;
    else for (const { text } of turn.results) yield text.replace(/^/gm, "> ").replace(/$/gm, "  ");
    number += turn.by === "person" ? 1 : 0;
  }
}
