import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ISSUE_ADDRESS } from "@/lib/view-models/library/issue-address";
import { shapeAdvice } from "@/lib/view-models/session/format-notes";

test("the issue tracker's address is the one in package.json, or null if there is none", () => {
  const { bugs } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(ISSUE_ADDRESS).toBe(bugs?.url ?? null);
});

test("readers who copy a shape are told where to send it", () => {
  expect(shapeAdvice("https://tracker.example/issues")).toContain("open an issue at https://tracker.example/issues");
  expect(shapeAdvice(null)).toContain("open an issue where you got Winnow");
});
