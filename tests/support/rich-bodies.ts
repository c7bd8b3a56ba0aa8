import type { WireFormat } from "@/lib/formats";

// Long histories with the items that only one provider has: its own tools, approvals, denied calls, programs, files.

const LONG = Array.from({ length: 80 }, (_, line) => `line ${line}: src/a${line}.ts has ${line * 7}`).join("\n");
const ROUNDS = [0, 1, 2, 3, 4, 5];

const rounds = (round: (n: number) => readonly object[]): object[] => ROUNDS.flatMap(round);

/** Executed code that calls the client's tools twice before it ends. */
const anthropicCode = (n: number) => {
  const caller = { type: "code_execution_20250825", tool_id: `code${n}` };
  const call = (id: string) => ({ type: "tool_use", id, name: "read", input: { path: `src/a${n}.ts` }, caller });
  const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: LONG });
  return [
    {
      role: "assistant",
      content: [
        { type: "text", text: LONG },
        { type: "server_tool_use", id: `code${n}`, name: "code_execution", input: { code: LONG } },
        call(`a${n}`),
      ],
    },
    { role: "user", content: [result(`a${n}`)] },
    { role: "assistant", content: [call(`b${n}`)] },
    { role: "user", content: [result(`b${n}`)] },
    {
      role: "assistant",
      content: [
        { type: "code_execution_tool_result", tool_use_id: `code${n}`, content: { stdout: LONG } },
        { type: "text", text: "Done." },
      ],
    },
    { role: "user", content: `Round ${n}: ${LONG}` },
  ];
};

const anthropicSearch = (n: number) => [
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: LONG, signature: `signature${n}` },
      { type: "server_tool_use", id: `web${n}`, name: "web_search", input: { query: "x" } },
      { type: "web_search_tool_result", tool_use_id: `web${n}`, content: [] },
      { type: "text", text: LONG, citations: [] },
      { type: "tool_use", id: `t${n}`, name: "read", input: { path: "a.ts" } },
    ],
  },
  {
    role: "user",
    content: [
      {
        type: "tool_result",
        tool_use_id: `t${n}`,
        content: [
          { type: "text", text: LONG },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          { type: "tool_reference", tool_name: "other" },
        ],
      },
    ],
  },
  { role: "assistant", content: "Done." },
  {
    role: "user",
    content: [
      { type: "text", text: `Round ${n}: ${LONG}` },
      { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: LONG }] },
    ],
  },
];

const responses = (n: number) => [
  { type: "reasoning", id: `rs${n}`, summary: [], encrypted_content: "secret" },
  { type: "shell_call", call_id: `s${n}`, action: { commands: [LONG] } },
  { type: "shell_call_output", call_id: `s${n}`, output: [{ stdout: LONG, stderr: "", outcome: { type: "timeout" } }] },
  { type: "tool_search_call", call_id: null, execution: "server", arguments: { query: LONG }, status: "completed" },
  { type: "tool_search_output", call_id: null, execution: "server", tools: [{ type: "function", name: "f" }] },
  { type: "custom_tool_call", call_id: `c${n}`, name: "apply_patch", input: LONG },
  { type: "custom_tool_call_output", call_id: `c${n}`, output: LONG },
  { type: "apply_patch_call", call_id: `a${n}`, operation: { type: "update_file", path: "a.ts", diff: LONG } },
  { type: "apply_patch_call_output", call_id: `a${n}`, status: "completed" },
  { type: "mcp_approval_request", id: `q${n}`, name: "f", arguments: LONG, server_label: "crm" },
  { type: "mcp_approval_response", approval_request_id: `q${n}`, approve: true },
  { type: "mcp_call", id: `mc${n}`, approval_request_id: `q${n}`, name: "f", arguments: LONG, output: LONG },
  { type: "message", role: "assistant", phase: "final_answer", content: [{ type: "output_text", text: LONG }] },
  { role: "user", content: `Round ${n}: ${LONG}` },
];

