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
