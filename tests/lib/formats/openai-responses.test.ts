import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { pinnedParts } from "@/lib/compress/decode-sent";
import { findViolations } from "@/lib/conversation/invariants";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { detectFormat } from "@/lib/formats";
import { openaiResponses } from "@/lib/formats/openai-responses";
import { checkFormat } from "@/tests/support/check-format";

const request = () => JSON.parse(readFileSync("tests/fixtures/openai-responses/request.json", "utf8"));

const shortened = (conversation: Conversation): Conversation => ({
  ...conversation,
  messages: conversation.messages.map(
    (message): Message => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === "tool-result" ? { ...part, id: `${part.id}~`, output: [{ type: "text", text: "SHORT" }] } : part,
      ),
    }),
  ),
});

test("a request is detected and obeys the laws of formats, and so does its bare list of items", () => {
  const body = request();
  const items = body.input.filter((item: { type?: string }) => item.type !== "item_reference");
  for (const given of [
    { ...body, input: items },
    items,
    { model: "gpt-5", input: "Hello", instructions: "Be brief." },
  ]) {
    expect(detectFormat(given)).toMatchObject({ ok: true, value: { id: "openai-responses" } });
    checkFormat(openaiResponses, given);
  }
});

test("what is not understood is returned unchanged", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  expect(openaiResponses.encode(decoded.value.conversation, decoded.value.wire)).toEqual(body);
});

test("an edited result changes only its output", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  const expected = structuredClone(body);
  expected.input[3].output = "SHORT";
  expect(openaiResponses.encode(shortened(conversation), wire)).toEqual(expected);
});

test("reasoning and call of one answer stay one message; dropping it drops both items", () => {
  const body = request();
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(decoded.error.message);
  const { conversation, wire } = decoded.value;
  expect(conversation.messages.map(({ role, parts }) => [role, parts.length])).toEqual([
    ["system", 1],
    ["user", 1],
    ["assistant", 2],
    ["tool", 1],
    ["assistant", 1],
    ["user", 2],
  ]);
  const messages = conversation.messages.filter(
    ({ parts: [first] }) => first?.type === "opaque" || first?.type === "text",
  );
  const encoded = openaiResponses.encode({ ...conversation, messages }, wire);
  expect(encoded).toEqual({ ...body, input: [body.input[0], body.input[4], body.input[5]] });
});

test.each([
  ["an output without its call", [{ type: "function_call_output", call_id: "c", output: "" }], "orphan-result"],
  [
    "a call that a user message follows",
    [
      { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      { role: "user", content: "x" },
    ],
    "orphan-call",
  ],
  ["an unknown role", [{ role: "wizard", content: "x" }], "bad-role"],
])("%s is a violation", (_, input, code) => {
  expect(openaiResponses.validate({ input }).map((violation) => violation.code)).toEqual([code]);
});

test("an item with a call's id is a call or its output, so that no strategy separates the two", () => {
  const pair = (call: object) => [
    { role: "user", content: "Go on." },
    { call_id: "c1", ...call },
    { type: "function_call_output", call_id: "c1", output: "done" },
  ];
  for (const call of [{ type: "patch_request" }, { type: "function_call", arguments: "{}" }]) {
    const decoded = openaiResponses.decode({ model: "gpt-5", input: pair(call) });
    if (!decoded.ok) throw new Error(decoded.error.message);
    expect(decoded.value.conversation.messages.flatMap(({ parts }) => parts.map(({ type }) => type))).toEqual([
      "text",
      "tool-call",
      "tool-result",
    ]);
  }
});

const GO_ON = { role: "user", content: "Go on." };

function read(...items: object[]) {
  const body = { model: "gpt-5", input: [GO_ON, ...items, GO_ON] };
  const decoded = openaiResponses.decode(body);
  if (!decoded.ok) throw new Error(`${decoded.error.message} at ${decoded.error.at}`);
  return { body, ...decoded.value };
}

type Item = { readonly type: string; readonly call_id?: string; readonly [key: string]: unknown };

/** The input after `change`; a changed part gets a new id, as strategies give it. */
function edited({ conversation, wire }: ReturnType<typeof read>, change: (part: Part) => Part): Item[] {
  const edit = (part: Part) => (change(part) === part ? part : { ...change(part), id: `${part.id}~cut` });
  const messages = conversation.messages.map((message) => ({ ...message, parts: message.parts.map(edit) }));
  const encoded = openaiResponses.encode({ ...conversation, messages }, wire);
  expect(openaiResponses.validate(encoded)).toEqual([]);
  return (encoded as unknown as { input: Item[] }).input.slice(1, -1);
}

const VALID: readonly { readonly name: string; readonly items: readonly object[] }[] = [
  {
    name: "a tool search of the provider, which has no call id",
    items: [
      {
        type: "tool_search_call",
        call_id: null,
        execution: "server",
        arguments: { paths: ["crm"] },
        status: "completed",
      },
      { type: "tool_search_output", call_id: null, execution: "server", tools: [{ type: "function", name: "f" }] },
    ],
  },
  {
    name: "a local shell call, whose output may have the call's id as its own",
    items: [
      { type: "local_shell_call", id: "ls_1", call_id: "c1", action: { type: "exec", command: ["ls"] } },
      { type: "local_shell_call_output", id: "c1", output: "a.ts" },
    ],
  },
  {
    name: "a program after reasoning, with a call that it makes",
    items: [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "secret" },
      { type: "program", id: "p_1", call_id: "p1", code: "await f()", fingerprint: "x" },
      {
        type: "function_call",
        call_id: "c1",
        name: "f",
        arguments: "{}",
        caller: { type: "program", caller_id: "p1" },
      },
      { type: "function_call_output", call_id: "c1", output: "a" },
      { type: "program_output", id: "po_1", call_id: "p1", result: "b", status: "completed" },
    ],
  },
  { name: "a reference without a type", items: [{ id: "msg_1" }] },
];

