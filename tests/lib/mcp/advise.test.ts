import { expect, test } from "vitest";
import type { CallApi } from "@/lib/mcp/call-api";
import { advise } from "@/lib/mcp/tools/advise";

type Handler = (given: object, context: object) => Promise<{ readonly structuredContent: object }>;

/** The tool's handler, as the server would call it. */
function handlerOf(call: CallApi): Handler {
  const found: Handler[] = [];
  const server = { registerTool: (_name: string, _config: object, handler: Handler) => found.push(handler) };
  advise.register(server as never, call);
  return found[0] as Handler;
}

test("a client that cancels the call cancels the job, although its signal is aborted by then", async () => {
  const stop = new AbortController();
  const deleted: string[] = [];
  const call = (async (key: string, { path, signal }: { path?: { id: string }; signal: AbortSignal }) => {
    signal.throwIfAborted(); // as fetch does
    if (key.startsWith("DELETE")) deleted.push(path?.id ?? "");
    else stop.abort();
    return { id: path?.id, state: "running", ended_at: null, progress: null, result: null };
  }) as unknown as CallApi;
  const answer = await handlerOf(call)({ job: "job_1" }, { mcpReq: { signal: stop.signal, notify: async () => {} } });
  expect(answer.structuredContent).toMatchObject({ code: "cancelled" });
  expect(deleted).toEqual(["job_1"]);
});
