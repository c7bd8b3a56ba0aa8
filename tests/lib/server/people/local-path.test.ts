import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath } from "@/lib/server/people/local-path";

test("the browser goes to a page of this server", () => {
  for (const path of [
    "/",
    "/sessions/abc?agent=main#r3",
    "/settings#people",
    "/?q=a%20b",
    "/api-docs",
    "/compact-page",
  ])
    expect(localPath(path)).toBe(path);
});

test("what a browser could read as another server, or as no page, becomes the first page", () => {
  for (const path of [
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/%0d%0aset-cookie:a=b\r\n",
    "javascript:alert(1)",
    "/.//evil.example",
    "/a/..//evil.example",
    "/api/sign-in/callback?code=x",
    "/x/../api/keys",
    `/${"a".repeat(3_000)}`,
    "/ä",
  ])
    expect([path, localPath(path)]).toEqual([path, "/"]);
});

test("whatever is requested, a browser stays on this server", () => {
  const host = "https://winnow.example";
  const pieces = fc.constantFrom(
    "/",
    "\\",
    "//",
    "\t",
    "\n",
    "evil.example",
    "@",
    ":",
    "..",
    ".",
    "a",
    "?",
    "#",
    "%2f",
    "%5c",
    "http:",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      expect(new URL(localPath(parts.join("")), host).origin).toBe(host);
    }),
  );
});
