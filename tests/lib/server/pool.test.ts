import { expect, test } from "vitest";
import { runTask } from "@/lib/server/pool";
import { startTestServer } from "../../support/test-server";

startTestServer();

const body = new TextEncoder().encode(JSON.stringify({ text: "some words ".repeat(100_000), tokenizers: ["o200k"] }));
const count = (signal: AbortSignal) => runTask({ kind: "count", input: { body } }, { lane: "interactive", signal });
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([0, 1, 5, 20, 60, 120, 250])("what waits behind a task aborted after %i ms is run", async (ms) => {
  const [running, waiting, dropped] = [new AbortController(), new AbortController(), new AbortController()];
  const outcomes = [running, waiting, dropped].map((controller) =>
    count(controller.signal).then(
      () => "answered",
      (error: Error) => error.name,
    ),
  );
  await after(ms);
  dropped.abort();
  running.abort();
  expect(await outcomes[1]).toBe("answered");
  expect(["answered", "AbortError"]).toContain(await outcomes[0]);
  expect(["answered", "AbortError"]).toContain(await outcomes[2]);
});
