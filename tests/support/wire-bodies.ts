/** The same short history of six calls with long results, in each provider's format. */

export const LONG = Array.from({ length: 600 }, (_, line) => `line ${line + 1}: value ${line * 7}`).join("\n");
export const CALLS = ["a", "b", "c", "d", "e", "f"];

export const BODIES = {
  "openai-chat": {
    messages: [
      { role: "user", content: "Start" },
      ...CALLS.flatMap((id) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "t", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: id, content: LONG },
      ]),
      { role: "user", content: "Go on" },
    ],
  },
  anthropic: {
    system: "Be brief.",
    messages: [
      { role: "user", content: "Start" },
      ...CALLS.flatMap((id) => [
        { role: "assistant", content: [{ type: "tool_use", id, name: "t", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: LONG }] },
      ]),
      { role: "assistant", content: "Done." },
      { role: "user", content: "Go on" },
    ],
  },
  "openai-responses": {
    instructions: "Be brief.",
    input: [
      { type: "compaction", id: "cmp_1", encrypted_content: "opaque" },
      { role: "user", content: "Start" },
      ...CALLS.flatMap((id) => [
        { type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: `secret-${id}` },
        { type: "function_call", id: `fc_${id}`, call_id: id, name: "t", arguments: "{}" },
        { type: "function_call_output", call_id: id, output: LONG },
      ]),
      { role: "user", content: "Go on" },
    ],
  },
  gemini: {
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [
      { role: "user", parts: [{ text: "Start" }] },
      ...CALLS.flatMap((id) => [
        { role: "model", parts: [{ functionCall: { name: `t_${id}`, args: {} }, thoughtSignature: `sig-${id}` }] },
        { role: "user", parts: [{ functionResponse: { name: `t_${id}`, response: { output: LONG } } }] },
      ]),
      { role: "model", parts: [{ text: "Done." }] },
      { role: "user", parts: [{ text: "Go on" }] },
    ],
  },
  "ai-sdk": {
    messages: [
      { role: "user", content: "Start" },
      ...CALLS.flatMap((id) => [
        { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "t", input: {} }] },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: id, toolName: "t", output: { type: "text", value: LONG } }],
        },
      ]),
      { role: "user", content: "Go on" },
    ],
  },
  "ai-sdk-ui": {
    messages: [
      { id: "u1", role: "user", parts: [{ type: "text", text: "Start" }] },
      {
        id: "a1",
        role: "assistant",
        parts: CALLS.flatMap((id) => [
          { type: "step-start" },
          { type: "tool-t", toolCallId: id, state: "output-available", input: {}, output: LONG },
        ]),
      },
      { id: "u2", role: "user", parts: [{ type: "text", text: "Go on" }] },
    ],
  },
} as const;
