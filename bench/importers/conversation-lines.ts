import type { Turn } from "./turns";

/** Converts turns to messages of Chat Completions. */
export function* asChatMessages(turns: Iterable<Turn>): Iterable<object> {
  for (const turn of turns) {
    if (turn.by === "person") yield { role: "user", content: turn.text };
    else if (turn.by === "tool")
      for (const { id, text } of turn.results) yield { role: "tool", tool_call_id: id, content: text };
    else yield chatAnswer(turn);
  }
}

function chatAnswer({ text, calls }: Extract<Turn, { by: "model" }>) {
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: text, ...(tool_calls.length > 0 && { tool_calls }) };
}

/** Converts turns to those of ShareGPT. */
export function* asShareGpt(turns: Iterable<Turn>): Iterable<object> {
  for (const turn of turns) {
    if (turn.by === "person") yield { from: "human", value: turn.text };
    else if (turn.by === "tool") for (const { text } of turn.results) yield { from: "observation", value: text };
    else {
      if (turn.text) yield { from: "gpt", value: turn.text };
      for (const { name, input } of turn.calls)
        yield { from: "function_call", value: JSON.stringify({ name, arguments: input }) };
    }
  }
}

/** Converts turns to OpenHands' events before its SDK, where each event repeats the response that caused it. */
export function* asV0Events(turns: Iterable<Turn>): Iterable<object> {
  let id = 0;
  let metadata: object = {};
  for (const turn of turns) {
    const event = (fields: object) => {
      id += 1;
      return { id, timestamp: turn.time.replace("Z", ""), message: "caption", ...fields };
    };
    if (turn.by === "person") yield event({ source: "user", action: "message", args: { content: turn.text } });
    else if (turn.by === "tool")
      for (const result of turn.results)
        yield event({
          source: "agent",
          observation: "run",
          content: result.text,
          extras: {},
          tool_call_metadata: { ...metadata, tool_call_id: result.id },
        });
    else {
      const { fresh, written, read, output } = turn.usage;
      const usage = {
        prompt_tokens: fresh + written + read,
        completion_tokens: output,
        prompt_tokens_details: { cached_tokens: read },
      };
      const model_response = {
        id: turn.id,
        model: "claude-sonnet-4-5",
        choices: [{ message: chatAnswer(turn) }],
        usage,
      };
      metadata = { function_name: "run", model_response };
      for (const call of turn.calls)
        yield event({
          source: "agent",
          action: "run",
          args: call.input,
          tool_call_metadata: { ...metadata, tool_call_id: call.id },
        });
    }
  }
}
