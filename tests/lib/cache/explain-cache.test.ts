import { describe, expect, test } from "vitest";
import type { CacheReport } from "@/lib/cache/cache-break";
import { cacheTotals } from "@/lib/cache/cache-totals";
import { findDivergence } from "@/lib/cache/divergence";
import { explainCache, type ModelLookup } from "@/lib/cache/explain-cache";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import type { ModelInfo } from "@/lib/models/model-info";
import { type PrefixNode, PrefixTree, type Segment } from "@/lib/requests/prefix-tree";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { quarterTokenizer } from "../../support/fake-tokenizer";
import { sketchSession, sketchTime } from "../../support/sketch-session";

/** Input at $3 per million, writes at 1.25 and 2 times that, reads at a tenth; a lifetime of five minutes. */
const modelOf: ModelLookup = () =>
  ({
    prices: {
      input: 3,
      output: 15,
      cacheRead: 0.3,
      cacheWrite5m: 3.75,
      cacheWrite1h: 6,
      longContext: null,
      currency: "USD",
    },
    cache: { defaultTtlSeconds: 300 },
  }) as ModelInfo;

function explain(drawing: string, lookup: ModelLookup = modelOf, reason?: string) {
  const drawn = sketchSession(drawing);
  const responses = drawn.responses.map((response, index) =>
    index === drawn.responses.length - 1 && reason ? { ...response, cacheMissReason: reason } : response,
  );
  const session = { ...drawn, responses };
  const ledger = buildTokenLedger(session, quarterTokenizer);
  const requests = reconstructRequests(session, ledger);
  const prefixes = promptPrefixes(session, ledger, requests);
  return { requests, report: explainCache(requests, session, lookup, prefixes) };
}

/** `#request letter cause confidence lost` */
const draw = ({ breaks }: CacheReport) =>
  breaks.map(
    ({ request, letter, cause, confidence, lostTokens }) =>
      `#${request} ${letter} ${cause} ${confidence} ${lostTokens}`,
  );

describe("attempts refused by the provider", () => {
  const refusedAt = (...seconds: readonly number[]) => explained(529, seconds);
  const explained = (status: number | null, seconds: readonly number[]) => {
    const drawn = sketchSession(`
      user go
      say one
      usage write=10000 in=3 at=0
      user go on
      say two
      usage read=0 write=10500 in=3 at=500
    `);
    const event = { type: "api-error", agent: "main", atMessage: 3, message: "API error" } as const;
    const events = seconds.map((second) => ({
      ...event,
      time: sketchTime(second),
      ...(status !== null && { status }),
    }));
    const session = { ...drawn, events };
    const requests = reconstructRequests(session, buildTokenLedger(session, quarterTokenizer));
    return explainCache(requests, session, modelOf).breaks.map(({ cause, evidence: [first] }) => [cause, first?.id]);
  };

  test("are not a pause if the first came before the entries expired and the others soon after", () => {
    expect(refusedAt(250, 300, 450)).toEqual([["refused", "refused"]]);
  });
  test("are not the provider's if the log has no status, because the connection or the client may have failed", () => {
    expect(explained(null, [250, 300, 450])).toEqual([["ttl-expiry", "expired"]]);
  });
  test("do not excuse a pause before them, or after they were given up", () => {
    expect(refusedAt(400, 450)).toEqual([["ttl-expiry", "expired"]]);
    expect(refusedAt(10, 150)).toEqual([["ttl-expiry", "expired"]]);
    expect(refusedAt()).toEqual([["ttl-expiry", "expired"]]);
  });
});

describe("expectation", () => {
  test("what the chain's last request read and wrote is readable", () => {
    const { report } = explain(`
      user go
      say one
      usage write=10000 in=3
      user go on
      say two
      usage read=10000 write=500 in=3
      user go on
      say three
      usage read=10500 write=500 in=3
    `);
    expect(report.expectedRead).toEqual([null, 10_000, 10_500]);
    expect(report.breaks).toEqual([]);
    expect(report.agreement).toBe(1);
  });

  test("without a write counter nothing is expected and nothing breaks", () => {
    const { report } = explain("user go\nsay one\nusage read=0 in=9000\nuser on\nsay two\nusage read=0 in=9999");
    expect(report).toMatchObject({ expectedRead: [null, null], breaks: [], agreement: null });
  });

  test("a write counter of 0 while reads grow means nothing", () => {
    const { report } = explain(`
      user go
      say one
      usage read=0 write=0 in=30000
      user on
      say two
      usage read=30000 write=0 in=900
      user on
      say three
      usage read=30900 write=0 in=400
    `);
    expect(report).toMatchObject({ expectedRead: [null, null, null], breaks: [], unloggedCalls: [] });
  });

  test("sub-agents and other models are separate chains", () => {
    const { report } = explain(`
      user go
      say one
      usage write=10000 in=3
      agent helper
      client look
      say found
      usage write=3000 in=3
      agent main
      say title
      usage model=claude-haiku-4-5 in=200 read=0 write=0
      user on
      say two
      usage read=10000 write=500 in=3
    `);
    expect(report.expectedRead).toEqual([null, null, null, 10_000]);
    expect(report.breaks).toEqual([]);
  });
});

