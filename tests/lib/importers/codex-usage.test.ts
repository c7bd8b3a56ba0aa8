import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

type Row = Record<string, unknown>;

const at = (type: string, payload: Row) => ({ type, payload });
const item = (payload: Row) => at("response_item", payload);
const META = at("session_meta", { id: "s-usage", cli_version: "0.144.3", cwd: "/work" });
const MODEL = at("turn_context", { model: "gpt-5.4" });
const typed = (text: string) => item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const rules = (text: string) => item({ type: "message", role: "developer", content: [{ type: "input_text", text }] });
const says = (text: string, id?: string) =>
  item({ type: "message", role: "assistant", content: [{ type: "output_text", text }], ...(id && { id }) });
const calls = (id: string) => item({ type: "function_call", name: "ls", arguments: "{}", call_id: id });
const gives = (id: string) => item({ type: "function_call_output", call_id: id, output: "a" });

/** A `token_count` row: what the call used, and the running total, if different. */
function counts(input: number, output: number, total = input + output): Row {
  const usage = (tokens: number) => ({ input_tokens: input, output_tokens: output, total_tokens: tokens });
  const info = {
    last_token_usage: usage(input + output),
    total_token_usage: usage(total),
    model_context_window: 258_400,
  };
  return at("event_msg", { type: "token_count", info });
}

const record = (id: string, input: number, output: number, thread = "s-usage") =>
  at("token_usage_record", {
    thread_id: thread,
    response_id: id,
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  });

async function read(rows: readonly Row[]): Promise<Session> {
  const lines = [META, MODEL, ...rows].map((row, index) =>
    JSON.stringify({ timestamp: new Date(Date.UTC(2026, 5, 1, 9, 0, index)).toISOString(), ...row }),
  );
  const [session] = (await mustImport([memoryFile(lines.join("\n"))])).sessions;
  return session as Session;
}

const paid = ({ responses }: Session) => responses.map(({ usage }) => usage?.output ?? null);

test("a report after a call's outputs belongs to that call", async () => {
  const session = await read([
    ...[typed("List"), calls("c1"), calls("c2"), gives("c1"), gives("c2"), counts(100, 11, 111)],
    ...[calls("c3"), gives("c3"), counts(200, 22, 333)],
    ...[says("Done."), counts(300, 33, 666)],
  ]);
  expect(paid(session)).toEqual([11, 22, 33]);
  expect(session.responses.map(({ endedAt }) => endedAt?.slice(17, 19))).toEqual(["04", "08", "12"]);
});

test("an approval rule among the outputs changes nothing", async () => {
  const session = await read([
    ...[typed("List"), calls("c1"), rules("Approved."), gives("c1"), counts(100, 11, 111)],
    ...[says("Done."), counts(200, 22, 333)],
  ]);
  expect(paid(session)).toEqual([11, 22]);
});

test("an interrupted call has no report; the next report does not belong to it", async () => {
  const session = await read([
    ...[typed("List"), calls("c1"), at("event_msg", { type: "turn_aborted", reason: "interrupted" })],
    ...[counts(900, 1, 901), typed("Again"), says("Done."), counts(200, 22, 1123)],
  ]);
  expect(paid(session)).toEqual([null, 1, 22]);
});

test("a first report that repeats what preceded the file belongs to no call", async () => {
  const session = await read([counts(500, 50, 9_000), typed("Go on"), says("Done."), counts(600, 7, 9_607)]);
  expect(paid(session)).toEqual([7]);
});

test("a review's messages are the client's report on another thread, not calls", async () => {
  const session = await read([
    ...[typed("List"), says("Done."), counts(100, 11, 111), typed("Review")],
    ...[says("One finding.", "review_rollout_assistant"), typed("Fix it"), says("Fixed."), counts(200, 22, 333)],
  ]);
  expect(paid(session)).toEqual([11, 22]);
  expect(session.messages.map(({ role, origin }) => `${role}/${origin}`)).toContain("assistant/client");
});

