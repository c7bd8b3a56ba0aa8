import { describe, expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import type { Session } from "@/lib/transcript/session";
import { analyzeDrawn } from "@/tests/support/analyze-sketch";
import { checkSession, mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

/** Bodies as a self-written program logs them: one per line, each with the entire history, and no answers. */
const user = (content: unknown) => ({ role: "user", content });
const call = { role: "assistant", content: [{ type: "tool_use", id: "x1", name: "shell", input: { a: "ls" } }] };
const result = user([{ type: "tool_result", tool_use_id: "x1", content: "src\ntests" }]);
const said = { role: "assistant", content: "There are two folders." };
const HISTORIES = [
  [user("Look around.")],
  [user("Look around."), call, result],
  [user("Look around."), call, result, said, user("Thank you. And then?")],
];
const tool = (name: string) => ({
  name,
  description: `Runs ${name}`,
  input_schema: { type: "object", properties: {} },
});
const RULES = "Be careful with the code. ".repeat(300);

type Change = { readonly system?: (at: number) => string; readonly tools?: (at: number) => readonly object[] };
const logOf = ({ system = () => RULES, tools = () => [tool("shell"), tool("open")] }: Change = {}) =>
  memoryFile(
    HISTORIES.map((messages, at) =>
      JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 100, system: system(at), tools: tools(at), messages }),
    ).join("\n"),
  );

async function sessionOf(change?: Change): Promise<Session> {
  const { sessions, rows } = await mustImport([logOf(change)]);
  expect(sessions).toHaveLength(1);
  expect(rows.interpreted).toBe(3);
  for (const session of sessions) checkSession(session);
  return sessions[0] as Session;
}
const kindsOf = async (change: Change) =>
  analyzeCache(analyzeDrawn(await sessionOf(change))).findings.map(({ id, ...finding }) => [
    id,
    JSON.stringify(finding),
  ]);

describe("growing bodies of the Messages API, one per line", () => {
  test("are one session: every message once, every call a request, the last one without its answer", async () => {
    const session = await sessionOf();
    expect(session.messages.map(({ role }) => role)).toEqual([
      ...["system", "user", "assistant", "user", "assistant", "user"],
      "assistant", // the last call has an answer that the log lacks
    ]);
    expect(session.responses).toHaveLength(3);
    expect(analyzeDrawn(session).requests).toHaveLength(3);
    expect(session.events).toEqual([]);
  });

  test("finds a time in the system prompt", async () => {
    const found = await kindsOf({ system: (at) => `Now it is 2026-11-24 18:00:0${at}.\n${RULES}` });
    expect(found.map(([kind]) => kind)).toContain("volatile-front");
  });

  test("finds and names a removed tool", async () => {
    const found = await kindsOf({ tools: (at) => (at < 2 ? [tool("shell"), tool("open")] : [tool("shell")]) });
    expect(found.find(([kind]) => kind === "tool-churn")?.[1]).toContain("open");
  });
});

test("growing bodies of another format are one session too; conversations that only begin alike stay separate", async () => {
  const chat = (messages: readonly object[]) => JSON.stringify({ model: "gpt-5", messages });
  const [first, , last] = HISTORIES.map((messages) => messages.filter(({ content }) => typeof content === "string"));
  const grown = await mustImport([memoryFile([chat(first ?? []), chat(last ?? [])].join("\n"))]);
  expect(grown.sessions).toHaveLength(1);
  const apart = await mustImport([
    memoryFile([chat([user("A"), { role: "assistant", content: "1" }]), chat([user("A"), user("B")])].join("\n")),
  ]);
  expect(apart.sessions).toHaveLength(2);
});