describe("causes", () => {
  const twice = (first: string, between: string, second: string) =>
    explain(`user go\ncall a Bash {"command":"ls"}\nusage ${first}\nresult a x\n${between}\nsay on\nusage ${second}`)
      .report;

  test("entries expire after five minutes, from start to start", () => {
    const report = twice("write=10000 in=3 at=0 took=278", "", "read=0 write=10100 in=3 at=301");
    expect(draw(report)).toEqual(["#1 T ttl-expiry certain 10000"]);
    expect(report.expectedRead[1]).toBe(0);
    expect(report.breaks[0]).toMatchObject({
      isExpected: true,
      lostCost: { amount: expect.closeTo(0.0345), currency: "USD" },
    });
    expect(report.breaks[0]?.evidence[0]).toEqual({ id: "expired", gap: 301, timeToLive: 300, isLogged: true });
    expect(report.idleGaps).toEqual([{ request: 1, seconds: 301, timeToLive: 300 }]);
  });

  test("lost tokens cost the mean of a request's five-minute and one-hour writes", () => {
    const [found] = twice("write=10000 in=3 at=0", "", "read=0 write=7500 write1h=2500 in=3 at=301").breaks;
    expect(found?.lostCost?.amount).toBeCloseTo((10_000 * (0.75 * 3.75 + 0.25 * 6 - 0.3)) / 1e6, 10);
  });

  test("the lifetime is that of the log's writes: 301 s do not matter to a one-hour entry", () => {
    const report = twice("write1h=10000 in=3 at=0", "", "read=0 write1h=10100 in=3 at=301");
    expect(draw(report)).toEqual(["#1 ? unknown unknown 10000"]);
    expect(report.breaks[0]?.evidence).toEqual([
      { id: "nothing-explains" },
      { id: "readable-and-read", readable: 10_000, read: 0 },
      { id: "start-unread" },
      { id: "not-expired", gap: 301, timeToLive: 3600 },
    ]);
  });

  test("an unlogged expiry is certain only after the longest lifetime that the provider offers", () => {
    const later = (policy: string, at: number) =>
      draw(
        explain(
          `user go\nsay one\nusage unsplit=10000 in=3 at=0\nuser on\nsay two\nusage read=0 unsplit=10100 in=3 at=${at}`,
          () => ({ prices: null, cache: { policy, defaultTtlSeconds: 300 } }) as ModelInfo,
        ).report,
      );
    expect(later("anthropic-breakpoints", 3000)).toEqual(["#1 T ttl-expiry likely 10000"]);
    expect(later("anthropic-breakpoints", 4000)).toEqual(["#1 T ttl-expiry certain 10000"]);
    expect(later("openai-auto", 4000)).toEqual(["#1 T ttl-expiry likely 10000"]);
  });

  test("a size to which reads also fall after seconds does not mean expiry, unless the log states the lifetime", () => {
    const fallsTwice = (write: string) =>
      draw(
        explain(`
          user go
          say one
          usage ${write}=30000 in=3 at=0
          user on
          say two
          usage read=2432 ${write}=28000 in=3 at=13
          user on
          say three
          usage read=30432 ${write}=100 in=3 at=20
          user on
          say four
          usage read=2432 ${write}=28500 in=3 at=4000
        `).report,
      );
    expect(fallsTwice("unsplit")).toEqual(["#1 ? unknown unknown 27568", "#3 ? unknown unknown 28100"]);
    expect(fallsTwice("write")).toEqual(["#1 ? unknown unknown 27568", "#3 T ttl-expiry certain 28100"]);
  });

  test("after a pause with a compaction, the pause lost only what compactions leave", () => {
    const { report } = explain(`
      user go\nsay one\nusage write=100000 in=3 at=0
      compact auto 100000\nsummary first\nsay two\nusage read=28000 write=10000 in=0 at=10
      user on\nsay three\nusage read=38000 write=52000 in=0 at=20
      compact auto 90000\nsummary second\nsay four\nusage read=0 write=44000 in=0 at=900`);
    expect(draw(report)).toEqual(["#1 C compaction certain 10000", "#3 T ttl-expiry certain 44000"]);
    expect(report.breaks[1]?.rewritten).toEqual({
      tokens: 16_000,
      cost: { amount: expect.closeTo(0.0552), currency: "USD" },
    });
  });

  test("after a switch of thinking, compactions leave what was read then, not the entire start of the first prompt", () => {
    const lookup: ModelLookup = () =>
      ({ prices: null, cache: { policy: "anthropic-breakpoints", defaultTtlSeconds: 300 } }) as ModelInfo;
    const rewritten = (thinks: string) =>
      explain(
        `user go\nthink first\nsay one\nusage write=40000 in=0 at=0
         user on\n${thinks}say two\nusage read=25000 write=16000 in=0 at=10
         user on\n${thinks}say three\nusage read=41000 write=1000 in=0 at=20
         user on\n${thinks}say four\nusage read=42000 write=1000 in=0 at=30
         compact auto 43000\nsummary all done\nsay five\nusage read=0 write=41000 in=0 at=900`,
        lookup,
      ).report.breaks.map(({ cause, rewritten }) => [cause, rewritten?.tokens ?? 0]);
    expect(rewritten("")).toEqual([
      ["params-changed", 0],
      ["ttl-expiry", 16_000],
    ]);
    expect(rewritten("think on\n")).toEqual([
      ["unknown", 0],
      ["ttl-expiry", 1_250],
    ]);
  });

  test("a compaction that leaves nothing to read accounts for the entire loss, whatever the pause", () => {
    const { report } = explain(`
      user ${"x ".repeat(40_000)}\nsay one\nusage write=20000 in=0 at=0
      compact auto 20000\nsummary s\nsay two\nusage read=0 write=5000 in=0 at=900`);
    expect(draw(report)).toEqual(["#1 C compaction certain 5000"]);
  });

  test("a write without a lifetime makes an expiry only likely", () => {
    const report = twice("unsplit=10000 in=3 at=0", "", "read=0 unsplit=10100 in=3 at=400");
    expect(draw(report)).toEqual(["#1 T ttl-expiry likely 10000"]);
  });

  test("without reported writes, a drop in reads is a break if the log shows its cause", () => {
    const { report } = explain(`
      user go
      say one
      usage read=30000 in=300
      user on
      say two
      usage model=gpt-5 read=0 in=31000
      user on
      say three
      usage model=gpt-5 read=20000 in=31000
      user on
      say four
      usage model=gpt-5 read=0 in=60000
    `);
    expect(draw(report)).toEqual(["#1 M model-switch certain 30000"]);
  });

  test("without writes, reports compactions and pauses beyond the documented lifetime, but not a mere drop", () => {
    const reads = (between: string, usage: string) => {
      const answers = "user go\nsay one\nusage read=0 in=20000 at=0\nuser on\nsay two\nusage read=19000 in=2000 at=20";
      return draw(explain(`${answers}\n${between}\nsay three\nusage ${usage}`).report);
    };
    expect(reads("compact auto 21000\nsummary s", "read=2000 in=3000 at=40")).toEqual(["#2 C compaction certain 3000"]);
    expect(reads("user on", "read=0 in=22000 at=400")).toEqual(["#2 T ttl-expiry likely 19000"]);
    expect(reads("user on", "read=0 in=22000 at=40")).toEqual([]);
    // What is read has not expired: a compaction left the start, and most of a prompt outlives an assumed lifetime.
    const compacted = "compact auto 21000\nsummary s";
    expect(reads(compacted, "read=2000 in=3000 at=4000")).toEqual(["#2 C compaction certain 3000"]);
    expect(reads(compacted, "read=0 in=5000 at=4000")).toEqual(["#2 T ttl-expiry likely 5000"]);
    expect(reads("user on", "read=12000 in=10000 at=4000")).toEqual([]);
  });

  test("cleared results explain what was lost behind the start, and are likely if the start was not read either", () => {
    const cleared = (before: string, usage: string, first = "read=0 in=20000") =>
      draw(
        explain(`user go\ncall a Bash {"command":"ls"}\nusage ${first}\nresult a x\nsay two
          usage ${before}\nclear a\nuser on\nsay three\nusage ${usage}`).report,
      );
    const readsOnly = (usage: string) => cleared("read=59000 in=1000", usage);
    expect(readsOnly("read=20000 in=20000")).toEqual(["#2 C compaction certain 20000"]);
    expect(readsOnly("read=0 in=50000")).toEqual(["#2 C compaction likely 50000"]);
    expect(readsOnly("read=0 in=25000")).toEqual([]);
    const written = (usage: string) => cleared("read=20000 write=40000 in=3", usage, "write=20000 in=3");
    expect(written("read=9000 write=41000 in=3")).toEqual(["#2 C compaction certain 41003"]);
    expect(written("read=0 write=50000 in=3")).toEqual(["#2 C compaction likely 50003"]);
  });

  test("a switch of the client's mode explains a read that ends within the start, not one that goes beyond it", () => {
    const switched = (usage: string, first = "read=0 in=20000", second = "read=19000 in=2000") =>
      explain(`user go\nsay one\nusage ${first}\nuser on\nsay two\nusage ${second}
        mode build plan\nuser plan\nsay three\nusage ${usage}`).report;
    const report = switched("read=0 in=20500");
    expect(draw(report)).toEqual(["#2 P params-changed likely 19000"]);
    expect(report.breaks[0]?.evidence[0]).toEqual({ id: "mode-switched", from: "build", to: "plan" });
    expect(draw(switched("read=25000 in=35000", "read=0 in=20000", "read=59000 in=1000"))).toEqual([]);
    expect(draw(switched("write=21000 in=3", "write=20000 in=3", "read=20000 write=900 in=3"))).toEqual([
      "#2 P params-changed likely 20900",
    ]);
  });

  test("answers that stop or start arriving as a stream explain lost messages", () => {
    const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
    const { report } = explain(
      `user ${"x ".repeat(20_000)}\nsay one\nusage write=30000 in=3
      user on\nsay two\nusage read=9000 write=22000 in=3 whole
      user on\nsay three\nusage read=31000 write=900 in=3 whole
      user on\nsay four\nusage read=9000 write=24000 in=3`,
      lookup,
    );
    expect(report.breaks.map(({ request, cause, evidence: [first] }) => [request, cause, first])).toEqual([
      [1, "params-changed", { id: "streaming-switched", on: false }],
      [3, "params-changed", { id: "streaming-switched", on: true }],
    ]);
  });

  test("a pause after an answer in one piece counts from the answer, because its request repeats an earlier attempt", () => {
    const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
    const causesAt = (start: number) =>
      explain(
        `user ${"x ".repeat(20_000)}\nsay one\nusage write=30000 in=3 at=0
        user on\nsay two\nusage read=9000 write=22000 in=3 at=10 took=260 whole
        user on\nsay three\nusage read=9000 write=23000 in=3 at=${start}`,
        lookup,
      ).report.breaks.map(({ cause }) => cause);
    expect(causesAt(400)).toEqual(["params-changed", "params-changed"]);
    expect(causesAt(600)).toEqual(["params-changed", "ttl-expiry"]);
  });

  test("a logged switch of the reasoning effort explains lost messages under OpenAI's automatic cache", () => {
    const lookup: ModelLookup = () =>
      ({ prices: null, cache: { policy: "openai-auto", defaultTtlSeconds: 300 } }) as ModelInfo;
    const { report } = explain(
      `user ${"x ".repeat(20_000)}\nsay one\nusage read=0 in=30000 at=0
      user on\nsay two\nusage read=29000 in=2000 at=10
      thinking medium high\nuser on\nsay three\nusage read=2432 in=29000 at=20`,
      lookup,
    );
    expect(report.breaks.map(({ request, cause, evidence: [first] }) => [request, cause, first])).toEqual([
      [2, "params-changed", { id: "thinking-set", from: "medium", to: "high" }],
    ]);
  });

  test("a logged switch of thinking explains lost messages, even if some answers before it have no thinking", () => {
    const lookup: ModelLookup = () =>
      ({ prices: null, cache: { policy: "anthropic-breakpoints", defaultTtlSeconds: 300 } }) as ModelInfo;
    const switched = (usage: string, thinking = "thinking high off") =>
      explain(
        `user ${"x ".repeat(20_000)}\nthink so\nsay one\nusage write=30000 in=3 at=0
        user on\nsay two\nusage read=30000 write=900 in=3 at=10
        ${thinking}\nuser on\nsay three\nusage ${usage} in=3 at=20`,
        lookup,
      ).report.breaks.map(({ cause, evidence: [first] }) => [cause, first?.id]);
    expect(switched("read=20000 write=11000")).toEqual([["params-changed", "thinking-set"]]);
    expect(switched("read=0 write=31000")).toEqual([["params-changed", "thinking-set"]]);
    expect(switched("read=0 write=31000", "")).toEqual([["provider-side", "prompt-unchanged"]]);
    // The answers show that thinking ended; the level is not stated.
    expect(switched("read=20000 write=11000", "thinking high unknown")).toEqual([
      ["params-changed", "thinking-switched"],
    ]);
    expect(switched("read=0 write=31000", "thinking high unknown")).toEqual([["provider-side", "prompt-unchanged"]]);
  });

  test("without writes, a read that ends in an unlogged start is a break soon after a typed message", () => {
    const reads = (between: string, usage: string) =>
      explain(`user go\nsay one\nusage read=0 in=20000 at=0
        user on\ncall a Bash {"command":"ls"}\nusage read=19000 in=2000 at=20
        result a x\n${between}\nsay three\nusage ${usage}`).report;
    const report = reads("user on", "read=8000 in=14000 at=40");
    expect(draw(report)).toEqual(["#2 ? unknown unknown 11000"]);
    expect(report.breaks[0]?.evidence[0]).toMatchObject({ id: "ended-in-unlogged-start", read: 8000 });
    expect(draw(reads("", "read=8000 in=14000 at=40"))).toEqual([]);
    expect(draw(reads("user on", "read=8000 in=14000 at=400"))).toEqual(["#2 T ttl-expiry likely 11000"]);
    const isLogged = "x ".repeat(30_000);
    const logged = explain(`user ${isLogged}\nsay one\nusage read=0 in=30020 at=0\nuser on\nsay two
      usage read=30000 in=100 at=20\nuser on\nsay three\nusage read=8000 in=22200 at=40`).report;
    expect(draw(logged)).toEqual([]);
  });

  test("a model switch costs what the previous model had cached", () => {
    const report = twice("write=10000 in=3", "user on", "model=claude-opus-4-6 read=0 write=10100 in=3");
    expect(draw(report)).toEqual(["#1 M model-switch certain 10000"]);
    expect(report.breaks[0]).toMatchObject({ isExpected: false });
  });

  test("a switch back to a model whose own entry is alive did not invalidate that entry", () => {
    const back = (usage: string) =>
      draw(
        explain(`
          user go
          say one
          usage model=claude-opus-4-6 write1h=20000 in=3
          user on
          say two
          usage model=claude-haiku-4-5 read=0 write1h=21000 in=3
          user on
          say three
          usage model=claude-opus-4-6 in=3 ${usage}
        `).report,
      );
    const there = "#1 M model-switch certain 20000";
    expect(back("read=5000 write1h=17000")).toEqual([there, "#2 ? unknown unknown 15000"]);
    expect(back("read=20000 write1h=2000")).toEqual([there]);
    expect(back("read=5000 write1h=17000 at=9000")).toEqual([there, "#2 T ttl-expiry certain 16000"]);
  });

  test("a switch back after a compaction costs what the other model had written since", () => {
    const { report } = explain(`
      user go\nsay one\nusage model=claude-opus-4-6 write1h=60000 in=0
      compact auto 60000\nsummary s\nsay two\nusage model=claude-haiku-4-5 read=0 write1h=21000 in=0
      user on\nsay three\nusage model=claude-opus-4-6 read=8000 write1h=14000 in=0`);
    expect(draw(report)).toEqual(["#1 C compaction certain 21000", "#2 M model-switch certain 13000"]);
  });

  test("a compaction just before a model switch explains the rewrite, however much shorter the prompt is", () => {
    const report = twice(
      "write=100000 in=3",
      "compact auto 100000\nsummary all done",
      "model=claude-haiku-4-5 read=20000 write=18000 in=0",
    );
    expect(draw(report)).toEqual(["#1 C compaction certain 18000"]);
    const sideCall = twice("write=100000 in=3", "user on", "model=claude-haiku-4-5 read=0 write=2000 in=0");
    expect(draw(sideCall)).toEqual([]);
  });

  test("a pause in which the client was started again is only a likely cause", () => {
    const paused = (between: string) =>
      draw(
        explain(`user go\nsay one\nusage write=10000 in=3\n${between}user on\nsay two\nusage write=10100 in=3 at=400`)
          .report,
      );
    expect(paused("")).toEqual(["#1 T ttl-expiry certain 10000"]);
    expect(paused("resume\n")).toEqual(["#1 T ttl-expiry likely 10000"]);
  });

  test("a switch to a model that has no entry is the cause, but only likely after a pause that no entry outlived", () => {
    const switched = (at: number, write = "write") =>
      draw(
        explain(`
          user go
          say one
          usage ${write}=10000 in=3 at=0
          user on
          say two
          usage model=claude-opus-4-6 read=0 ${write}=10100 in=3 at=${at}
        `).report,
      );
    expect(switched(200)).toEqual(["#1 M model-switch certain 10000"]);
    expect(switched(400)).toEqual(["#1 M model-switch likely 10000"]);
    expect(switched(400, "write1h")).toEqual(["#1 M model-switch certain 10000"]);
    expect(switched(4000, "write1h")).toEqual(["#1 M model-switch likely 10000"]);
  });

  test("a model switch that rewrites all of a small prompt is a break; one that reads or writes nothing is not", () => {
    const switched = (usage: string) =>
      draw(twice("write=1194 in=3", "user on", `model=claude-opus-4-6 in=3 ${usage}`));
    expect(switched("read=0 write=1240")).toEqual(["#1 M model-switch certain 1194"]);
    expect(switched("read=600 write=640")).toEqual([]);
    expect(switched("read=0 write=0")).toEqual([]);
  });

  test("a compaction breaks the conversation, not the call that writes its summary from a separate prompt", () => {
    const { report } = explain(`
      user go\nsay one\nusage write=18000 in=3 at=0
      compact auto 18000\nsay the summary\nusage read=0 write=5000 in=0 at=10 summary
      user on\nsay two\nusage read=6600 write=4000 in=0 at=20`);
    expect(draw(report)).toEqual(["#2 C compaction certain 4000"]);
    expect(report.expectedRead).toEqual([null, null, 18_000]);
  });

  test("a compaction costs no more than the new prompt", () => {
    const report = twice("write=100000 in=3", "compact auto 100000\nsummary all done", "read=2000 write=8000 in=0");
    expect(draw(report)).toEqual(["#1 C compaction certain 8000"]);
    expect(report.breaks[0]?.isExpected).toBe(true);
  });

  test("a much smaller prompt without a marker is probably a compaction, a slightly smaller one an edit", () => {
    expect(draw(twice("write=20000 in=3", "user on", "read=3000 write=9000 in=0"))).toEqual([
      "#1 C compaction likely 9000",
    ]);
    expect(draw(shrunk("read=6000 write=13000"))).toEqual(["#1 H history-edit likely 13000"]);
  });

  test("a smaller prompt that was read entirely is not a break", () => {
    expect(draw(shrunk("read=15900 write=100"))).toEqual([]);
  });

  test("a slightly smaller prompt whose start was not read may have another start", () => {
    const report = shrunk("read=3000 write=16000");
    expect(draw(report)).toEqual(["#1 ? unknown unknown 16000"]);
    expect(report.breaks[0]?.evidence[0]).toEqual({ id: "ended-in-unlogged-start", read: 3000, unlogged: 5000 });
    expect(draw(shrunk("read=0 write=19000"))).toEqual(["#1 ? unknown unknown 19000"]);
    expect(draw(shrunk("read=3000 write=13000"))).toEqual(["#1 H history-edit likely 13000"]);
  });

  /** A prompt of 20,000 tokens, 5,000 of them unlogged, and the next one. */
  const shrunk = (usage: string) =>
    explain(`user ${"x ".repeat(30_000)}\nsay one\nusage write=20000 in=0\nuser on\nsay two\nusage ${usage} in=0`)
      .report;

  test("a rewind counts as an edit of the history", () => {
    expect(draw(twice("write=20000 in=3", "rewind\nuser on", "read=3000 write=18000 in=0"))).toEqual([
      "#1 H history-edit certain 17000",
    ]);
  });

  test("a shortfall within 2,000 tokens or 5 % is not a break", () => {
    expect(draw(twice("write=10000 in=3", "user on", "read=8000 write=2500 in=0"))).toEqual([]);
    expect(draw(twice("write=10000 in=3", "user on", "read=7999 write=2500 in=0"))).toHaveLength(1);
    expect(draw(twice("write=100000 in=3", "user on", "read=95000 write=9000 in=0"))).toEqual([]);
  });

  test("without a price, the loss is only in tokens", () => {
    const { report } = explain(
      "user go\nsay one\nusage write=10000 in=3\nuser on\nsay two\nusage read=0 write=12000 in=0",
      () => null,
    );
    expect(report.breaks[0]).toMatchObject({ lostTokens: 10_000, lostCost: null });
  });
});

