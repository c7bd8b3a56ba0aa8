import { expect, test, vi } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";

test("the document is the same if a server has loaded part of the schemas twice, for its pages", async () => {
  const before = openApiDocument("0.0.0");
  vi.resetModules();
  await import("@/lib/api/schemas/fields");
  expect(openApiDocument("0.0.0")).toEqual(before);
});
