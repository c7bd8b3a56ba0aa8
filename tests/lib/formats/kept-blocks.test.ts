import { expect, test } from "vitest";
import type { Part, ToolOutputBlock } from "@/lib/conversation/part";
import { type Codec, detectFormat } from "@/lib/formats";
import { sealedBy } from "@/lib/formats/ai-sdk/content-parts";
import { anthropic } from "@/lib/formats/anthropic";
import { toolOutput } from "@/lib/formats/anthropic/block-to-part";
import { gemini } from "@/lib/formats/gemini";
import { openaiChat } from "@/lib/formats/openai-chat";

test("a PDF in a tool's result is a file with its size", () => {
  const source = { type: "base64", media_type: "application/pdf", data: "JVBERg==" };
  expect(toolOutput([{ type: "document", source }])).toMatchObject([
    { type: "file", mediaType: "application/pdf", byteLength: 4 },
  ]);
});

test("redacted reasoning without text keeps its data for the AI SDK", () => {
  const part = { id: "p", type: "reasoning", text: "", provider: "anthropic", redactedData: "abc" } as const;
  expect(sealedBy(part, "model")).toEqual({ providerOptions: { anthropic: { redactedData: "abc" } } });
});

/** The body after `change`; a changed part gets a new id, as strategies give it. */
function edited<Body>(codec: Codec, body: Body, change: (part: Part) => Part): Body {
  const decoded = codec.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const edit = (part: Part) => (change(part) === part ? part : { ...change(part), id: `${part.id}~cut` });
  const messages = conversation.messages.map((message) => ({ ...message, parts: message.parts.map(edit) }));
  const encoded = codec.encode({ ...conversation, messages }, wire);
  expect(codec.validate(encoded)).toEqual([]);
  return encoded as Body;
}

/** The content of the only tool result after `change`. */
function editedResult(content: readonly object[], change: (output: readonly ToolOutputBlock[]) => ToolOutputBlock[]) {
  const body = {
    messages: [
      { role: "user", content: "Look" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "look", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", toolset_name: "browser", content }] },
    ],
  };
  const { messages } = edited(anthropic, body, (part) =>
    part.type === "tool-result" ? { ...part, output: change(part.output) } : part,
  );
  return messages[2]?.content;
}

test("an image by URL stays an image if the text next to it is shortened", () => {
  const text = { type: "text", text: "A long description." };
  const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } };
  const change = (output: readonly ToolOutputBlock[]) =>
    output.map((block): ToolOutputBlock => (block.type === "text" ? { ...block, text: "cut" } : block));
  expect(editedResult([text, image], change)).toEqual([
    { type: "tool_result", tool_use_id: "t", toolset_name: "browser", content: [{ type: "text", text: "cut" }, image] },
  ]);
});

test("a result that an edit emptied does not get its old content back", () => {
  expect(editedResult([{ type: "text", text: "A long text." }], () => [])).toEqual([
    { type: "tool_result", tool_use_id: "t", toolset_name: "browser" },
  ]);
});

test.each(["search_result", "container_upload", "mcp_tool_use"])("a block %s identifies the Messages API", (type) => {
  const body = [{ role: "user", content: [{ type: "text", text: "Look" }, { type }] }];
  expect(detectFormat(body)).toMatchObject({ value: { id: "anthropic" } });
});

/** Shortens an input as strategies do: the model's own text of it is lost. */
function withShortInput(part: Part): Part {
  if (part.type !== "tool-call") return part;
  const { inputText: _, ...kept } = part;
  return { ...kept, input: typeof part.input === "string" ? "cut" : { path: "cut" } };
}

test("an edited call of a chat keeps its kind and its other fields", () => {
  const signed = { id: "c1", type: "function", extra_content: { google: { thought_signature: "abc" } } };
  const messages = (path: string, input: string) => [
    { role: "user", content: "Look" },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { ...signed, function: { name: "read", arguments: `{"path":"${path}"}` } },
        { id: "c2", type: "custom", custom: { name: "patch", input } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "a" },
    { role: "tool", tool_call_id: "c2", content: "b" },
    { role: "assistant", content: null, function_call: { name: "read", arguments: `{"path":"${path}"}` } },
    { role: "function", name: "read", content: "c" },
  ];
  expect(edited(openaiChat, messages("a/long/path", "a long patch"), withShortInput)).toEqual(messages("cut", "cut"));
});

test("reasoning of a gateway stays in an answer that is shortened, and is removed along with its text", () => {
  const details = [{ type: "reasoning.encrypted", data: "secret" }];
  const answer = { role: "assistant", content: "A long text", reasoning_details: details };
  const body = [{ role: "user", content: "Look" }, answer];
  const cut = edited(openaiChat, body, (part) =>
    part.type === "text" && part.text.startsWith("A") ? { ...part, text: "cut" } : part,
  );
  expect(cut[1]).toEqual({ ...answer, content: "cut" });
  const decoded = openaiChat.decode([{ ...answer, reasoning_content: "Hm", thinking_blocks: [] }]);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const messages = conversation.messages.map((message) => ({ ...message, parts: message.parts.slice(1) }));
  expect(openaiChat.encode({ ...conversation, messages }, wire)).toEqual([
    { role: "assistant", content: "A long text" },
  ]);
});

test("an edited call of Gemini keeps its signature, its other fields and the absence of an id", () => {
  const contents = (path: string) => [
    { role: "user", parts: [{ text: "Look" }] },
    {
      role: "model",
      parts: [{ functionCall: { name: "read", args: { path }, own: 1 }, thoughtSignature: "s", own: 2 }],
    },
    { role: "user", parts: [{ functionResponse: { name: "read", response: { output: "a" } } }] },
  ];
  expect(edited(gemini, contents("a/long/path"), withShortInput)).toEqual(contents("cut"));
});