test("a decreasing running total excludes from the prompt what came since", async () => {
  const session = await read([
    ...[typed("One"), calls("c1"), gives("c1"), counts(100, 10, 110)],
    ...[calls("c2"), gives("c2"), counts(200, 20, 330), says("Two."), counts(300, 30, 660)],
    ...[rules("Be kind"), typed("Other"), calls("c3"), gives("c3"), counts(140, 5, 255)],
    ...[says("Three."), counts(160, 6, 421)],
  ]);
  expect(paid(session)).toEqual([10, 20, 30, 5, 6]);
  expect(session.events).toMatchObject([{ type: "rewind", keptUntil: 3, atMessage: 6 }]);
  const prompt = contextAt(session, 3).messages.map(({ role, parts: [part] }) => [
    role,
    part?.type === "text" && part.text,
  ]);
  expect(prompt).toEqual([
    ["user", "One"],
    ["assistant", false],
    ["tool", false],
    ["system", "Be kind"],
    ["user", "Other"],
  ]);
});

test("a running total that restarts at zero leaves the prompt unchanged", async () => {
  const session = await read([
    ...[typed("One"), says("Two."), counts(100, 10, 110), typed("Three"), says("Four."), counts(60, 5, 65)],
  ]);
  expect(paid(session)).toEqual([10, 5]);
  expect(session.events).toEqual([]);
});

test("usage records count once per response, and accompanying token counts not at all", async () => {
  const compacted = at("compacted", {
    message: "So far",
    latest_token_usage_record: record("r3", 300, 33).payload,
  });
  const session = await read([
    ...[typed("List"), calls("c1"), record("r1", 100, 11), gives("c1"), counts(100, 11, 111)],
    ...[says("Done."), record("r2", 200, 22), counts(200, 22, 333), record("r2", 200, 22), record("x", 9, 9, "other")],
    ...[record("r3", 300, 33), compacted, typed("More"), says("Yes."), record("r4", 400, 44)],
  ]);
  expect(paid(session)).toEqual([11, 22, 33, 44]);
  expect(session.responses[2]?.messageIndex).toBeLessThan(session.events[0]?.atMessage ?? 0);
});

test("a record after the token count of the same response is the same usage", async () => {
  const session = await read([
    ...[typed("List"), calls("c1"), counts(100, 11, 111), record("r1", 100, 11), gives("c1")],
    ...[says("Done."), counts(200, 22, 333), record("r2", 200, 22)],
  ]);
  expect(paid(session)).toEqual([11, 22]);
});

test("each call's window comes from its report", async () => {
  const session = await read([typed("List"), says("Done."), counts(100, 11, 111)]);
  expect(session.responses[0]?.limits).toEqual({ window: 258_400 });
});

test("the time to the first token belongs to a turn's first request", async () => {
  const turn = (milliseconds: number | null) => [
    at("event_msg", { type: "task_started", turn_id: "t" }),
    typed("go"),
    calls(`c${milliseconds}`),
    counts(100, 5),
    gives(`c${milliseconds}`),
    says("done"),
    counts(120, 5),
    at("event_msg", { type: "task_complete", turn_id: "t", time_to_first_token_ms: milliseconds }),
  ];
  const { responses } = await read([...turn(3742), ...turn(null), ...turn(950)]);
  expect(responses.map(({ firstTokenMs }) => firstTokenMs)).toEqual([
    3742,
    undefined,
    undefined,
    undefined,
    950,
    undefined,
  ]);
});

test("a turn with another reasoning effort is a switch", async () => {
  const turn = (effort: string) => at("turn_context", { model: "gpt-5.4", effort });
  const said = (text: string) => [typed("Go on."), says(text), counts(100, 5)];
  const { events } = await read([
    turn("medium"),
    ...said("one"),
    turn("medium"),
    ...said("two"),
    turn("high"),
    ...said("three"),
  ]);
  expect(events).toMatchObject([{ type: "thinking-switch", from: "medium", to: "high" }]);
});
