import { expect, test } from "vitest";
import type { LibrarySpendRow } from "@/lib/api/schemas/spend";
import { changeSentence, choiceOfChange, newestChange } from "@/lib/view-models/spend/newest-change";

const session = (day: number, at: number | null = null, client = "claude-code") => ({
  client,
  started_at: `2026-03-${String(day).padStart(2, "0")}T10:00:00.000Z`,
  trigger_fraction: at,
});

const spender = (name: string, lastDay: string, more: Partial<LibrarySpendRow> = {}): LibrarySpendRow => ({
  group: "mcp-server",
  name,
  names: [],
  tokens: 0,
  sent: 0,
  definitions: 0,
  output: 0,
  calls: 0,
  failures: 0,
  cost: null,
  avoidable: null,
  share: 0,
  sessions: 3,
  weeks: [],
  last_day: lastDay,
  ...more,
});

const SIX = [1, 2, 3, 5, 6, 7].map((day) => session(day));
const NEWEST = spender("kept", "2026-03-07");

test("a server missing from the newest sessions", () => {
  const change = newestChange(SIX, [NEWEST, spender("tracker", "2026-03-03")]);
  expect(change).toEqual({ kind: "server-gone", name: "tracker", day: "2026-03-04" });
  expect(change && choiceOfChange(change)).toEqual({ date: "2026-03-04", client: "", pair: "none" });
  expect(change && changeSentence(change)).toBe("No session has included the MCP server tracker since 4 Mar 2026.");
});

test("no change with too few sessions on one side, or for anything but a server", () => {
  expect(newestChange(SIX, [NEWEST, spender("tracker", "2026-03-06")])).toBeNull();
  expect(newestChange(SIX, [NEWEST, spender("tracker", "2026-03-03", { sessions: 2 })])).toBeNull();
  expect(newestChange(SIX, [NEWEST, spender("Read", "2026-03-03", { group: "tool" })])).toBeNull();
  expect(newestChange([], [])).toBeNull();
});

test("a client that compacts at another size; small variation is not a change", () => {
  const sizes = [0.83, 0.84, 0.83, 0.3, 0.31, 0.3];
  const sessions = sizes.map((at, index) => session(index + 1, at));
  const change = newestChange([...sessions, session(9, 0.9, "codex")], []);
  expect(change).toMatchObject({
    kind: "compaction",
    client: "claude-code",
    before: 0.83,
    since: 0.3,
    day: "2026-03-04",
  });
  expect(change && choiceOfChange(change)).toEqual({ date: "2026-03-04", client: "claude-code", pair: "none" });
  expect(change && changeSentence(change)).toBe(
    "Since 4 Mar 2026, Claude Code has compacted at 30.0\u202f% of the window; before that, at 83.0\u202f%.",
  );
  expect(
    newestChange(
      sizes.slice(0, 5).map((at, index) => session(index + 1, at)),
      [],
    ),
  ).toBeNull();
});

test("the newest of several changes", () => {
  const sessions = [0.83, 0.83, 0.83, 0.3, 0.3, 0.3].map((at, index) => session(index + 1, at));
  expect(newestChange(sessions, [NEWEST, spender("tracker", "2026-03-02")])?.kind).toBe("compaction");
});
