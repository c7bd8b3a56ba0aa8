import { expect, test } from "vitest";
import { readToolChoice } from "@/lib/requests/tool-choice";

const named = { type: "function", name: "read" };

test.each([
  ["nothing said", {}, { mode: "auto", tools: [] }],
  ["OpenAI, auto", { tool_choice: "auto" }, { mode: "auto", tools: [] }],
  ["OpenAI, required", { tool_choice: "required" }, { mode: "required", tools: [] }],
  [
    "Chat Completions, one",
    { tool_choice: { type: "function", function: { name: "read" } } },
    { mode: "specified", tools: ["read"] },
  ],
  ["Responses, one", { tool_choice: named }, { mode: "specified", tools: ["read"] }],
  [
    "Responses, some",
    { tool_choice: { type: "allowed_tools", mode: "auto", tools: [named] } },
    { mode: "allowed", tools: ["read"] },
  ],
  [
    "Chat Completions, some",
    {
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "read" } }] },
      },
    },
    { mode: "allowed", tools: ["read"] },
  ],
  ["Anthropic, any", { tool_choice: { type: "any" } }, { mode: "required", tools: [] }],
  ["Anthropic, one", { tool_choice: { type: "tool", name: "read" } }, { mode: "specified", tools: ["read"] }],
  ["Anthropic, none", { tool_choice: { type: "none", disable_parallel_tool_use: true } }, { mode: "none", tools: [] }],
  ["Gemini, any", { toolConfig: { functionCallingConfig: { mode: "ANY" } } }, { mode: "required", tools: [] }],
  [
    "Gemini, some",
    { toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["a", "b"] } } },
    { mode: "allowed", tools: ["a", "b"] },
  ],
  ["an unknown shape", { tool_choice: { type: "lottery" } }, null],
  ["no choice at all", { tool_choice: 7 }, null],
])("%s", (_, body, expected) => {
  expect(readToolChoice(body)).toEqual(expected);
});