describe("the provider's reason and ours", () => {
  const drawing = `
    user go
    say one
    usage write=20000 in=3
    user on
    say two
    usage read=3000 write=9000 in=0
  `;

  test("its reason comes first, with whether the log agrees", () => {
    const [found] = explain(drawing, modelOf, "messages_changed").report.breaks;
    expect(found).toMatchObject({ cause: "history-edit", confidence: "certain" });
    expect(found?.evidence[0]).toMatchObject({
      id: "reported-cause",
      reason: "messages_changed",
      own: { cause: "compaction", evidence: { id: "compacted", marker: null, before: 20_003, after: 12_000 } },
    });
    const agreed = explain(drawing, modelOf, "context_compacted").report.breaks[0];
    expect(agreed?.evidence[0]).toMatchObject({ id: "reported-cause", own: null });
    expect(draw(explain(drawing, modelOf, "verbosity_changed").report)).toEqual(["#1 P params-changed certain 9000"]);
  });

  test("messages that changed because of a logged compaction count as a compaction", () => {
    const compacted = `
      user go
      say one
      usage write=20000 in=3
      compact auto 20003
      summary all done
      user on
      say two
      usage read=3000 write=9000 in=0
    `;
    const { report } = explain(compacted, modelOf, "messages_changed");
    expect(draw(report)).toEqual(["#1 C compaction certain 9000"]);
    expect(report.breaks[0]?.reported).toMatchObject({ reason: "messages_changed", own: "compaction", agrees: true });
    expect(draw(explain(compacted, modelOf, "tools_changed").report)).toEqual(["#1 O tools-changed certain 9000"]);
  });

  test("if the provider reports changed tools or system prompt, the log shows what may have changed them", () => {
    const loaded = `
      user go
      call s ToolSearch {}
      usage write=20000 in=3
      result s found
      servers docs | web
      say two
      usage read=3000 write=18000 in=0
    `;
    const evidenceOf = (reason: string) => explain(loaded, modelOf, reason).report.breaks[0]?.evidence;
    const found = { id: "follows-head-change", after: { by: "tool", name: "ToolSearch" } };
    expect(evidenceOf("tools_changed")).toContainEqual(found);
    expect(evidenceOf("system_changed")).toContainEqual(found);
    expect(evidenceOf("system_changed")?.slice(-2)).toEqual([
      { id: "follows-head-change", after: { by: "server-added", name: "docs" } },
      { id: "follows-head-change", after: { by: "server-removed", name: "web" } },
    ]);
    expect(evidenceOf("verbosity_changed")).not.toContainEqual(found);
  });

  test("a reason without a cause is shown, and decides nothing", () => {
    const [found] = explain(drawing, modelOf, "unavailable").report.breaks;
    expect(found?.cause).toBe("compaction");
    expect(found?.evidence).toContainEqual({ id: "reported-reason", reason: "unavailable" });
  });
});

