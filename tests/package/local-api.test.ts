import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { LocalApi } from "@/package/command/local-api";

const servers = vi.hoisted(() => ({ started: 0, stopped: 0 }));

vi.mock("@/package/command/library", () => ({ serverOnceFree: async () => null }));
vi.mock("@/package/command/server-process", () => ({
  findServer: async () => null,
  keyHeaders: () => ({}),
  startServer: async () => {
    servers.started += 1;
    await sleep(50);
    const server = http.createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const stop = async () => {
      servers.stopped += 1;
      server.closeAllConnections();
      server.close();
    };
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
  },
}));

test("a call that arrives while the library's server starts waits for the same server", async () => {
  const api = new LocalApi();
  const { signal } = new AbortController();
  const first = api.call("GET /api/library/sessions", { signal });
  await sleep(10);
  const second = api.call("GET /api/library/sessions", { signal });
  expect(await Promise.all([first, second])).toEqual([{}, {}]);
  expect(servers).toEqual({ started: 1, stopped: 0 });
  await api.close();
});
