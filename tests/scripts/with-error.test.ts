import { expect, test } from "vitest";

const { withError } = (await import("../../scripts/with-error.mjs" as string)) as {
  withError(name: string, error?: string): string;
};

test("a failed test is one line with its error's text, without colours, and the test's line", () => {
  const error = new Error("expected \u001b[31m507\u001b[39m\n  to be 200");
  const stack = `${error.name}: ${error.message}\n    at Proxy.assert (node_modules/x.js:1:2)\n    at /home/me/tests/lib/a.test.ts:94:23`;
  expect(withError("tests/lib/a.test.ts › a law", stack)).toBe(
    "tests/lib/a.test.ts › a law: Error: expected 507 to be 200 (tests/lib/a.test.ts:94)",
  );
});

test("a long error is cut, and a missing one leaves the name", () => {
  expect(withError("a", "x".repeat(5_000)).length).toBeLessThan(500);
  expect(withError("a")).toBe("a");
});
