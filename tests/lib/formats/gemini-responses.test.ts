import { describe, expect, test } from "vitest";
import type { Part } from "@/lib/conversation/part";
import { gemini } from "@/lib/formats/gemini";

const bodyOf = (response: unknown) => ({
  contents: [
    { role: "user", parts: [{ text: "Count" }] },
    { role: "model", parts: [{ functionCall: { name: "wc", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "wc", response } }] },
  ],
});

/** The decoded result, and its response after its text was edited. */
function readAndEdit(response: unknown) {
  const decoded = gemini.decode(bodyOf(response));
  if (!decoded.ok) throw new Error(decoded.error.code);
  const { conversation, wire } = decoded.value;
  const part = conversation.messages[2]?.parts[0] as Extract<Part, { type: "tool-result" }>;
  const messages = conversation.messages.map((message, at) =>
    at < 2
      ? message
      : { ...message, parts: [{ ...part, id: `${part.id}~1`, output: [{ type: "text" as const, text: "less" }] }] },
  );
  const written = gemini.encode({ ...conversation, messages }, wire) as ReturnType<typeof bodyOf>;
  return { ...part, written: written.contents[2]?.parts[0] as { functionResponse: object } };
}

/** `output` is used by Gemini CLI, `result` by Google's own examples; the AI SDK repeats the function's name. */
describe("the text of a function's response", () => {
  test.each([
    [{ output: "3\n4" }, { output: "less" }],
    [{ result: "3\n4" }, { result: "less" }],
    [
      { name: "wc", content: "3\n4" },
      { name: "wc", content: "less" },
    ],
  ])("%j is read as text, and keeps its place when edited", (response, edited) => {
    const { output, isError, written } = readAndEdit(response);
    expect(output).toEqual([{ type: "text", text: "3\n4" }]);
    expect(isError).toBe(false);
    expect(written.functionResponse).toEqual({ name: "wc", response: edited });
  });

  test.each([
    [{ error: "no file" }, { error: "less" }],
    [
      { name: "wc", error: "no file" },
      { name: "wc", error: "less" },
    ],
  ])("%j is an error, and stays one", (response, edited) => {
    const { output, isError, written } = readAndEdit(response);
    expect(output).toEqual([{ type: "text", text: "no file" }]);
    expect(isError).toBe(true);
    expect(written.functionResponse).toEqual({ name: "wc", response: edited });
  });

  test.each([{ name: "another", content: "3" }, { content: "3", lines: 2 }, { result: 3 }, ["3"]])(
    "%j is more than a text, and read as JSON",
    (response) => {
      const { output, written } = readAndEdit(response);
      expect(output).toEqual([{ type: "text", text: JSON.stringify(response) }]);
      expect(written.functionResponse).toEqual({ name: "wc", response: { output: "less" } });
    },
  );
});
