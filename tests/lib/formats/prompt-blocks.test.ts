import { expect, test } from "vitest";
import { readPromptBlocks } from "@/lib/formats/prompt-blocks";

const blocksOf = (body: object) =>
  readPromptBlocks(body)?.blocks.map(({ kind, id, text }) => (kind === "tools" ? [id] : [kind, text]));

const read = { name: "Read", parametersJsonSchema: {} };
const edit = { name: "Edit", parametersJsonSchema: {} };

test("Gemini's functions and system prompt texts are separate blocks", () => {
  const contents = [{ role: "user", parts: [{ text: "Mend it." }] }];
  for (const [group, system] of [
    ["functionDeclarations", "systemInstruction"],
    ["function_declarations", "system_instruction"],
  ] as const)
    expect(
      blocksOf({
        [system]: { role: "user", parts: [{ text: "You mend." }, { text: "You test." }] },
        tools: [{ [group]: [read, edit] }, { googleSearch: {} }],
        contents,
      }),
    ).toEqual([
      ["tool:Read"],
      ["tool:Edit"],
      ["tool:2"],
      ["system", "You mend."],
      ["system", "You test."],
      ["message", "Mend it."],
    ]);
});

test("an OpenAI tool without a name is named after its type", () => {
  const tools = [{ type: "function", name: "Read" }, { type: "web_search" }];
  expect(blocksOf({ tools, input: "Mend it." })).toEqual([["tool:Read"], ["tool:web_search"], ["message", "Mend it."]]);
});

test("an OpenAI-compatible answer has its reasoning first, then the text, then the calls", () => {
  const call = { id: "call_1", type: "function", function: { name: "Read", arguments: "{}" } };
  for (const field of ["reasoning_content", "reasoning"])
    expect(
      blocksOf({ messages: [{ role: "assistant", [field]: "I weigh it.", content: "I look.", tool_calls: [call] }] }),
    ).toEqual([
      ["message", "I weigh it."],
      ["message", "I look."],
      ["message", JSON.stringify(call)],
    ]);
});

test("a Responses API text is its text, unless it has more than that", () => {
  const cited = {
    type: "output_text",
    text: "Done.",
    annotations: [{ type: "url_citation", url: "https://example.org" }],
  };
  expect(
    blocksOf({
      input: [
        { role: "user", content: [{ type: "input_text", text: "Mend it." }] },
        { role: "assistant", content: [cited] },
      ],
    }),
  ).toEqual([
    ["message", "Mend it."],
    ["message", JSON.stringify(cited)],
  ]);
});

test("items of the Responses API have the role of whoever wrote them", () => {
  const input = [
    { role: "user", content: "Patch it" },
    { type: "reasoning", summary: [], encrypted_content: "x" },
    { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "*** Begin Patch" },
    { type: "custom_tool_call_output", call_id: "c1", output: "Done" },
    { type: "local_shell_call", call_id: "c2", action: { type: "exec", command: ["ls"] } },
    { type: "local_shell_call_output", call_id: "c2", output: "a.ts" },
    { type: "web_search_call", id: "w1", status: "completed" },
    { type: "compaction", encrypted_content: "y" },
  ];
  const roles = readPromptBlocks({ input })?.blocks.map(({ role }) => role);
  expect(roles).toEqual(["user", "assistant", "assistant", "tool", "assistant", "tool", "assistant", "assistant"]);
});
