import { expect, test } from "vitest";
import { sealedBy } from "@/lib/formats/ai-sdk/content-parts";
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
