import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ISSUE_ADDRESS } from "@/lib/view-models/library/issue-address";
import { shapeAdvice } from "@/lib/view-models/session/format-notes";

test("the address of the issue tracker is the one that package.json gives, and null where it gives none", () => {
  const { bugs } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(ISSUE_ADDRESS).toBe(bugs?.url ?? null);
});

test("who copies a shape is told where to send it", () => {
  expect(shapeAdvice("https://tracker.example/issues")).toContain("Open an issue at https://tracker.example/issues");
  expect(shapeAdvice(null)).toContain("Open an issue in the place where you got Winnow");
});
