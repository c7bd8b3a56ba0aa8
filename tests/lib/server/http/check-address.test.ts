import { spawnSync } from "node:child_process";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

type Check = (host: string, port: string) => Promise<string | null>;
const busy = net.createServer();
let port = 0;
let addressProblem: Check;

beforeAll(async () => {
  // Plain JavaScript that the start script runs; it has no types.
  ({ addressProblem } = (await import("../../../../scripts/check-address.mjs" as string)) as { addressProblem: Check });
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  port = (busy.address() as net.AddressInfo).port;
});
afterAll(() => busy.close());

describe("the server's address, before anything listens there", () => {
  test("a free loopback port is fine", async () => expect(await addressProblem("127.0.0.1", "0")).toBeNull());

  test("a port in use is reported with where Winnow may already run, and a command for another port", async () => {
    const problem = await addressProblem("127.0.0.1", String(port));
    expect(problem).toMatch(`port ${port} is in use`);
    expect(problem).toMatch(`open http://127.0.0.1:${port}.`);
    expect(problem).toMatch(/PORT=\d+ npm start$/);
  });

  test.each(["abc", "99999", "", "-1", "80.5"])("PORT=%s is not a port", async (text) =>
    expect(await addressProblem("127.0.0.1", text)).toMatch("is not a port number"),
  );

  test("an address that others can reach is fine, because nobody gets in without a key", async () =>
    expect(await addressProblem("0.0.0.0", "0")).toBeNull());

  test("the start script reports it and ends before Next runs", () => {
    const env = { ...process.env, PORT: "abc" };
    const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", "start"], {
      env,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("Winnow cannot start: PORT=abc is not a port number");
    expect(stdout).toBe("");
  });
});