test("more than twenty positions in one request are beyond the look-back", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
  const steps = (count: number) => Array.from({ length: count }, (_, index) => `client note ${index}`).join("\n");
  const drawing = (count: number, between = "") => `
    user go
    say one
    usage write=20000 in=0
    ${between}
    ${steps(count)}
    say two
    usage read=0 write=21000 in=0
  `;
  expect(draw(explain(drawing(25), lookup).report)).toEqual(["#1 P lookback-overflow likely 20000"]);
  expect(draw(explain(drawing(5), lookup).report)).toEqual(["#1 ? unknown unknown 20000"]);
  expect(draw(explain(drawing(25, "resume"), lookup).report)).toEqual(["#1 S restart likely 20000"]);
});

test("what requests to another model added beyond the look-back is a loss of the switch", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
  const other = (notes: number) => (at: number) =>
    `${"client note\n".repeat(notes)}say on\nusage model=claude-haiku-4-5 read=${at === 0 ? 0 : 19_900 + 100 * at} write=${at === 0 ? 20_000 : 100} in=0`;
  const returned = (notes: number) =>
    explain(
      `user go\nsay one\nusage model=claude-opus-4-6 write=20000 in=0\n${[0, 1, 2, 3].map(other(notes)).join("\n")}
      resume\nuser on\nsay back\nusage model=claude-opus-4-6 read=3000 write=18000 in=0`,
      lookup,
    ).report;
  expect(draw(returned(7))).toEqual(["#1 M model-switch certain 20000", "#5 M model-switch likely 17000"]);
  expect(returned(7).breaks[1]?.evidence).toEqual([
    { id: "model-returned", requests: 4, positions: 34, lookBack: 20 },
    { id: "readable-and-read", readable: 20_000, read: 3000 },
    { id: "client-restarted" },
  ]);
  expect(draw(returned(1))).toEqual(["#1 M model-switch certain 20000", "#5 S restart likely 17000"]);
});

