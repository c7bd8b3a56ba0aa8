import { expect, test } from "vitest";
import { explainCache } from "@/lib/cache/explain-cache";
import { joinedLine, readCallRow } from "@/lib/importers/claude-code-events/call-row";
import { groupFiles } from "@/lib/importers/file-groups/group-files";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { resolveModel } from "@/lib/models/resolve-model";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import type { Session } from "@/lib/transcript/session";
import { capturedRows } from "@/tests/support/captured-session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { claudeBodies, countsOf } from "@/tests/support/claude-bodies";
import { quarterTokenizer } from "@/tests/support/fake-tokenizer";
import { memoryFile } from "@/tests/support/transcript-file";

const calls = claudeBodies();
const joined = calls.map(({ line, request, response }) => joinedLine(line, request, response));
const beside = [
  memoryFile(calls.map(({ line }) => line).join("\n"), "bodies/index.jsonl"),
  ...calls.flatMap(({ names: [request, response], ...call }) => [
    memoryFile(call.request, `bodies/${request}`),
    memoryFile(call.response, `bodies/${response}`),
  ]),
];

async function sessionOf(text: string): Promise<Session> {
  const { sessions } = await mustImport([memoryFile(text)]);
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

function breaksOf(session: Session) {
  const ledger = buildTokenLedger(session, quarterTokenizer);
  const requests = reconstructRequests(session, ledger);
  return explainCache(requests, session, resolveModel, promptPrefixes(session, ledger, requests)).breaks;
}

const said = ({ messages }: Session) =>
  messages.map(({ role, agent, parts }) => [role, agent, parts.map(({ id: _, source: __, ...part }) => part)]);

test("the index with separate files, and lines that contain them, give the same session", async () => {
  await checkImporter([memoryFile(joined.join("\n"))], "claude-code-events");
  const groups = groupFiles(beside, () => null);
  expect(groups.map(({ main, companions }) => [main.name, companions.length])).toEqual([["bodies/index.jsonl", 16]]);
  const { sessions, issues } = await mustImport(beside);
  expect([sessions.length, issues]).toEqual([1, []]);
  const [session] = sessions as [Session];
  expect(said(session)).toEqual(said(await sessionOf(joined.join("\n"))));
  expect(session.files).toHaveLength(17);
  expect(session.agents.map(({ id }) => id)).toEqual(["main", "1 generate_session_title", "1 Explore"]);
});

test("the breaks equal those of a capture of the same calls: the billing text before the system prompt causes none", async () => {
  const capture = await sessionOf(
    capturedRows()
      .map((row) => JSON.stringify(row))
      .join("\n"),
  );
  const expected = breaksOf(capture).map(({ cause, lostTokens }) => [cause, lostTokens]);
  expect(expected).toHaveLength(2);
  const session = await sessionOf(joined.join("\n"));
  expect(breaksOf(session).map(({ cause, lostTokens }) => [cause, lostTokens])).toEqual(expected);
  expect(JSON.stringify(session)).not.toContain("billing-header");
});

test("events add what bodies lack: start times, counts, failures, and calls without bodies as a separate agent", async () => {
  const withoutUsage = joined.map((line, at) =>
    at === 1 ? line.replace(/"usage":\{.*?\}\s*,"content"/, '"content"') : line,
  );
  const events = countsOf({ at: 2 }, { at: 3, error: "Overloaded" }, { at: 40 });
  const session = await sessionOf([...withoutUsage, JSON.stringify(events)].join("\n"));
  const main = session.responses.filter(({ agent }) => agent === "main");
  expect(main).toHaveLength(6);
  expect(main[0]).toMatchObject({
    startedAt: "2026-01-01T00:02:05.000Z",
    endedAt: "2026-01-01T00:02:09.000Z",
    usage: { uncachedInput: 7, cacheRead: 700, output: 17 },
  });
  const apart = session.responses.filter(({ agent }) => agent.includes("without a body"));
  expect(apart.map(({ id }) => id)).toEqual(["req_40"]);
  const [failure] = session.events.filter(({ type }) => type === "api-error");
  // The next call, by time, is the sub-agent's.
  expect(failure).toMatchObject({ atMessage: session.responses.find(({ id }) => id === "msg_4")?.messageIndex });
  expect(breaksOf(session)).toHaveLength(2);
});

test("a duplicate line counts once, and a body that is not JSON is a separate issue", async () => {
  const twice = await sessionOf([...joined, joined[3]].join("\n"));
  expect(twice.responses).toHaveLength(8);
  const damaged = beside.map((file, at) => (at === 5 ? memoryFile("{", file.name) : file));
  const { sessions, issues } = await mustImport(damaged);
  expect(sessions[0]?.responses).toHaveLength(7);
  expect(issues.map(({ code }) => code)).toEqual(["invalid-body"]);
});

test("of a line's names only the last path segment counts, on every platform", () => {
  const row = (file: string) =>
    readCallRow({ session_id: "s", request_file: file, response_file: "r.response.json" })?.requestFile;
  expect(["/etc/passwd", "..\\..\\a.request.json", "a.request.json"].map(row)).toEqual([
    "passwd",
    "a.request.json",
    "a.request.json",
  ]);
});
