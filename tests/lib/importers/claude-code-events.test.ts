import * as fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/claude-code-events/events.jsonl";

test("claude-code-events: one request per call in time order, duplicates count once, side calls separate", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "claude-code-events")).toMatchInlineSnapshot(`
    "Claude Code telemetry of session 0b8f6a52-6f0e-4d0a-9d0c-2f7b4f5f7a11 | null | 2.1.270
    rows 19 = 16 + 3 kept + 0 bad
    agent 1 Explore of main by undefined: 1 Explore
    agent 2 Explore of main by undefined: 2 Explore
    agent generate_session_title of main by undefined: generate_session_title
    main assistant/model: "" [sonnet 07–10 4/-/-/30000/0/200]
    main assistant/model: "" [sonnet 17–20 4/-/-/5000/30000/200]
    -- api-error {"message":"Overloaded","status":529}
    1 Explore assistant/model: "" [sonnet 28–31 4/-/-/9000/0/200]
    2 Explore assistant/model: "" [sonnet 29–32 4/-/-/20000/0/200]
    1 Explore assistant/model: "" [sonnet 30–33 4/-/-/500/9000/200]
    2 Explore assistant/model: "" [sonnet 31–34 4/-/-/700/20000/200]
    generate_session_title assistant/model: "" [haiku 32–35 120/-/-/0/0/200]
    main assistant/model: "" [sonnet 37–40 4/-/-/1000/35000/200]
    main assistant/model: "" [sonnet 47–50 4/-/-/4000/36000/200]
    kept 0:1 user_prompt
    kept 0:2 sent-again
    kept 0:6 other-record"
  `);
});

test("a session without messages: its prompts are reported and unseen, and no text gets tokens", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  const { requests, ledger, cache } = analyzeSession(session as Session, loadVocabulary);
  for (const { promptTokens, composition } of requests) {
    expect(promptTokens.basis).toBe("reported");
    expect(composition.unseen).toBe(promptTokens.tokens);
  }
  expect([...ledger.parts.values()].every(({ tokens }) => tokens === 0)).toBe(true);
  expect(cache.breaks).toEqual([]);
});

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
});
const side = (second: number, read: number, write: number) => ({
  body: { stringValue: "claude_code.api_request" },
  timeUnixNano: `${1_767_225_600 + second}000000000`,
  attributes: [
    attribute("session.id", "s"),
    attribute("model", "claude-sonnet-4-5"),
    attribute("query_source", "agent:custom"),
    attribute("input_tokens", 3),
    attribute("cache_read_tokens", read),
    attribute("cache_creation_tokens", write),
    attribute("output_tokens", 10),
    attribute("request_id", `r${second}`),
  ],
});
const exported = (records: readonly object[]) =>
  memoryFile(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] }));

test("concurrent sub-agents are never said to have broken each other's cache", async () => {
  const counters = fc.record({ read: fc.nat(90_000), write: fc.nat(90_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(counters, { minLength: 1, maxLength: 12 }), async (calls) => {
      const records = calls.map(({ read, write }, at) => side(at, read, write));
      const [session] = (await mustImport([exported(records)])).sessions;
      expect(session?.responses).toHaveLength(calls.length);
      expect(analyzeSession(session as Session, loadVocabulary).cache.breaks).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test("telemetry without a call is not a session", async () => {
  const prompt = { body: { stringValue: "claude_code.user_prompt" }, attributes: [attribute("session.id", "s")] };
  await expect(mustImport([exported([prompt])])).rejects.toThrow("not-a-transcript");
});

test("an error between calls with bodies is at its place among their events", async () => {
  const time = (second: number) => `2026-01-01T00:00:0${second}Z`;
  const call = (second: number, model: string, messages: readonly object[], answer: string) => ({
    claude_code_call: {
      ...{ session_id: "s", timestamp: time(second), query_source: "sdk", request_id: `r${second}` },
      ...{ request_file: `${second}.request.json`, response_file: `${second}.response.json` },
    },
    request_body: { model, messages },
    response_body: { type: "message", role: "assistant", model, content: [{ type: "text", text: answer }] },
  });
  const asked = { role: "user", content: "Hi" };
  const said = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });
  const more = [asked, said("One"), { role: "user", content: "Go on" }];
  const error = {
    body: { stringValue: "claude_code.api_error" },
    attributes: [attribute("session.id", "s"), attribute("event.timestamp", time(2)), attribute("error", "overloaded")],
  };
  const lines = [
    call(1, "claude-sonnet-4-5", [asked], "One"),
    call(3, "claude-opus-4-5", more, "Two"),
    call(5, "claude-sonnet-4-5", [...more, said("Two"), { role: "user", content: "Once more" }], "Three"),
    { resourceLogs: [{ scopeLogs: [{ logRecords: [error] }] }] },
  ];
  const { sessions } = await mustImport([memoryFile(lines.map((line) => JSON.stringify(line)).join("\n"))]);
  expect(sessions[0]?.events.map(({ type }) => type)).toEqual(["model-switch", "api-error", "model-switch"]);
});
