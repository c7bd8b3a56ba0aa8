import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtCommand } from "@/tests/support/built-command";
import { isBuilt, startProductionServer } from "@/tests/support/production-server";

const { folder } = builtCommand();
const data = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-recorded-"));
const environment = { WINNOW_DATA_DIR: data, WINNOW_DISCOVERY_HOME: data };

/** A provider that gives every question the same answer. */
const provider = http.createServer((request, response) => {
  const content = [{ type: "text", text: "Yes." }];
  const usage = { input_tokens: 9, output_tokens: 2 };
  request
    .resume()
    .on("end", () =>
      response.end(JSON.stringify({ type: "message", role: "assistant", model: "claude-opus-4-8", content, usage })),
    );
});
let upstream = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
  fs.rmSync(data, { recursive: true, force: true });
});

/** A conversation that grows with each request. */
const body = (requests: number) =>
  JSON.stringify({
    ...{ model: "claude-opus-4-8", max_tokens: 9 },
    messages: Array.from({ length: 2 * requests - 1 }, (_, at) =>
      at % 2 === 0 ? { role: "user", content: `Question ${at}?` } : { role: "assistant", content: "Yes." },
    ),
  });

async function requestsIn(origin: string): Promise<number> {
  const { sessions } = (await (await fetch(`${origin}/api/library/sessions`)).json()) as {
    sessions: { requests: number }[];
  };
  return sessions.reduce((sum, { requests }) => sum + requests, 0);
}

describe.skipIf(!isBuilt)("winnow record and the server", () => {
  test("kill -9 of the server loses no exchange: the client continues, and the next start has them all", async () => {
    const first = await startProductionServer(environment);
    const bin = path.join(folder, "package/bin/winnow.mjs");
    const recorder = spawn(process.execPath, [bin, "record", "--upstream", upstream], {
      env: { ...process.env, WINNOW_DATA_DIR: data, WINNOW_URL: first.origin },
    });
    let said = "";
    recorder.stderr.on("data", (text) => (said += text));
    const base = await new Promise<string>((resolve) =>
      recorder.stdout.once("data", (text) => resolve(`${text}`.trim())),
    );
    const ask = async (requests: number) => {
      const answer = await fetch(`${base}/v1/messages`, { method: "POST", body: body(requests) });
      expect(await answer.json()).toMatchObject({ role: "assistant" });
    };
    for (const requests of [1, 2, 3]) await ask(requests);
    await expect.poll(() => requestsIn(first.origin), { timeout: 60_000 }).toBe(3);
    await ask(4);
    await first.stop();
    for (const requests of [5, 6, 7, 8]) await ask(requests);
    recorder.kill("SIGINT");
    await new Promise((resolve) => recorder.once("exit", resolve));
    expect(said).toContain("8 requests recorded. Winnow is not running");

    const second = await startProductionServer(environment);
    await expect.poll(() => requestsIn(second.origin), { timeout: 60_000 }).toBe(8);
    await second.stop();
  });
});
