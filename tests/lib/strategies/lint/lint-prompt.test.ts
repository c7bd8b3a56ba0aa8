import { expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { createView } from "@/lib/strategies/grammar/create-view";
import { lintChange, lintPrompt } from "@/lib/strategies/lint/lint-prompt";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const lint = (conversation: Conversation) =>
  lintPrompt(createView(conversation, testEnvironment())).map(({ code }) => code);

test.each([
  ["system: It is 2026-11-22 10:00:05 now", ["volatile-prefix"]],
  ["system: session 0b9a3c1e-1111-4222-8333-444455556666", ["volatile-prefix"]],
  ["system: Be brief. Today is Sunday.", []],
  ["user: it is 2026-11-22 10:00:05", []],
])("%s: %o", (drawing, codes) => {
  expect(lint(drawConversation(drawing))).toEqual(codes);
});

test("six similar exchanges in a row are a pattern, five are not, and numbers do not count as differences", () => {
  const run = (count: number) =>
    drawConversation(
      Array.from({ length: count }, (_, i) => `assistant: call ${i} read f${i}\ntool: result ${i} page ${i}`).join(
        "\n",
      ),
    );
  expect(lint(run(5))).toEqual([]);
  expect(lint(run(6))).toEqual(["few-shot-run"]);
});

test("tools in two consecutive requests", () => {
  const request = (...tools: { name: string; schema: { [key: string]: number } }[]): Conversation => ({
    tools,
    messages: [],
  });
  const [a, b] = [
    { name: "a", schema: { x: 1, y: 2 } },
    { name: "b", schema: { z: 3 } },
  ];
  const codes = (before: Conversation, after: Conversation) =>
    lintChange(before, after).map(({ code, at }) => `${code} ${at}`);
  expect(codes(request(a, b), request(a, b))).toEqual([]);
  expect(codes(request(a, b), request(a))).toEqual(["tools-changed b"]);
  expect(codes(request(a), request(a, b))).toEqual(["tools-changed b"]);
  expect(codes(request(a), request({ name: "a", schema: { x: 1, y: 3 } }))).toEqual(["tools-changed a"]);
  expect(codes(request(a), request({ name: "a", schema: { y: 2, x: 1 } }))).toEqual(["unstable-serialisation a"]);
});

test("reports a call of an undefined tool once per tool, and nothing if the request defines none", () => {
  const history = drawConversation(
    ["1", "2"].map((id) => `assistant: call ${id} read f\ntool: result ${id} x`).join("\n"),
  );
  const defining = (...names: string[]) => lint({ ...history, tools: names.map((name) => ({ name, schema: {} })) });
  expect(defining()).toEqual([]);
  expect(defining("read")).toEqual([]);
  expect(defining("write")).toEqual(["undefined-tool"]);
});
