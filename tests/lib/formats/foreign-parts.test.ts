import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import type { FilePart } from "@/lib/conversation/part";
import { CODECS } from "@/lib/formats";
import { anthropic } from "@/lib/formats/anthropic";
import { lossesOf } from "@/lib/formats/losses";
import { openaiChat } from "@/lib/formats/openai-chat";

const file = (mediaType: string, filename?: string): FilePart => ({
  ...{ id: "p1", type: "file", mediaType, byteLength: 3, data: "AAAA" },
  ...(filename !== undefined && { filename }),
});

const saying = (role: "user" | "assistant", part: FilePart): Conversation => ({
  tools: [],
  messages: [
    { id: "m0", role: "user", parts: [{ id: "p0", type: "text", text: "draw a cat" }] },
    { id: "m1", role, parts: [part] },
  ],
});

const lossCodes = (conversation: Conversation, to: "anthropic" | "openai-chat") =>
  lossesOf(conversation, to).map(({ code }) => code);

test("a picture that the model drew is only named for Chat Completions, which accepts files only from users", () => {
  const drawn = saying("assistant", file("image/png"));
  const body = openaiChat.encode(drawn);
  expect(body).toMatchObject({ messages: [{}, { role: "assistant", content: "[file: image/png]" }] });
  expect(openaiChat.validate(body)).toEqual([]);
  expect(lossCodes(drawn, "openai-chat")).toEqual(["file-named"]);
});

test.each(["audio/wav", "text/csv", "image/*"])("a file of type %s is only named for the Messages API", (mediaType) => {
  const sent = saying("user", file(mediaType));
  const body = anthropic.encode(sent);
  expect(JSON.stringify(body)).toContain(`[file: ${mediaType}, 3 bytes]`);
  expect(JSON.stringify(body)).not.toContain("base64");
  expect(lossCodes(sent, "anthropic")).toEqual(["file-named"]);
});

test("a PDF keeps its name as the title of its document", () => {
  const sent = saying("user", file("application/pdf", "report.pdf"));
  const source = { type: "base64", media_type: "application/pdf", data: "AAAA" };
  expect(anthropic.encode(sent)).toMatchObject({
    messages: [{ content: [{}, { type: "document", source, title: "report.pdf" }] }],
  });
  expect(lossCodes(sent, "anthropic")).toEqual([]);
});

test.each(["functions.read:0", "call_1|fc_1"])(
  "the id %s of another client becomes one that the Messages API accepts",
  (id) => {
    const call = { id: "p1", type: "tool-call", toolCallId: id, toolName: "read", input: {} } as const;
    const result = { id: "p2", type: "tool-result", toolCallId: id, output: [], isError: null } as const;
    const body = anthropic.encode({
      tools: [],
      messages: [
        { id: "m0", role: "user", parts: [{ id: "p0", type: "text", text: "Read it" }] },
        { id: "m1", role: "assistant", parts: [call] },
        { id: "m2", role: "tool", parts: [result] },
      ],
    });
    const valid = expect.stringMatching(/^[a-zA-Z0-9_-]+$/);
    expect(body).toMatchObject({ messages: [{}, { content: [{ id: valid }] }, { content: [{ tool_use_id: valid }] }] });
    expect(anthropic.validate(body)).toEqual([]);
  },
);

test("a file that a format only names is always reported as named, and no other", () => {
  const anyFile = fc.record({
    mediaType: fc.constantFrom("image/png", "image/*", "application/pdf", "text/csv", "audio/wav"),
    content: fc.constantFrom({ data: "AAAA" }, { url: "https://example.com/a" }, {}),
    place: fc.constantFrom("user", "assistant", "result"),
  });
  fc.assert(
    fc.property(anyFile, fc.constantFrom(...CODECS), ({ mediaType, content, place }, codec) => {
      const given = { type: "file", mediaType, byteLength: 3, ...content } as const;
      const call = { id: "p1", type: "tool-call", toolCallId: "c", toolName: "read", input: {} } as const;
      const result = { id: "p2", type: "tool-result", toolCallId: "c", output: [given], isError: null } as const;
      const conversation: Conversation =
        place === "result"
          ? {
              tools: [],
              messages: [
                { id: "m0", role: "user", parts: [{ id: "p0", type: "text", text: "Read it" }] },
                { id: "m1", role: "assistant", parts: [call] },
                { id: "m2", role: "tool", parts: [result] },
              ],
            }
          : saying(place as "user" | "assistant", { id: "p1", ...given });
      const isNamed = JSON.stringify(codec.encode(conversation)).includes("[file:");
      expect(lossesOf(conversation, codec.id).some(({ code }) => code === "file-named")).toBe(isNamed);
    }),
    { numRuns: 300 },
  );
});