test.each(VALID)("$name is valid and comes back unchanged", ({ items }) => {
  const { body, conversation, wire } = read(...items);
  expect(detectFormat(body)).toMatchObject({ value: { id: "openai-responses" } });
  expect(findViolations(conversation)).toEqual([]);
  expect(openaiResponses.validate(body)).toEqual([]);
  expect(openaiResponses.encode(conversation, wire)).toEqual(body);
});

test("a reference without a type, and tools added in the history, keep their places", () => {
  const { conversation } = read({ id: "msg_1" }, { type: "additional_tools", role: "developer", tools: [] });
  expect(pinnedParts(conversation)).toEqual(["m1.0", "m2.0"]);
});

test("patches, programs and shell outputs are read as texts, so that their tokens count", () => {
  const outcome = { type: "exit", exit_code: 0 };
  const { conversation } = read(
    { type: "apply_patch_call", call_id: "c1", operation: { type: "delete_file", path: "a.ts" } },
    { type: "apply_patch_call_output", call_id: "c1", status: "completed" },
    { type: "shell_call", call_id: "c2", action: { commands: ["ls", "pwd"] } },
    {
      type: "shell_call_output",
      call_id: "c2",
      output: [
        { stdout: "a.ts", stderr: "warning", outcome },
        { stdout: "/work", stderr: "", outcome },
      ],
    },
  );
  const texts = conversation.messages.flatMap(({ parts }) => parts.map(partText));
  expect(texts.slice(1, -1)).toEqual([
    '{"type":"delete_file","path":"a.ts"}',
    "",
    '{"commands":["ls","pwd"]}',
    "a.ts\nwarning\n/work",
  ]);
});

test("an edited text keeps the other fields of its message, such as its phase", () => {
  const content = [{ type: "output_text", text: "A long text.", annotations: [] }];
  const message = { type: "message", role: "assistant", phase: "commentary", content };
  const items = edited(read(message), (part) =>
    part.type === "text" && part.text.startsWith("A") ? { ...part, text: "Short." } : part,
  );
  expect(items).toEqual([{ ...message, content: [{ type: "output_text", text: "Short." }] }]);
});

/** A call and its output of each kind, with a field that Winnow does not know. */
const PAIRS: readonly (readonly [call: object, output: object])[] = [
  [
    { type: "function_call", name: "f", namespace: "crm", arguments: '{"path":"a.ts"}' },
    { type: "function_call_output", output: "long" },
  ],
  [
    { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch" },
    { type: "custom_tool_call_output", output: "long" },
  ],
  [
    { type: "shell_call", action: { commands: ["ls"] } },
    { type: "shell_call_output", output: [{ stdout: "long", stderr: "", outcome: { type: "timeout" } }] },
  ],
  [
    { type: "computer_call", action: { type: "screenshot" }, pending_safety_checks: [] },
    { type: "computer_call_output", output: { type: "computer_screenshot", image_url: "data:image/png;base64,AAAA" } },
  ],
  [
    { type: "apply_patch_call", operation: { type: "delete_file", path: "a.ts" } },
    { type: "apply_patch_call_output", status: "completed", output: "long" },
  ],
  [
    { type: "local_shell_call", action: { type: "exec", command: ["ls"] } },
    { type: "local_shell_call_output", output: "long" },
  ],
  [
    { type: "tool_search_call", execution: "client", arguments: { query: "crm" } },
    { type: "tool_search_output", execution: "client", tools: [{ type: "function", name: "f" }] },
  ],
];

test("whatever is edited, each call and its output are of one kind, and unchanged pairs stay as sent", () => {
  const pair = fc.record({ of: fc.constantFrom(...PAIRS), call: fc.boolean(), output: fc.boolean() });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
      const sent = pairs.map(({ of }, at) =>
        of.map((item) => ({ ...item, call_id: `c${at}`, x_mark: at }) as unknown as Item),
      );
      const isEdited = (kind: "call" | "output", id: string) => pairs[Number(id.slice(1))]?.[kind] === true;
      const items = edited(read(...sent.flat()), (part) => {
        if (part.type === "tool-call" && isEdited("call", part.toolCallId)) {
          const { inputText: _, ...kept } = part;
          return { ...kept, input: typeof part.input === "string" ? "cut" : { cut: true } };
        }
        if (part.type !== "tool-result" || !isEdited("output", part.toolCallId)) return part;
        return { ...part, output: [{ type: "text", text: "cut" }] };
      });
      expect(items).toHaveLength(sent.length * 2);
      for (const [at, [call, output]] of sent.entries()) {
        const [now, answer] = items.slice(at * 2) as [Item, Item];
        const kindOf = ({ type }: Item) => type.replace(/_call|_output/g, "");
        expect(kindOf(answer)).toBe(kindOf(now));
        expect([now.call_id, answer.call_id]).toEqual([`c${at}`, `c${at}`]);
        if (!pairs[at]?.call && !pairs[at]?.output) expect([now, answer]).toEqual([call, output]);
        if (now.type === call?.type) expect(now.x_mark).toBe(at);
        if (answer.type === output?.type) expect(answer.x_mark).toBe(at);
        if (pairs[at]?.output) expect(answer.output).toBe("cut");
        if (pairs[at]?.call) expect(now.arguments ?? now.input).toContain("cut");
      }
    }),
    { numRuns: 200 },
  );
});
