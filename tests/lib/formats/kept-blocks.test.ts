import { expect, test } from "vitest";
import type { ToolOutputBlock } from "@/lib/conversation/part";
import { detectFormat } from "@/lib/formats";
import { sealedBy } from "@/lib/formats/ai-sdk/content-parts";
import { anthropic } from "@/lib/formats/anthropic";
import { toolOutput } from "@/lib/formats/anthropic/block-to-part";

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

/** The content of the only tool result after `change`. */
function editedResult(content: readonly object[], change: (output: readonly ToolOutputBlock[]) => ToolOutputBlock[]) {
  const body = {
    messages: [
      { role: "user", content: "Look" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "look", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", toolset_name: "browser", content }] },
    ],
  };
  const decoded = anthropic.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const messages = conversation.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === "tool-result" ? { ...part, id: `${part.id}~cut`, output: change(part.output) } : part,
    ),
  }));
  const encoded = anthropic.encode({ ...conversation, messages }, wire) as unknown as typeof body;
  return encoded.messages[2]?.content;
}

test("an image by URL stays an image if the text beside it is shortened", () => {
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
