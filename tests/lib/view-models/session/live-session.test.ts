import { describe, expect, test } from "vitest";
import type { LiveSession } from "@/lib/api/schemas/live-session";
import { toAgentOutlines } from "@/lib/read-models/agent-outline";
import { toMessageRows } from "@/lib/read-models/message-rows";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { costText } from "@/lib/read-models/words/cost-text";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { toLiveSession } from "@/lib/view-models/session/live-session";
import {
  activityAt,
  breakSentence,
  clockLeft,
  fillSentence,
  growthSentence,
  isNear,
} from "@/lib/view-models/session/live-words";
import { english } from "@/lib/wording/say";
import { analyzeSketch } from "@/tests/support/analyze-sketch";

/** As a page gets it, from the stored import. */
function liveOf(sketch: string): LiveSession {
  const analysis = analyzeSketch(sketch, { format: "claude-code", clientVersions: ["2.1.36"] });
  const [outline] = toAgentOutlines(analysis, ["main"], toMessageRows(analysis));
  if (!outline) throw new Error("no outline");
  const rows = toRequestRows(analysis, "main");
  const endedAt = analysis.session.endedAt ?? null;
  return toLiveSession({
    revision: "1",
    rows,
    outline: { ...outline, breaks: null },
    answer: answerOf(analysis),
    endedAt,
  });
}

const step = (at: number, held: number, tier: string) =>
  `user go ${at}\nsay done\nusage read=${held} ${tier}=1000 in=0 out=9 at=${at * 10}`;
const growing = (requests: number, tier = "write1h") =>
  Array.from({ length: requests }, (_, at) => step(at, 100_000 + at * 1_000, tier)).join("\n");

describe("a growing session", () => {
  test("the forecast counts only the requests since the last compaction", () => {
    expect(liveOf(growing(20)).forecast).toMatchObject({ kind: "range", left: 47_000 });
    const compacted = `${growing(20)}\ncompact auto 120000\nsummary so far\n${step(30, 20_000, "write1h")}`;
    expect(liveOf(compacted).forecast).toMatchObject({ kind: "too-few", left: 99_000 });
    expect(liveOf("user go\nsay one\nusage none")).toMatchObject({
      requests: 1,
      forecast: { kind: "too-few", left: null },
      cache: null,
    });
  });

  test("the cache lives as long as the log's writes show, counted from the start of the last request", () => {
    const [hour, minutes] = ["write1h", "write"].map((tier) => liveOf(growing(3, tier)).cache);
    expect([hour, minutes]).toMatchObject([
      { seconds: 3_600, is_logged: true, tokens: 103_000 },
      { seconds: 300, is_logged: true, tokens: 103_000 },
    ]);
    const apart = Date.parse(hour?.expires_at ?? "") - Date.parse(minutes?.expires_at ?? "");
    expect(apart).toBe(3_300_000);
    expect(hour?.cold_cost?.amount).toBeGreaterThan(minutes?.cold_cost?.amount ?? Number.POSITIVE_INFINITY);
    // A request that wrote nothing read the same entry.
    const read = liveOf(`${growing(3)}\nuser on\nsay more\nusage read=103000 write1h=0 in=9 out=9 at=40`).cache;
    expect(read).toMatchObject({ seconds: 3_600, is_logged: true, tokens: 103_000 });
    expect(read?.cold_cost).toEqual(hour?.cold_cost);
  });

  test("a lifetime that the log does not show is the provider's, and marked so", () => {
    expect(liveOf(growing(3, "unsplit")).cache).toMatchObject({ seconds: 300, is_logged: false });
  });

  test("the cost is a minimum if the log leaves out some of it", () => {
    expect(liveOf(growing(3)).cost_note).toBeNull();
    const live = liveOf(`${growing(3)}\nuser on\nsay cut off\nusage none`);
    expect(costText(live, english)).toMatch(/^at least \$/);
  });

  test("the last break has its number, cause and price; one request later it is one request ago", () => {
    const broken = `${growing(12)}\nuser after lunch\nsay yes\nusage read=0 write1h=112000 in=0 out=9 at=9000`;
    expect(liveOf(growing(12)).last_break).toBeNull();
    const live = liveOf(broken);
    expect(live.last_break).toMatchObject({ number: 13, requests_ago: 0, letter: "T", lost_tokens: 112_000 });
    expect(live.last_break?.lost_cost?.amount).toBeGreaterThan(0);
    expect(breakSentence(live, english)).toMatch(/^Cache break at request 13: .+\. 112,000 tokens sent again, \$/);
    const later = liveOf(`${broken}\nuser on\nsay ok\nusage read=112000 write1h=10 in=0 out=9 at=9010`);
    expect(later.last_break).toMatchObject({ number: 13, requests_ago: 1 });
  });
});

describe("its words", () => {
  test("it is live for a minute, waiting for half an hour, and then an ordinary session", () => {
    expect([59_000, 61_000, 1_799_000, 1_801_000].map((now) => activityAt(0, now))).toEqual([
      "live",
      "waiting",
      "waiting",
      "ended",
    ]);
    expect(activityAt(null, 0)).toBe("ended");
  });

  test("a countdown shows minutes and seconds, and hours only if needed", () => {
    expect([-5, 900, 59_000, 3_552_000, 3_600_000].map(clockLeft)).toEqual([
      "0:00",
      "0:01",
      "0:59",
      "59:12",
      "1:00:00",
    ]);
  });

  test("screen readers get request, window and forecast", () => {
    const live = liveOf(growing(20));
    expect(growthSentence(live, english)).toMatch(/^Request 20\. Window 60.0\s%\. Compaction in about \d+ requests \(/);
    expect(fillSentence(live, english)).toBe("120,000 of 167,000 tokens before it compacts");
  });

  test("a compaction is near if it may come within three requests", () => {
    const range = (low: number, about: number) => ({ kind: "range", low, about, high: 40, left: 1 }) as const;
    expect([range(3, 6), range(4, 6), range(1, 7), { kind: "next" } as const].map(isNear)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
