import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { wirePointer } from "@/lib/formats/wire-pointer";
import { selectPath } from "@/tests/support/select-path";

const FIXTURES = [
  "anthropic-request",
  "openai-request",
  "gemini-request",
  "ai-sdk-model-messages",
  "ai-sdk-ui-messages",
];

test.each(FIXTURES)("%s: finds every message and part at its place in the body", (name) => {
  const body = JSON.parse(readFileSync(`tests/fixtures/formats/${name}.json`, "utf8"));
  const codec = CODECS.find(({ detect }) => detect(body));
  const decoded = codec?.decode(body);
  if (!decoded?.ok) throw new Error("cannot be read");
  const { wire } = decoded.value;
  for (const [id, message] of wire.messages) {
    for (const part of message.parts) {
      const place = wirePointer(wire, part.id);
      const found = selectPath(body, place);
      const isWhole = found === message.raw || /^\$\.(system|systemInstruction|system_instruction)$/.test(place);
      expect(found === part.raw || isWhole, `${part.id} at ${place}`).toBe(true);
      expect(wirePointer(wire, `${part.id}~edited`)).toBe(place);
    }
    expect(selectPath(body, wirePointer(wire, id))).toBeDefined();
  }
});

test("items of the Responses API have their own places; what has none points to the list, and a path to itself", () => {
  const codec = CODECS.find(({ id }) => id === "openai-responses");
  const decoded = codec?.decode({
    instructions: "Be brief.",
    input: [
      { role: "user", content: [{ type: "input_text", text: "a" }] },
      { type: "reasoning", id: "r", summary: [], encrypted_content: "x" },
      { type: "function_call", call_id: "c", name: "t", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "1" },
    ],
  });
  if (!decoded?.ok) throw new Error("cannot be read");
  const { wire } = decoded.value;
  const places = [...wire.messages.values()].flatMap(({ parts }) => parts.map(({ id }) => wirePointer(wire, id)));
  expect(places).toEqual(["$.instructions", "$.input[0].content[0]", "$.input[1]", "$.input[2]", "$.input[3]"]);
  expect(wirePointer(wire, "nobody")).toBe("$.input");
  expect(wirePointer(wire, "$.input[2]")).toBe("$.input[2]");
});