test("an answer of the same model without usage is not a request to another model", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
  const { report } = explain(
    `user go\nsay one\nusage write=20000 in=0\n${"client note\n".repeat(25)}say cut off\nusage none
    user on\nsay two\nusage read=3000 write=18000 in=0`,
    lookup,
  );
  expect(draw(report)).toEqual(["#2 ? unknown unknown 17000"]);
});

test("each call and each result of an answer is a block of the look-back; reasoning is not", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
  const drawing = (count: number) => `
    user go
    think where to look
    ${ids(count)
      .map((id) => `call ${id} Read {"file_path":"${id}.ts"}`)
      .join("\n")}
    usage write=20000 in=0
    ${ids(count)
      .map((id) => `result ${id} text of ${id}`)
      .join("\n")}
    say two
    usage read=3000 write=18000 in=0
  `;
  expect(draw(explain(drawing(11), lookup).report)).toEqual(["#1 P lookback-overflow likely 17000"]);
  expect(draw(explain(drawing(10), lookup).report)).toEqual(["#1 ? unknown unknown 17000"]);
});

test("thinking blocks that begin or end only at breaks were switched on or off", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { policy: "anthropic-breakpoints" } }) as ModelInfo;
  const answers = (thinks: string, from: number, reads = from) =>
    thinks
      .split("")
      .map(
        (letter, at) => `user on\n${letter === "T" ? "think about it\n" : ""}say done
          usage read=${at === 0 ? reads : from + 100 * (at - 1)} write=${at === 0 ? from - reads : 100} in=0`,
      )
      .join("\n");
  const cold = "user go\nthink first\nsay one\nusage read=0 write=20000 in=0";
  const switched = explain(
    `${cold}\n${answers("NNN", 20_000, 9_000)}\n${answers("TTT", 21_000, 9_000)}`,
    lookup,
  ).report;
  expect(draw(switched)).toEqual(["#1 P params-changed likely 11000", "#4 P params-changed likely 11200"]);
  expect(switched.breaks.map(({ evidence: [first] }) => first)).toEqual([
    { id: "thinking-switched", on: false },
    { id: "thinking-switched", on: true },
  ]);
  const nowAndThen = explain(`${cold}\n${answers("NNTNNN", 20_000, 9_000)}`, lookup).report;
  expect(draw(nowAndThen)).toEqual(["#1 ? unknown unknown 11000"]);
  // One answer thinks, and the next reads what the last answer without thinking had left, not what this one added.
  const returned = explain(
    `${cold}\n${answers("NNN", 20_000, 9_000)}\n${answers("T", 21_000, 9_000)}\n${answers("NNN", 20_200)}`,
    lookup,
  ).report;
  expect(draw(returned)).toEqual(["#1 P params-changed likely 11000", "#4 P params-changed likely 11200"]);
  const headLost = explain(`${cold}\n${answers("NNN", 20_000, 0)}`, lookup).report;
  expect(draw(headLost)).toEqual(["#1 ? unknown unknown 20000"]);
});

