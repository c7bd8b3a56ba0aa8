import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WithoutRequests } from "@/components/session/without-requests";

test("a session without requests explains what it contains and how to read it", () => {
  const some = renderToStaticMarkup(<WithoutRequests id="a/b" messages={1} />);
  expect(some).toContain("has 1 message but");
  expect(some).toContain("/api/sessions/a%2Fb/export?format=markdown");
  const none = renderToStaticMarkup(<WithoutRequests id="s" messages={0} />);
  expect(none).toContain("Import that one");
  expect(none).not.toContain("format=markdown");
  expect(none).toContain("format=raw");
});
