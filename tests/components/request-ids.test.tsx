import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "@/components/api/call-api";
import { ErrorState } from "@/components/ui/error-state";
import { Problem } from "@/lib/api/problem";
import { problemResponse } from "@/lib/server/http/problem";

const ID = "1a2b3c4d-0000-4000-8000-000000000000";
afterEach(() => vi.unstubAllGlobals());

async function failureOf(status: number) {
  vi.stubGlobal("fetch", async () => problemResponse(new Problem(status, "some-code", "what happened"), ID));
  const called = await callApi("GET /api/health");
  if (called.ok) throw new Error("it did not fail");
  return called.failure;
}

test("a failed call has the start of its request's id, and its message includes it if the server is at fault", async () => {
  expect(await failureOf(500)).toMatchObject({ request: "1a2b3c4d", message: "what happened (request 1a2b3c4d)" });
  expect(await failureOf(507)).toMatchObject({ message: "what happened (request 1a2b3c4d)" });
  expect(await failureOf(422)).toMatchObject({ request: "1a2b3c4d", message: "what happened" });
});

test("an error on a page shows code and id; without an answer, only the code", async () => {
  const shown = renderToStaticMarkup(<ErrorState title="No" code={await failureOf(422)} />);
  expect(shown).toContain("some-code · request 1a2b3c4d");
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const none = await callApi("GET /api/health");
  expect(none).toMatchObject({ ok: false, failure: { code: "no-answer", request: null } });
  expect(renderToStaticMarkup(<ErrorState title="No" code={{ code: "no-answer", request: null }} />)).not.toContain(
    "request",
  );
});