test("a prompt below the minimum is not cached", () => {
  const lookup: ModelLookup = () => ({ prices: null, cache: { minimumTokens: 4096 } }) as ModelInfo;
  const drawing =
    "user go\nsay one\nusage write=20000 in=0\ncompact auto 20000\nsummary s\nsay two\nusage read=0 write=0 in=3000";
  expect(draw(explain(drawing, lookup).report)).toEqual(["#1 P below-minimum likely 3000"]);
});

test("a read that ends one entry earlier is probably caused by the provider", () => {
  const { report } = explain(`
    user go
    say one
    usage write=10000 in=0
    user on
    say two
    usage read=10000 write=9000 in=0
    user on
    say three
    usage read=10000 write=9900 in=0
  `);
  expect(draw(report)).toEqual(["#2 ? provider-side likely 9000"]);
});

describe("where two prompts diverge", () => {
  const block = (id: string, text: string): Segment => ({ id, kind: "message", hash: text, tokens: 10, role: "user" });
  const textOf = ({ hash }: Segment) => hash;
  const compare = (before: string[], after: string[]) => {
    const tree = new PrefixTree();
    const [left, right] = [before, after].map((texts) =>
      tree.path(
        "",
        texts.map((text, at) => block(`b${at}`, text)),
      ),
    );
    return findDivergence(left as PrefixNode, right as PrefixNode, textOf);
  };

  test("appending is not a divergence", () => {
    expect(compare(["a"], ["a", "b"])).toBeNull();
  });

  test("finds the first changed block, and the text around its first difference", () => {
    const found = compare(["a", "time 10:01, go", "c"], ["a", "time 10:02, go", "c"]);
    expect(found).toMatchObject({ sharedTokens: 10, sharedBlocks: 1, kind: "changed" });
    expect(found?.difference).toEqual({ at: 9, before: "time 10:01, go", after: "time 10:02, go" });
  });

  test("inserted, removed, moved", () => {
    expect(compare(["a", "b"], ["a", "x", "b"])?.kind).toBe("inserted");
    expect(compare(["a", "x", "b"], ["a", "b"])?.kind).toBe("removed");
    expect(compare(["x", "a", "b"], ["a", "x", "b"])?.kind).toBe("moved");
  });
});

