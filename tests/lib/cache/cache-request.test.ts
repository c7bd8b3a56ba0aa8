import { expect, test } from "vitest";
import { toCacheRequests } from "@/lib/cache/cache-request";
import { analyzeSketch } from "../../support/analyze-sketch";

test("a request without writes has the time to live of its chain's latest writes", () => {
  const usages = ["read=0 write1h=9000", "read=9000 write1h=100", "read=9100 write=100", "read=9200"];
  const { requests, prefixes } = analyzeSketch(
    usages.map((usage) => `user go\nsay ok\nusage ${usage} in=0`).join("\n"),
  );
  expect(toCacheRequests(requests, prefixes).map(({ ttl }) => ttl)).toEqual([3600, 3600, 300, 300]);
});

test("another agent can read an entry starting at its first token, if the log has its time", () => {
  const { requests, prefixes } = analyzeSketch("user go\nsay ok\nusage read=0 write=9000 in=0");
  const started = { startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:01:00.000Z" };
  const timed = requests.map((request) => ({ ...request, ...started, firstTokenMs: 1500 }));
  expect(toCacheRequests(timed, prefixes)[0]?.firstTokenAt).toBe("2026-01-01T00:00:01.500Z");
  const unreadable = timed.map((request) => ({ ...request, startedAt: "yesterday" }));
  expect(toCacheRequests(unreadable, prefixes)[0]?.firstTokenAt).toBeUndefined();
});
