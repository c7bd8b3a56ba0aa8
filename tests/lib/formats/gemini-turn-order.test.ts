import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { gemini } from "@/lib/formats/gemini";
import { isStructural } from "@/lib/formats/structural";

type Content = { readonly role: string; readonly parts: readonly object[] };
const user = (text: string): Content => ({ role: "user", parts: [{ text }] });
const says = (text: string): Content => ({ role: "model", parts: [{ text }] });
const calls = (...names: string[]): Content => ({
  role: "model",
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
});
const results = (...names: string[]): Content => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: { output: "3" } } })),
});

describe("calls and results are in one content of their role", () => {
  test.each([
    ["a text and a following call", [user("Count"), says("First I look."), calls("wc"), results("wc")], 2],
    ["a call and a following text", [user("Count"), calls("wc"), says("I wait."), results("wc")], 2],
    ["calls of one batch", [user("Count"), calls("ls"), calls("wc"), results("ls", "wc")], 2],
    ["results of one batch", [user("Count"), calls("ls", "wc"), results("ls"), results("wc")], 3],
  ])("%s in separate contents are refused, and joined by encoding", (_, contents, index) => {
    const violations = gemini.validate({ contents });
    expect(violations).toMatchObject([{ code: "split-turn", messageId: `$.contents[${index}]` }]);
    expect(violations.every(isStructural)).toBe(true);
    const encoded = gemini.encode(...read(contents)) as unknown as { contents: Content[] };
    expect(gemini.validate(encoded)).toEqual([]);
    expect(encoded.contents.flatMap(({ parts }) => parts)).toEqual(contents.flatMap(({ parts }) => parts));
  });

  test("consecutive texts of one role are accepted, and stay separate", () => {
    const contents = [user("Hello"), user("Count"), calls("wc"), results("wc"), user("Thanks"), says("a"), says("b")];
    expect(gemini.validate({ contents })).toEqual([]);
    expect(gemini.encode(...read(contents))).toEqual({ contents });
  });

  test("joins only what is split: the rest of the history stays the same", () => {
    const contents = [user("Hello"), user("Count"), says("First I look."), calls("wc"), results("wc")];
    const encoded = gemini.encode(...read(contents)) as unknown as { contents: Content[] };
    expect(encoded.contents).toHaveLength(4);
    expect(encoded.contents[0]).toBe(contents[0]);
    expect(encoded.contents[1]).toBe(contents[1]);
    expect(encoded.contents[3]).toBe(contents[4]);
  });
});

function read(contents: readonly Content[]): Parameters<typeof gemini.encode> {
  const decoded = gemini.decode({ contents });
  if (!decoded.ok) throw new Error(decoded.error.message);
  return [decoded.value.conversation as Conversation, decoded.value.wire];
}