test("reports a recurring floor, and a tool that can move the head", () => {
  const { report } = explain(`
    user go
    call a Skill {"name":"review"}
    usage write1h=50000 in=3
    result a x
    say one
    usage read=16600 write1h=40000 in=3
    user on
    say two
    usage read=16606 write1h=50000 in=3
  `);
  expect(draw(report)).toEqual(["#1 O floor-collapse likely 33400", "#2 ? unknown unknown 39994"]);
  const [first, second] = report.breaks.map(({ evidence }) => evidence);
  const after = { by: "tool", name: "Skill" };
  expect(first).toContainEqual({ id: "recurring-floor", tokens: expect.any(Number), times: 2 });
  expect(first?.[0]).toEqual({ id: "fell-to-floor", after });
  expect(first).toContainEqual({ id: "follows-head-change", after });
  expect(second?.map(({ id }) => id)).not.toContain("follows-head-change");
});

test("a command that only shows something does not move the head", () => {
  const { report } = explain(`
    user go
    say one
    usage write1h=50000 in=3
    client <command-message>context</command-message>
    user on
    say two
    usage read=16600 write1h=40000 in=3
    user on
    say three
    usage read=16606 write1h=45000 in=3
  `);
  expect(draw(report)).toEqual(["#1 ? unknown unknown 33400", "#2 ? unknown unknown 39994"]);
});

