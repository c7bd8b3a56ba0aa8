import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import { apiRoute } from "../../support/api-route";
import { arbitraryJsonText } from "../../support/arbitrary-json-text";
import { postBytes, send, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");
const convert = apiRoute("POST /api/convert");
const exportSession = apiRoute("GET /api/sessions/{id}/export");
const upload = apiRoute("POST /api/sessions");
const validate = apiRoute("POST /api/validate");

startTestServer();

const ODD = '{"id":12345678901234567890,"share":1.0,"zero":-0,"huge":1e400,"list":[0.10,{"deep":1E2}]}';
const LONG = JSON.stringify(Array.from({ length: 300 }, (_, line) => `line ${line}: ${line * 7}`).join("\n"));

/** Bodies as text, because JavaScript values would lose digits: `input` in a call, `extra` in unknown fields. */
const BODIES: Readonly<Record<string, (input: string, extra: string) => string>> = {
  anthropic: (input, extra) => `{"model":"claude-sonnet-4-5","temperature":1.0,"x_top":${extra},"messages":[
    {"role":"user","content":"Start","x_message":${extra}},
    {"role":"assistant","content":[{"type":"text","text":"Let me see."},
      {"type":"tool_use","id":"a","name":"t","input":${input},"x_block":${extra},"x_number":1.0}],"x_number":2.50},
    {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":${LONG},"x_result":${extra},"x_number":1.0}]},
    {"role":"assistant","content":"Done."},{"role":"user","content":"Go on"}]}`,
  "openai-chat": (input, extra) => `{"model":"gpt-5","temperature":1.0,"x_top":${extra},"messages":[
    {"role":"user","content":"Start","x_message":${extra}},
    {"role":"assistant","content":"Let me see.","x_number":2.50,"tool_calls":[
      {"id":"a","type":"function","function":{"name":"t","arguments":${JSON.stringify(input)}},"x_call":${extra}}]},
    {"role":"tool","tool_call_id":"a","content":${LONG},"x_result":${extra},"x_number":1.0},
    {"role":"user","content":"Go on"}]}`,
  "openai-responses": (input, extra) => `{"model":"gpt-5","temperature":1.0,"x_top":${extra},"input":[
    {"role":"user","content":"Start","x_message":${extra}},
    {"type":"function_call","call_id":"a","name":"t","arguments":${JSON.stringify(input)},"x_call":${extra},"x_number":1.0},
    {"type":"function_call_output","call_id":"a","output":${LONG},"x_result":${extra},"x_number":1.0},
    {"role":"user","content":"Go on"}]}`,
  gemini: (input, extra) => `{"generationConfig":{"temperature":1.0},"x_top":${extra},"contents":[
    {"role":"user","parts":[{"text":"Start"}],"x_message":${extra}},
    {"role":"model","parts":[{"functionCall":{"name":"t","args":${input}},"x_part":${extra},"x_number":1.0}]},
    {"role":"user","parts":[{"functionResponse":{"name":"t","response":{"output":${LONG}}},"x_number":1.0}],"x_number":2.50},
    {"role":"model","parts":[{"text":"Done."}]},{"role":"user","parts":[{"text":"Go on"}]}]}`,
  "ai-sdk": (input, extra) => `{"x_top":${extra},"messages":[
    {"role":"user","content":"Start","x_message":${extra}},
    {"role":"assistant","content":[{"type":"tool-call","toolCallId":"a","toolName":"t","input":${input},"x_part":${extra}}]},
    {"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"t","output":{"type":"text","value":${LONG}}}]},
    {"role":"user","content":"Go on"}]}`,
};
const FORMATS = Object.entries(BODIES);

const post = async (route: unknown, text: string) => {
  const answer = await send(route, "/api/x", {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json" },
  });
  return { status: answer.status, text: await answer.text() };
};
const withFields = (body: string, fields: string) => `${body.slice(0, -1)},${fields}}`;
const fieldsOf = (text: string) => parseJson(text) as Record<string, unknown>;

/** The answer's conversation (and settings) as text, without the long result. */
function kept(answer: Record<string, unknown>, body: string, names?: readonly string[]): string {
  const keys = names ?? Object.keys(fieldsOf(body));
  return jsonText(Object.fromEntries(keys.map((key) => [key, answer[key]])));
}
const canonical = (body: string, names?: readonly string[]) => kept(fieldsOf(body), body, names);
const CONVERSATION = ["messages", "input", "contents"];
const conversationOf = (body: string) => Object.keys(fieldsOf(body)).filter((key) => CONVERSATION.includes(key));

describe.each(FORMATS)("%s", (format, bodyOf) => {
  const check = async (input: string, extra: string) => {
    const body = bodyOf(input, extra);
    const named = withFields(body, `"format":"${format}"`);
    const noop = await post(compress, withFields(named, '"strategy":"kilo-truncate"'));
    expect(kept(fieldsOf(noop.text), body)).toBe(canonical(body));
    const edited = await post(compress, withFields(named, '"strategy":"centagent-externalise","force":true'));
    expect(fieldsOf(edited.text).status).toBe("applied");
    expect(shortened(kept(fieldsOf(edited.text), body))).toBe(shortened(canonical(body)));
    const names = conversationOf(body);
    const converted = await post(convert, withFields(named, `"to":"${format}"`));
    expect(kept(fieldsOf(converted.text), body, names)).toBe(canonical(body, names));
    const repaired = await post(validate, withFields(named, '"repair":true'));
    expect(kept(fieldsOf(repaired.text).repaired as Record<string, unknown>, body)).toBe(canonical(body));
  };

  test("numbers keep their text through compress, convert and repair", () => check(ODD, ODD));

  test("random JSON in inputs and unknown fields keeps its text", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryJsonText(), arbitraryJsonText(), (input, extra) => check(input, extra)),
      { numRuns: 12 },
    );
  });
});

/** Without the edited result's text. */
function shortened(text: string): string {
  const value = JSON.parse(JSON.stringify(text)) as string;
  return value.replaceAll(/"(?:[^"\\]|\\.)*(?:line 299|line 0|out_)(?:[^"\\]|\\.)*"/g, '"…"');
}

describe("export", () => {
  test.each(["anthropic", "gemini", "openai-chat"])(
    "of an imported %s body keeps the inputs as they were written",
    async (format) => {
      const body = (BODIES[format] as (typeof BODIES)[string])(ODD, "1");
      const report = await (await postBytes(upload, body, { "x-file-name": `${format}.json` })).json();
      const id = report.files[0].sessions[0];
      for (const wire of ["anthropic", "gemini", "ai-sdk"]) {
        const answer = await send(exportSession, `/x?format=${wire}`, { params: { id } });
        expect(jsonText(fieldsOf(await answer.text())), `${format} to ${wire}`).toContain(ODD);
      }
      const chat = await (await send(exportSession, "/x?format=openai-chat", { params: { id } })).text();
      expect(chat).toContain(JSON.stringify(ODD));
    },
  );
});

test("an input keeps its numbers when converted to a format with text arguments and back", async () => {
  const body = withFields((BODIES.anthropic as (typeof BODIES)[string])(ODD, "1"), '"format":"anthropic"');
  const chat = fieldsOf((await post(convert, withFields(body, '"to":"openai-chat"'))).text);
  expect(jsonText(chat)).toContain(JSON.stringify(ODD));
  const back = await post(convert, jsonText({ messages: chat.messages, format: "openai-chat", to: "anthropic" }));
  expect(back.text).toContain(`"input":${ODD}`);
});
