import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { descriptorsOf, tellsProcesses } from "@/tests/support/measure";
import { isBuilt, type ProductionServer, startProductionServer } from "@/tests/support/production-server";
import { isFull, recordFigure } from "@/tests/support/record-figure";

const CLIENTS = isFull ? 2_000 : 100;
const AT_ONCE = 20;

let server: ProductionServer;
beforeAll(async () => {
  if (isBuilt) server = await startProductionServer();
});
afterAll(() => server?.stop());

const BODY = JSON.stringify({ format: "openai-chat", messages: [{ role: "user", content: "word ".repeat(20_000) }] });
/** What a client has sent when it vanishes: half a header, half a body, everything, or a stream that it does not read. */
const BEGINNINGS = [
  () => "POST /api/compress HTTP/1.1\r\nHost: 127.0.0.1\r\nConte",
  () => `${head("/api/compress", "application/json")}${BODY.slice(0, 5_000)}`,
  () => `${head("/api/compress", "application/json")}${BODY}`,
  () => `${head("/api/sessions", "application/octet-stream")}${BODY.slice(0, 50_000)}`,
  () => "GET /api/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
];

const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${BODY.length}\r\n\r\n`;

function vanish(index: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(server.port, "127.0.0.1", () => {
      socket.write((BEGINNINGS[index % BEGINNINGS.length] as () => string)());
      setTimeout(() => socket.resetAndDestroy(), index % 40);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

describe.skipIf(!isBuilt || !tellsProcesses)("clients that vanish (open files are only known on Linux)", () => {
  test(`${CLIENTS} of them leave nothing open, no error in the log, and a server that answers`, async () => {
    const pid = server.process.pid ?? 0;
    const isReady = () => fetch(`${server.origin}/api/ready`).then(({ status }) => status);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const before = descriptorsOf(pid);
    for (let from = 0; from < CLIENTS; from += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => vanish(from + index)));
    await expect.poll(() => descriptorsOf(pid), { timeout: 30_000 }).toBeLessThanOrEqual(before + AT_ONCE);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const heldBytes = async () => {
      const metrics = await (await fetch(`${server.origin}/api/metrics`)).text();
      return /^winnow_body_bytes (\d+)$/m.exec(metrics)?.[1];
    };
    await expect.poll(heldBytes, { timeout: 30_000 }).toBe("0");
    expect(server.output()).not.toMatch(/"level":50|"msg":"unexpected"/);
    recordFigure("L2", "clients that vanished", `${CLIENTS}, descriptors ${before} then ${descriptorsOf(pid)}`);
  });
});