const gemini = (n: number) => [
  {
    role: "model",
    parts: [
      { text: LONG, thought: true },
      { functionCall: { name: "f", args: { path: LONG } }, thoughtSignature: `signature${n}` },
      { functionCall: { name: "f", args: { path: "a.ts" } } },
    ],
  },
  {
    role: "user",
    parts: [
      { functionResponse: { name: "f", response: { output: LONG } } },
      { functionResponse: { name: "f", response: { result: LONG, more: 1 } } },
    ],
  },
  {
    role: "model",
    parts: [
      { executableCode: { language: "PYTHON", code: LONG } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: LONG } },
      { text: "Done.", thoughtSignature: `text${n}` },
    ],
  },
  {
    role: "user",
    parts: [{ text: `Round ${n}: ${LONG}` }, { fileData: { mimeType: "application/pdf", fileUri: "https://a.pdf" } }],
  },
];

const uiMessages = (n: number) => [
  {
    id: `a${n}`,
    role: "assistant",
    parts: [
      { type: "reasoning", text: LONG },
      { type: "tool-read", toolCallId: `t${n}`, state: "output-available", input: {}, output: { text: LONG } },
      {
        type: "tool-remove",
        toolCallId: `d${n}`,
        state: "output-denied",
        input: { path: LONG },
        approval: { id: `q${n}`, approved: false, reason: LONG },
      },
      { type: "step-start" },
      { type: "tool-fail", toolCallId: `e${n}`, state: "output-error", input: {}, errorText: LONG },
      { type: "source-url", sourceId: "s", url: "https://example.com" },
      { type: "text", text: LONG },
    ],
  },
  { id: `u${n}`, role: "user", parts: [{ type: "text", text: `Round ${n}: ${LONG}` }] },
];

const modelMessages = (n: number) => {
  const output = n % 2 === 0 ? { type: "json", value: { text: LONG } } : { type: "execution-denied", reason: LONG };
  return [
    {
      role: "assistant",
      content: [
        { type: "text", text: LONG },
        { type: "tool-call", toolCallId: `t${n}`, toolName: "remove", input: { path: LONG } },
        { type: "tool-approval-request", approvalId: `q${n}`, toolCallId: `t${n}` },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-approval-response", approvalId: `q${n}`, approved: n % 2 === 0 },
        { type: "tool-result", toolCallId: `t${n}`, toolName: "remove", output },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: LONG }] },
    { role: "user", content: `Round ${n}: ${LONG}` },
  ];
};

const chat = (n: number) => [
  {
    role: "assistant",
    content: LONG,
    reasoning_details: [{ type: "reasoning.encrypted", data: "secret" }],
    tool_calls: [
      { id: `t${n}`, type: "function", function: { name: "read", arguments: JSON.stringify({ path: LONG }) } },
      { id: `c${n}`, type: "custom", custom: { name: "patch", input: LONG } },
    ],
  },
  { role: "tool", tool_call_id: `t${n}`, content: [{ type: "text", text: LONG }] },
  { role: "tool", tool_call_id: `c${n}`, content: LONG },
  { role: "assistant", content: null, refusal: "No.", audio: { id: `audio${n}` } },
  {
    role: "user",
    content: [
      { type: "text", text: `Round ${n}: ${LONG}` },
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
    ],
  },
];

const START = { role: "user", content: "Start" };

type RichBody = { readonly name: string; readonly format: WireFormat; readonly body: object };
export const RICH_BODIES: readonly RichBody[] = [
  {
    name: "Anthropic's code execution with the client's tools",
    format: "anthropic",
    body: { messages: [START, ...rounds(anthropicCode)] },
  },
  {
    name: "Anthropic's search, thinking and references",
    format: "anthropic",
    body: { messages: [START, ...rounds(anthropicSearch)] },
  },
  {
    name: "OpenAI's shell, patches, tool search and MCP",
    format: "openai-responses",
    body: { input: [START, ...rounds(responses)] },
  },
  {
    name: "Gemini's parallel calls and code",
    format: "gemini",
    body: { contents: [{ role: "user", parts: [{ text: "Start" }] }, ...rounds(gemini)] },
  },
  {
    name: "UI messages with denied and failed calls",
    format: "ai-sdk",
    body: { messages: [{ id: "u", role: "user", parts: [{ type: "text", text: "Start" }] }, ...rounds(uiMessages)] },
  },
  { name: "model messages with approvals", format: "ai-sdk", body: { messages: [START, ...rounds(modelMessages)] } },
  { name: "chat with custom tools and audio", format: "openai-chat", body: { messages: [START, ...rounds(chat)] } },
];