test("a skill started by its name can move the head too; leaving and resuming are reported", () => {
  const { report } = explain(`
    user go
    say one
    usage write1h=50000 in=3
    user <command-message>review</command-message>
    say two
    usage read=16600 write1h=40000 in=3
    client <command-name>/exit</command-name>
    user on
    say three
    usage read=16606 write1h=45000 in=3
    resume
    user on
    say four
    usage read=16612 write1h=46000 in=3
  `);
  expect(draw(report)).toEqual([
    "#1 O floor-collapse likely 33400",
    "#2 S restart likely 39994",
    "#3 S restart likely 44994",
  ]);
  expect(report.breaks[0]?.evidence[0]).toEqual({ id: "fell-to-floor", after: { by: "command", name: "review" } });
  const restarts = report.breaks.map(({ evidence }) => evidence.some(({ id }) => id === "client-restarted"));
  expect(restarts).toEqual([false, true, true]);
});

test("a pause between a call and its result names the tool that the agent waited for", () => {
  const found = (before: string, behind: string) =>
    explain(`
      user go
      call a Read {"file_path":"a.ts"}
      call b Bash {"command":"make"}
      usage write=50000 in=3 at=0
      result a text
      ${before}
      result b done
      ${behind}
      say two
      usage read=0 write=51000 in=3 at=900
    `).report.breaks[0]?.evidence;
  const awaited = { id: "awaited-calls", tools: ["Bash"] };
  expect(found("wait 800", "")).toContainEqual(awaited);
  expect(found("wait 600", "user and then?")).toContainEqual(awaited);
  expect(found("", "wait 800")).not.toContainEqual(awaited);
  expect(found("wait 800", "resume")).not.toContainEqual(awaited);
});

test("what else happened around a restart is listed next to it", () => {
  const { report } = explain(`
    user go
    say one
    usage write1h=50000 in=3
    resume
    user <command-message>review</command-message>
    say two
    usage read=16600 write1h=40000 in=3
  `);
  expect(draw(report)).toEqual(["#1 S restart likely 33400"]);
  expect(report.breaks[0]?.evidence).toEqual([
    { id: "client-restarted" },
    { id: "readable-and-read", readable: 50_000, read: 16_600 },
    { id: "not-expired", gap: 10, timeToLive: 3600 },
    { id: "follows-head-change", after: { by: "command", name: "review" } },
  ]);
});

test("reading more than expected right after a typed message is an unlogged call, not a break", () => {
  const { report } = explain(`
    user go
    say one
    usage write=10000 in=3
    user on
    say two
    usage read=11000 write=500 in=3
  `);
  expect(report).toMatchObject({ breaks: [], unloggedCalls: [1] });
  const { report: logged } = explain(`
    user go\nsay one\nusage write=10000 in=3
    user what\nsay the summary\nusage read=10000 write=1000 in=3 summary
    user on\nsay two\nusage read=11000 write=500 in=3
  `);
  expect(logged).toMatchObject({ breaks: [], unloggedCalls: [] });
  expect(report.agreement).toBeCloseTo(10_000 / 11_000);
});

test("key figures", () => {
  const { requests, report } = explain(`
    user go
    say one
    usage write=10000 in=0
    user on
    say two
    usage read=10000 write=2000 in=0
    user on
    say three
    usage read=0 write=14000 in=0
  `);
  const totals = cacheTotals(requests, report);
  expect(totals).toMatchObject({ breaks: 1, lostTokens: 12_000 });
  expect(totals.readShare).toBeCloseTo(10_000 / 36_000);
});

test("breaks are unknown if reads are reported and writes are not", () => {
  const { requests, report } = explain(`
    user go
    say one
    usage read=0 in=10000
    user on
    say two
    usage read=10000 in=2000
    user on
    say three
    usage read=0 in=14000
  `);
  const unknown = { breaks: null, lostTokens: null, lostCost: null, reportedCauses: null };
  expect(cacheTotals(requests, report)).toEqual({ ...unknown, readShare: 10_000 / 36_000 });
  const zeros = requests.map((request) => ({
    ...request,
    usage: request.usage && { ...request.usage, cacheWriteUnsplit: 0 },
  }));
  expect(cacheTotals(zeros, report)).toMatchObject(unknown);
});
