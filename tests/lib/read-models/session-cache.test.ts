import { expect, test } from "vitest";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { toAgentCaches, toSessionCache } from "@/lib/read-models/session-cache";
import { analyzeSketch } from "../../support/analyze-sketch";

const drawing = `
  user go
  say one
  usage write=10000 in=5 out=9 at=0
  user on
  say two
  usage read=10000 write=500 in=5 out=9 at=60
  user on
  say three
  usage read=0 write=11000 in=5 out=9 at=600
  user on
  say four
  usage read=2000 write=9500 in=5 out=9 at=630
`;

function cachesOf(text: string) {
  const analysis = analyzeSketch(text);
  const cache = analyzeCache(analysis);
  return { session: toSessionCache(analysis, cache), agents: toAgentCaches(analysis, cache, ["main"]) };
}

test("a break's card has figures, rates, gap and tier, and what is ruled out", () => {
  const [expired, unknown] = cachesOf(drawing).agents[0]?.breaks ?? [];
  expect(expired).toMatchObject({ at: 2, previous: 1, cause: "ttl-expiry", gap_seconds: 540, tier: { seconds: 300 } });
  expect(expired?.note).toEqual({ id: "idle", gap: 540, life: 300 });
  const { paid, read } = expired?.rates ?? { paid: 0, read: 0 };
  expect(expired?.lost_cost?.amount).toBeCloseTo(((expired?.lost_tokens ?? 0) * (paid - read)) / 1e6, 8);
  expect(unknown).toMatchObject({ at: 3, previous: 2, note: { id: "read", tokens: 2000 } });
  expect(unknown?.against.some(({ id }) => id === "not-expired" || id === "hardly-expired")).toBe(true);
  expect(unknown?.evidence.some(({ id }) => id === "not-expired" || id === "hardly-expired")).toBe(false);
});

test("a break's card compares the same requests and lifetimes as its evidence", () => {
  const cardOf = (usages: readonly string[]) =>
    cachesOf(usages.map((usage) => `user go\nsay ok\nusage ${usage} in=0`).join("\n")).agents[0]?.breaks.at(-1);
  const longer = cardOf(["read=0 write=10000 at=0", "read=0 write1h=11000 at=400"]);
  expect(longer?.evidence[0]).toMatchObject({ id: "expired", gap: 400, timeToLive: 300 });
  expect(longer).toMatchObject({ gap_seconds: 400, tier: { seconds: 300 }, note: { life: 300 } });
  const resumed = cardOf([
    "model=claude-opus-4-5 read=0 write=10000 at=0",
    "model=claude-sonnet-4-5 read=0 write=10100 at=60",
    "model=claude-opus-4-5 read=0 write=10200 at=1000",
  ]);
  expect(resumed?.evidence[0]).toMatchObject({ id: "expired", gap: 940 });
  expect(resumed).toMatchObject({ at: 2, previous: 1, gap_seconds: 940 });
});

test("the note of a return to a model does not name a switch from the model to itself", () => {
  const other = `${"client note\n".repeat(25)}say on\nusage model=claude-haiku-4-5 write=20000 in=0`;
  const [, card] =
    cachesOf(`user go\nsay one\nusage model=claude-opus-4-6 write=20000 in=0\n${other}
      user on\nsay back\nusage model=claude-opus-4-6 read=3000 write=18000 in=0`).agents[0]?.breaks ?? [];
  expect(card).toMatchObject({ cause: "model-switch", note: { id: "read", tokens: 3000 } });
});

test("a break of a free model costs nothing", () => {
  const [expired] =
    cachesOf(drawing.replaceAll("usage ", "usage model=anthropic/claude-sonnet-4.5:free ")).agents[0]?.breaks ?? [];
  expect(expired).toMatchObject({ cause: "ttl-expiry", lost_cost: null, rates: null });
});

test("the policies start with the ledger, whose pairs omit the first request", () => {
  const { policies, gate } = cachesOf(drawing).session;
  expect(policies.map(({ id }) => id)).toEqual(["ledger", "optimum", "realistic", "calibrated"]);
  expect(policies[0]).toMatchObject({ transitions: 3, exact: 2, cost: null });
  for (const { agreement, is_range, cost } of policies)
    if (cost !== null) expect(is_range).toBe(agreement === null || agreement < gate);
});

test("a rule that the log cannot answer is not called clean", () => {
  const { checks } = cachesOf(drawing).session;
  expect(checks.unanswered.map(({ name }) => name)).toContain("Tools reordered or changed");
  expect(checks.clean.length + checks.unanswered.length).toBe(17);
  // The rule found something: writes that nothing read.
  expect(checks.clean.find(({ id }) => id === "unread-writes")?.fact).toEqual({ id: "no-cause" });
  const silent = cachesOf("user go\nsay ok\nusage in=500").session;
  // This rule reads only the messages; all others need calls, or the provider's report.
  expect(silent.checks.clean.map(({ name }) => name)).toEqual(["Images that fill the window"]);
});

test("nor is a rule that a break reports", () => {
  const { checks } = cachesOf(
    "user go\nsay one\nusage write=20000 in=5 out=9 at=0\nuser on\nsay two\nusage read=2000 write=17500 in=5 out=9 at=60",
  ).session;
  expect(checks.clean.find(({ id }) => id === "history-edit")?.fact.id).not.toBe("none");
});

test("cleared results that caused a break are not listed as an edit without a loss", () => {
  const idsAfter = (usage: string) =>
    cachesOf(`user go\ncall a Bash {"command":"ls"}\nusage write=20000 in=5 out=9 at=0
      result a x\nsay one\nusage read=20000 write=500 in=5 out=9 at=30
      clear a\nuser on\nsay two\nusage ${usage} in=5 out=9 at=60`).session.checks.clean.map(({ id }) => id);
  expect(idsAfter("read=20500 write=100")).toContain("history-edit");
  expect(idsAfter("read=2000 write=17500")).not.toContain("history-edit");
});

test("lanes are in the order of the agent's requests", () => {
  const lanes = cachesOf(drawing).agents[0]?.lanes ?? [];
  expect(lanes).toHaveLength(4);
  expect(lanes.map(({ previous }) => previous)).toEqual([null, 10_005, 10_505, 11_005]);
  expect(lanes[1]?.realistic).toBe(10_000);
});
