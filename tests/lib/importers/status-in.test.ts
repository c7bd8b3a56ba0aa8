import { expect, test } from "vitest";
import { statusIn } from "@/lib/importers/status-in";

test.each([
  ['API Error: 529 {"type":"error"}', 529],
  ["exceeded retry limit, last status: 429 Too Many Requests", 429],
  ['{"status":503}', 503],
  ["connect ECONNREFUSED 127.0.0.1:443", null],
  ["connect ECONNREFUSED [::1]:443", null],
  ["getaddrinfo ENOTFOUND proxy:500", null],
])("the status in %j is %j", (text, status) => {
  expect(statusIn(text)).toBe(status);
});
