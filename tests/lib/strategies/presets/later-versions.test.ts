import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { findStrategy } from "@/lib/strategies";
import { claudeCodeLimit } from "@/lib/strategies/presets/claude-code";
import { kiloLimit } from "@/lib/strategies/presets/opencode-compact";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { testEnvironment } from "@/tests/support/strategy-environment";

const defaults = (id: string) => {
  const bound = findStrategy(id)?.bind({});
  return bound?.ok ? bound.value.params : {};
};
const textOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts.map(partText)).join("\n");

/** The strategy's limit for a window of 200,000. */
const limitOf = (id: string, params = {}) => {
  const budget = { window: 200_000, reserve: 8_000 };
  const history = drawConversation("user: go\nassistant: done");
  return compressConversation(history, { id, params }, testEnvironment({ budget })).trigger;
};

describe("Claude Code 2.1.330", () => {
  test("compacts at the window less the answer (20,000 at most) less 13,000", () => {
    expect(claudeCodeLimit(200_000, 64_000, null)).toBe(167_000);
    expect(claudeCodeLimit(200_000, 8_000, null)).toBe(179_000);
    expect(limitOf("claude-code-2.1")?.limit).toBe(167_000);
  });

  test("a percentage only lowers the trigger", () => {
    expect(claudeCodeLimit(200_000, 64_000, 50)).toBe(90_000);
    expect(claudeCodeLimit(200_000, 64_000, 99)).toBe(167_000);
  });

  const file = (n: number) => `export const value${n} = ${"word ".repeat(40)};`;
  const exchange = (id: number, call: string, output: string) =>
    `assistant: call ${id} ${call}\ntool: result ${id} ${output}`;
  const history = drawConversation(
    [
      "user: the task",
      ...[1, 2, 3, 4, 5, 6].map((n) => exchange(n, `read src/f${n}.ts`, file(n))),
      exchange(7, "write src/f1.ts", "written"),
      exchange(8, "read src/big.ts", "large ".repeat(5000)),
      `assistant: ${"thinking aloud ".repeat(4000)}`,
      "user: go on",
    ].join("\n"),
  );
  const run = (params = {}) =>
    textOf(checkStrategy({ id: "claude-code-2.1", params }, history, testEnvironment({ force: true })).conversation);

  test("five files are restored, the last changed first; a changed or a large one as its path", () => {
    const text = run();
    const files = [...text.matchAll(/^File(?:, to be read again:)? (\S+?):?$/gm)].map(([, path]) => path);
    expect(files).toEqual(["src/f1.ts", "src/big.ts", "src/f6.ts", "src/f5.ts", "src/f4.ts"]);
    expect(text).toContain("File, to be read again: src/f1.ts");
    expect(text).toContain("File, to be read again: src/big.ts");
    expect(text).toContain(file(6));
    expect(text).not.toContain(file(3));
  });

  test("nothing is restored if restoring is off", () => {
    expect(run({ restore: false })).not.toMatch(/^File/m);
  });
});

describe("today's versions", () => {
  test("Kilo CLI 7.8.1: a share of the window only lowers what is usable", () => {
    expect(kiloLimit(200_000, 20_000, null)).toBe(180_000);
    expect(kiloLimit(200_000, 20_000, 50)).toBe(100_000);
    expect(kiloLimit(200_000, 20_000, 100)).toBe(180_000);
    expect(limitOf("kilo-compact", { thresholdPercent: 50 })?.limit).toBe(100_000);
  });

  test("Codex 0.169, remote: 64,000 tokens of typed text stay, newest first, the edge cut", () => {
    expect(defaults("codex-remote-v2")).toMatchObject({ userTokens: 64_000, fraction: 0.9 });
    const long = (word: string) => `${word} `.repeat(400);
    const history = drawConversation(
      `user: ${long("old")}\nassistant: ${long("said")}\nuser: ${long("edge")}\nassistant: ${long("more")}\nuser: newest`,
    );
    const params = { emulate: true, userTokens: 200 };
    const result = checkStrategy({ id: "codex-remote-v2", params }, history, testEnvironment({ force: true }));
    const users = result.conversation.messages
      .filter(({ role }) => role === "user")
      .map(({ parts }) => parts.map(partText).join(""));
    expect(users.at(-2)).toBe("newest");
    // The compaction comes last.
    expect(users.at(-1)).toMatch(/^\[Context note: summary\]/);
    expect(users.some((text) => text.includes("tokens truncated") && text.includes("edge"))).toBe(true);
    expect(users.some((text) => text.startsWith("old old"))).toBe(false);
  });

  test("DCP 3.1.14: compresses from 100,000 tokens; dedup and purging run only with it", () => {
    expect(defaults("dcp-compress-3.1")).toMatchObject({ maxContext: 100_000 });
    expect(defaults("dcp-compress")).toMatchObject({ maxContext: 150_000 });
    const output = "line of output ".repeat(60).trim();
    const pair = (id: number) => `assistant: call ${id} bash ls\ntool: result ${id} ${output}`;
    const history = drawConversation(
      [
        "user: a",
        `assistant: ${"old words ".repeat(300)}`,
        "user: b",
        pair(1),
        pair(2),
        "assistant: done",
        "user: c",
      ].join("\n"),
    );
    const named = { from: "m0001", to: "m0002", summary: "What was said first." };
    const of = (id: string, params = {}) => compressConversation(history, { id, params }, testEnvironment());
    expect(of("dcp-compress-3.1").status).toBe("noop");
    expect(textOf(of("dcp-compress-3.1", named).conversation).split(output).length - 1).toBe(1);
    expect(textOf(of("dcp-compress", named).conversation).split(output).length - 1).toBe(2);
  });

  test("OpenHands SDK: 240 events, two at the start; Cline 0.0.86: summaries of 8,192 tokens; OpenCode: prune and tail", () => {
    expect(defaults("openhands-sdk")).toMatchObject({ maxSize: 240, keepFirst: 2 });
    expect(defaults("openhands-summarising")).toMatchObject({ maxSize: 100, keepFirst: 1 });
    expect(defaults("cline-agentic-0.0.86")).toMatchObject({ summaryTokens: 8192 });
    expect(defaults("cline-agentic")).toMatchObject({ summaryTokens: 4096 });
    expect(defaults("opencode-prune")).toMatchObject({
      protect: 40_000,
      minimum: 20_000,
      turns: 2,
      protectedTools: ["skill"],
    });
    expect(defaults("opencode-compact")).toMatchObject({ tailTurns: 2 });
    expect(defaults("goose")).toMatchObject({ threshold: 0.8 });
    expect(defaults("gemini-compress")).toMatchObject({ fraction: 0.5 });
  });
});

describe("OpenCode's compaction", () => {
  test("keeps the newest turns up to a quarter of the window less the reserve", () => {
    const turns = ["a", "b", "c", "d", "e", "f"].map((letter) => `user: go\nassistant: ${letter.repeat(12_000)}`);
    const environment = testEnvironment({ budget: { window: 24_000, reserve: 8_000 } });
    const { conversation } = compressConversation(drawConversation(turns.join("\n")), "opencode-compact", environment);
    const text = textOf(conversation);
    expect([text.includes("f".repeat(12_000)), text.includes("e".repeat(12_000))]).toEqual([true, false]);
  });
});
