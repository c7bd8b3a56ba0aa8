import { expect, test } from "vitest";
import type { Amount, CauseId } from "@/lib/api/schemas/cost-answer";
import { changeBy } from "@/lib/view-models/answer/cause-words";
import { causesOverSessions } from "@/lib/view-models/answer/causes-over-sessions";

const known = (usd: number): Amount => ({ kind: "known", usd });
const range = (low: number, high: number): Amount => ({ kind: "range", low, high });
const unknown: Amount = { kind: "unknown", why: "no-price" };

const session = (id: string, causes: readonly (readonly [CauseId, Amount])[], is_example = false) => ({
  id,
  title: `Session ${id}`,
  format: "claude-code",
  is_example,
  answer: {
    case: "several" as const,
    sentence: "",
    causes: causes.map(([cause, money]) => ({ id: cause, money })),
  },
});

test("a certain cost precedes a larger one that may be zero", () => {
  const causes = causesOverSessions([
    session("a", [
      ["shorter-prompt", range(0, 5)],
      ["idle", known(1)],
    ]),
    session("b", [["idle", range(1, 2)]]),
  ]);
  expect(causes.map(({ id, sessions, money }) => [id, sessions, money])).toEqual([
    ["idle", 2, range(2, 3)],
    ["shorter-prompt", 1, range(0, 5)],
  ]);
});

test("unknown costs are counted, not added as zero, and examples are left out", () => {
  const [cause, ...others] = causesOverSessions([
    session("a", [["stale-read", unknown]]),
    session("b", [["stale-read", known(3)]]),
    session("c", [["stale-read", known(100)]], true),
  ]);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ sessions: 2, money: known(3), unpriced: 1, worst: { id: "b" } });
  expect(causesOverSessions([session("a", [["idle", unknown]])])).toMatchObject([{ money: null, unpriced: 1 }]);
});

test("a change says who can make it: in a client its authors or Winnow; in the reader's own program, the reader", () => {
  const said = (id: CauseId, format: string) => {
    const [cause] = causesOverSessions([{ ...session("a", [[id, known(1)]]), format }]);
    return cause && changeBy(cause);
  };
  expect(said("key-order", "claude-code")).toMatch(/^For the client's authors: Serialise the keys/);
  expect(said("key-order", "openai-chat")).toMatch(/^Serialise the keys/);
  expect(said("stale-read", "claude-code")).toMatch(/^With Winnow in the loop: Drop a file read/);
  expect(said("idle", "claude-code")).toMatch(/^Before a long break/);
});
