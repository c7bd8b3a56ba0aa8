import { expect, test } from "vitest";
import type { Part } from "@/lib/conversation/part";
import { injectedSource, memoryFileIn, sourcesOfParts, toolSource } from "@/lib/spend/source";

test.each([
  ["mcp__tracker__find_issue", "mcp-server", "tracker"],
  ["mcp__two_words__find", "mcp-server", "two_words"],
  ["mcp_own_echo_back", "mcp-server", "own"],
  ["Read", "tool", "Read"],
] as const)("%s is of %s %s", (name, group, own) => {
  expect(toolSource(name)).toEqual({ group, name: own });
});

test.each([
  ["Contents of /work/CLAUDE.md (project instructions):\n\nBe brief.", "/work/CLAUDE.md"],
  ["# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>", "AGENTS.md"],
  ["You help.\n\n--- Context from: GEMINI.md ---\nBe brief.", "GEMINI.md"],
  ["Rules\nInstructions from: /work/AGENTS.md\nBe brief.", "/work/AGENTS.md"],
  ["The contents of it", null],
])("the memory file in %j", (text, file) => {
  expect(memoryFileIn(text)).toBe(file);
});

test("a skill's text belongs to the skill, and any other reminder to the client", () => {
  expect(injectedSource("Base directory for this skill: /work/.claude/skills/review\n\nReview.", "client")).toEqual({
    group: "skill",
    name: "review",
  });
  expect(injectedSource("Today is Monday.", "client")).toEqual({ group: "client", name: "" });
});

test("an image after a tool's result belongs to that tool, and any other to the user", () => {
  const place = { file: 0, line: 1, byteOffset: 0, byteLength: 1 };
  const result: Part = {
    id: "r",
    type: "tool-result",
    toolCallId: "c",
    toolName: "read_file",
    output: [],
    isError: false,
    source: place,
  };
  const image: Part = { id: "i", type: "file", mediaType: "image/png", byteLength: 1, source: place };
  const sourceOf = sourcesOfParts(new Map(), []);
  const message = { id: "m", role: "user", origin: "typed", agent: "main" } as const;
  expect(sourceOf(image, { ...message, parts: [result, image] })).toEqual({ group: "tool", name: "read_file" });
  expect(sourceOf(image, { ...message, parts: [image] })).toEqual({ group: "user", name: "" });
});
