import { expect, test } from "vitest";
import { pageOf } from "@/components/shell/page-links";

test("an address belongs to the page with the longest prefix", () => {
  expect(pageOf("/")?.label).toBe("Library");
  expect(pageOf("/all-sessions/strategies")?.label).toBe("All sessions");
  expect(pageOf("/sessions/abc")).toBeUndefined();
});

test("a page without a link in the bar has a name too, and so do its parts; a longer word is not the page", () => {
  expect(pageOf("/settings")?.label).toBe("Settings");
  expect(pageOf("/settings/people")?.label).toBe("Settings");
  expect(pageOf("/api-docs")?.label).toBe("API");
  expect(pageOf("/imports")?.label).toBe("Imports");
  expect(pageOf("/nowhere")).toBeUndefined();
  expect(pageOf("/modelsmith")).toBeUndefined();
});
