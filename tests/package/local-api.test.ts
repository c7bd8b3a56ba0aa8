import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as library from "@/package/command/library";
import { LocalApi } from "@/package/command/local-api";
import * as serverProcess from "@/package/command/server-process";

const servers = { started: 0, stopped: 0 };

beforeAll(() => {
  vi.spyOn(library, "serverOnceFree").mockResolvedValue(null);
  vi.spyOn(serverProcess, "findServer").mockResolvedValue(null);
  vi.spyOn(serverProcess, "startServer").mockImplementation(async () => {
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
  });
});
afterAll(() => vi.restoreAllMocks());

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
