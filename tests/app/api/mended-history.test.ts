import { describe, expect, test } from "vitest";
import { CODECS } from "@/lib/formats";
import { OPENING_TEXT } from "@/lib/formats/opening";
import { apiRoute } from "../../support/api-route";
import { postJson, readProblem, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");

/** Histories that providers refuse: repaired by default, with a warning for each change. */

startTestServer();

type Sent = Readonly<Record<string, unknown>>;
const KILO = { strategy: "kilo-truncate", force: true, store: false, model: "claude-sonnet-4-5" };

async function answerOf(body: Sent) {
  const answer = await (await postJson(compress, "/api/compress", { ...KILO, ...body })).json();
  const mended = answer.warnings.filter(({ code }: { code: string }) => code === "history-mended");
  return { ...answer, mended: mended.map(({ message }: { message: string }) => message) };
}

const strictly = async (body: Sent) =>
  readProblem(await postJson(compress, "/api/compress", { ...KILO, ...body, strict: true }));

const validate = (format: string, body: unknown) => CODECS.find(({ id }) => id === format)?.validate(body);

const CALL = { role: "assistant", content: [{ type: "tool_use", id: "tool_1", name: "read_file", input: {} }] };
const RESULT = { role: "user", content: [{ type: "tool_result", tool_use_id: "tool_1", content: "text" }] };

describe("the three scenarios of Kilo Code's fix", () => {
  test("a pair at the start stays complete, after a message that opens the history", async () => {
    const body = { messages: [CALL, RESULT] };
    const { messages, mended } = await answerOf(body);
    expect(messages.slice(-2)).toEqual([CALL, RESULT]);
    expect(validate("anthropic", { messages })).toEqual([]);
    expect(mended).toEqual([
      expect.stringMatching(/\(\$\.messages\[0\]\): a short user message is inserted before it$/),
    ]);
    expect(await strictly(body)).toMatchObject({ status: 422, code: "invalid-history" });
  });

  test("drops a result without its call, with one warning that names it", async () => {
    const body = { messages: [{ role: "user", content: "Previous conversation..." }, RESULT] };
    const { messages, mended } = await answerOf(body);
    expect(messages).toEqual([{ role: "user", content: "Previous conversation..." }]);
    expect(mended).toEqual([
      "the result tool_1 at $.messages[1].content[0] was left out: tool result tool_1 has no call before it",
    ]);
    expect(await strictly(body)).toMatchObject({ status: 422, code: "invalid-history" });
  });

  test("a cut inside a pair moves before its call", async () => {
    const call = { id: "c1", type: "function", function: { name: "read_file", arguments: "{}" } };
    const messages = [
      { role: "system", content: "You are careful." },
      { role: "user", content: "Read the file." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "text" },
      { role: "user", content: "Go on." },
      { role: "assistant", content: "Yes." },
    ];
    const answer = await answerOf({ messages });
    expect(answer.messages).toEqual([messages[0], ...messages.slice(2)]);
    expect(answer.mended).toEqual([]);
  });
});

test.each(["gpt-4o", "claude-sonnet-4-5"])("the third scenario as the fix prints it, for %s", async (model) => {
  const messages = [
    { role: "system", content: "Rules" },
    { role: "user", content: "Read the file." },
    CALL,
    RESULT,
    { role: "user", content: "Go on." },
    { role: "assistant", content: "Yes." },
  ];
  const answer = await answerOf({ messages, model });
  const opening = { role: "user", content: OPENING_TEXT };
  const goOn = { role: "user", content: [...RESULT.content, { type: "text", text: "Go on." }] };
  expect(answer.messages).toEqual([messages[0], opening, CALL, goOn, messages[5]]);
  // The caller keeps the result and sends it again.
  const again = await answerOf({ messages: answer.messages, model, force: false });
  expect(again.messages).toEqual(answer.messages);
});

test("drops unanswered calls, with their message if nothing else is in it", async () => {
  const messages = [
    { role: "user", content: "Start" },
    CALL,
    { role: "user", content: "Never mind." },
    { role: "assistant", content: "All right." },
    { role: "user", content: "Thanks." },
  ];
  const { mended, messages: left } = await answerOf({ messages, strategy: "ai-sdk-prune" });
  expect(mended).toContain("the call tool_1 at $.messages[1].content[0] was left out: tool call without a result");
  expect(validate("anthropic", { messages: left })).toEqual([]);
});

test("refuses a history of which nothing would remain", async () => {
  const problem = await readProblem(await postJson(compress, "/api/compress", { ...KILO, messages: [RESULT] }));
  expect(problem).toMatchObject({ status: 422, code: "invalid-history" });
});
