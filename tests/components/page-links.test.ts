import { expect, test } from "vitest";
import { viewHref } from "@/components/session/session-nav";
import { pageOf } from "@/components/shell/page-links";

test("an address belongs to the page with the longest prefix", () => {
  expect(pageOf("/")?.label).toBe("Library");
  expect(pageOf("/all-sessions/strategies")?.label).toBe("All sessions");
  expect(pageOf("/sessions/abc")).toBeUndefined();
});

test("a page without a link in the bar has a name too, and so do its parts; an address that only starts with the same letters belongs to no page", () => {
  expect(pageOf("/settings")?.label).toBe("Settings");
  expect(pageOf("/settings/people")?.label).toBe("Settings");
  expect(pageOf("/api-docs")?.label).toBe("API");
  expect(pageOf("/imports")?.label).toBe("Imports");
  expect(pageOf("/nowhere")).toBeUndefined();
  expect(pageOf("/modelsmith")).toBeUndefined();
});

test("every tab of a session keeps the agent and the request", () => {
  const place = { id: "ses a", agent: "sub-1", position: 3 };
  for (const view of ["transcript", "spend", "cache", "compare", "replay", "advice"] as const)
    expect(viewHref(view, place)).toMatch(/^\/sessions\/ses%20a(\/\w+)?\?agent=sub-1&request=4$/);
});
