import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi";
import { toApiDetails } from "@/lib/view-models/api-docs/api-docs";
import { firstCalls } from "@/lib/view-models/api-docs/first-calls";

const ORIGIN = "http://127.0.0.1:3000";

test("each first call is an existing operation, at its method and path", () => {
  const document = openApiDocument("1");
  for (const { op, curl } of firstCalls(ORIGIN, "ab12")) {
    const operation = toApiDetails(document, op);
    expect(curl).toContain(`'${ORIGIN}${operation?.path.replace("{id}", "ab12")}'`);
    expect(curl.includes(" -X POST ")).toBe(operation?.method === "POST");
  }
});

test("without a session its id is left to fill in", () => {
  expect(firstCalls(ORIGIN, null)[1]?.curl).toContain("/api/sessions/SESSION_ID/answer");
});
