import { afterEach, expect, test, vi } from "vitest";
import { callApi } from "@/components/api/call-api";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: BodyInit | null, status = 200) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
const broken = () =>
  new ReadableStream({
    start: (stream) => stream.error(new DOMException("The user aborted a request.", "AbortError")),
  });

test("a truncated body is not an answer, and a stopped call is cancelled", async () => {
  answering(broken());
  expect(await callApi("GET /api/models")).toMatchObject({ ok: false, failure: { code: "no-answer" } });
  answering(broken());
  const signal = AbortSignal.abort();
  expect(await callApi("GET /api/models", { signal })).toMatchObject({ ok: false, failure: { code: "cancelled" } });
});

test("an answer without a body counts, and a refusal that is not JSON keeps its status", async () => {
  answering(null, 204);
  expect(await callApi("GET /api/models")).toMatchObject({ ok: true, value: null });
  answering("<html>Bad gateway</html>", 502);
  expect(await callApi("GET /api/models")).toMatchObject({ ok: false, failure: { status: 502, code: "http-502" } });
});
