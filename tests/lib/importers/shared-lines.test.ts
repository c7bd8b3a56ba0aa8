import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const imported = async (text: string): Promise<Session> => {
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  if (session === undefined) throw new Error("no session");
  return session;
};

/** A session's content, without the positions in its file. */
const told = ({ messages, responses, events }: Session) => ({
  messages: messages.map(({ role, origin, agent, parts }) => ({
    ...{ role, origin, agent },
    parts: parts.map(({ id: _id, source: _source, ...part }) => part),
  })),
  usage: responses.map(({ usage, model, agent }) => ({ usage, model, agent })),
  events: events.map(({ type, agent }) => ({ type, agent })),
});

test.each(["claude-code/compaction", "claude-code/sidechains", "codex/enveloped", "pi/tree"])(
  "%s: two rows in one line lose nothing, wherever they are",
  async (name) => {
    const lines = readFileSync(`tests/fixtures/${name}.jsonl`, "utf8").trimEnd().split("\n");
    const whole = await imported(`${lines.join("\n")}\n`);
    // The first line identifies the format.
    for (let at = 1; at + 1 < lines.length; at += 1) {
      const joined = lines.toSpliced(at, 2, `${lines[at]}${lines[at + 1]}`);
      const session = await imported(`${joined.join("\n")}\n`);
      expect(told(session)).toEqual(told(whole));
      expect(session.issues.filter(({ code }) => code === "not-json")).toEqual([]);
      const ids = session.messages.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  },
);

test("of a line with a complete and a truncated row, the former is read, and the warning says how much is lost", async () => {
  const lines = readFileSync("tests/fixtures/pi/tree.jsonl", "utf8").trimEnd().split("\n");
  const torn = '{"type":"message","id":"';
  const joined = lines.toSpliced(2, 1, `${lines[2]}${torn}`);
  const session = await imported(`${joined.join("\n")}\n`);
  expect(told(session)).toEqual(told(await imported(`${lines.join("\n")}\n`)));
  const issue = session.issues.find(({ code }) => code === "not-json");
  expect(issue?.message).toBe("Line 3 is not JSON: 24 bytes of it were skipped, everything else was kept.");
});
