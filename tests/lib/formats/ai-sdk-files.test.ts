import { expect, test } from "vitest";
import type { ToolOutputBlock } from "@/lib/conversation/part";
import { aiSdk } from "@/lib/formats/ai-sdk";
import { contentItem } from "@/lib/formats/ai-sdk/content-parts";
import { outputBlocks, outputFromBlocks } from "@/lib/formats/ai-sdk/tool-output";

/** The shapes of the same file in versions 5 to 7 of the SDK, in prompts and in messages. */
const BYTES = new Uint8Array([137, 80, 78, 71]);
const BASE64 = "iVBORw==";
const URL_TEXT = "https://files.example/a.png";

const partOf = (item: object) => {
  const decoded = aiSdk.decode({ messages: [{ role: "user", content: [item] }] });
  return decoded.ok ? decoded.value.conversation.messages[0]?.parts[0] : decoded.error;
};

test.each([
  [
    { type: "file", data: BASE64 },
    { byteLength: 4, data: BASE64 },
  ],
  [
    { type: "file", data: { type: "data", data: BASE64 } },
    { byteLength: 4, data: BASE64 },
  ],
  [{ type: "file", data: { type: "data", data: BYTES } }, { byteLength: 4 }],
  [{ type: "file", data: BYTES }, { byteLength: 4 }],
  [{ type: "image", image: BYTES }, { byteLength: 4 }],
  [{ type: "image", image: new URL(URL_TEXT) }, { url: URL_TEXT }],
  [{ type: "file", data: { type: "url", url: new URL(URL_TEXT) } }, { url: URL_TEXT }],
  [
    { type: "file", data: `data:image/png;base64,${BASE64}` },
    { byteLength: 4, data: BASE64 },
  ],
])("%j is a file, not a long text to be counted", (item, expected) => {
  expect(partOf({ ...item, mediaType: "image/png" })).toMatchObject({
    type: "file",
    mediaType: "image/png",
    ...expected,
  });
});

test("without a stated type, a data URL's own type applies", () => {
  const image = `data:image/png;base64,${BASE64}`;
  expect(partOf({ type: "image", image })).toMatchObject({ mediaType: "image/png" });
  expect(partOf({ type: "image", image, mediaType: "image/webp" })).toMatchObject({ mediaType: "image/webp" });
  expect(partOf({ type: "image", image: BASE64 })).toMatchObject({ mediaType: "image/*" });
});

test.each(["ui", "model"] as const)("a %s message names a file without content as a text", (shape) => {
  const part = { id: "f", type: "file", mediaType: "image/png", byteLength: 4, filename: "a.png" } as const;
  expect(contentItem(part, shape)).toEqual({ type: "text", text: "[file: a.png, 4 bytes]" });
});

test("passes on a file that a provider keeps", () => {
  const part = partOf({ type: "file", mediaType: "image/png", data: { type: "reference", reference: {} } });
  expect(part).toMatchObject({ type: "opaque" });
});

test("the files of an output with changed text stay as written", () => {
  const image = { type: "file", mediaType: "image/png", data: { type: "data", data: BASE64 } };
  const own = { type: "custom", providerOptions: { own: { id: "x" } } };
  const before = { type: "content", value: [{ type: "text", text: "a long text" }, image, own] };
  const changed = outputBlocks(before).map(
    (block): ToolOutputBlock => (block.type === "text" ? { ...block, text: "…" } : block),
  );
  expect(outputFromBlocks(changed, false, before)).toEqual({
    type: "content",
    value: [{ type: "text", text: "…" }, image, own],
  });
  // A file from outside the SDK's outputs is written in the shape of version 7.
  expect(outputFromBlocks([{ type: "file", mediaType: "image/png", byteLength: 4, data: BASE64 }], false)).toEqual({
    type: "content",
    value: [image],
  });
});
