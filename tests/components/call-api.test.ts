import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "@/components/api/call-api";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: BodyInit | null, status = 200) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
const broken = () =>
  new ReadableStream({
    start: (stream) => stream.error(new DOMException("The user aborted a request.", "AbortError")),
  });

test("a body that breaks off is no answer, and one that was stopped is cancelled", async () => {
  answering(broken());
  expect(await callApi("GET /api/models")).toMatchObject({ ok: false, failure: { code: "no-answer" } });
  answering(broken());
  const signal = AbortSignal.abort();
  expect(await callApi("GET /api/models", { signal })).toMatchObject({ ok: false, failure: { code: "cancelled" } });
});

test("an answer without a body is one, and a refusal that is no JSON keeps its status", async () => {
  answering(null, 204);
  expect(await callApi("GET /api/models")).toMatchObject({ ok: true, value: null });
  answering("<html>Bad gateway</html>", 502);
  expect(await callApi("GET /api/models")).toMatchObject({ ok: false, failure: { status: 502, code: "http-502" } });
});
