import { expect, test } from "vitest";
import { pageOf } from "@/components/shell/page-links";

test("an address belongs to the page with the longest beginning", () => {
  expect(pageOf("/")?.label).toBe("Library");
  expect(pageOf("/advice")?.label).toBe("Advice");
  expect(pageOf("/advice/two-arms")?.label).toBe("Two arms");
  expect(pageOf("/sessions/abc")).toBeUndefined();
});
