import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { proxy } from "@/proxy";

const policyOf = () =>
  proxy(new NextRequest("http://127.0.0.1/", { headers: { host: "127.0.0.1" } })).headers.get(
    "content-security-policy",
  ) ?? "";

test("a page runs only scripts with this answer's nonce, loads nothing from elsewhere, and cannot be framed", () => {
  const policy = new Map(
    policyOf()
      .split("; ")
      .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1)]),
  );
  expect(policy.get("default-src")).toEqual(["'none'"]);
  expect(policy.get("script-src")).toEqual([
    "'self'",
    expect.stringMatching(/^'nonce-[\w+/=]{40,}'$/),
    "'strict-dynamic'",
  ]);
  expect(policy.get("img-src")).toEqual(["'self'", "data:"]);
  expect(policy.get("connect-src")).toEqual(["'self'"]);
  for (const none of ["object-src", "base-uri", "frame-ancestors"]) expect(policy.get(none)).toEqual(["'none'"]);
  expect(policy.get("form-action")).toEqual(["'self'"]);
});

test("no nonce is used twice", () => {
  expect(new Set(Array.from({ length: 50 }, policyOf)).size).toBe(50);
});
