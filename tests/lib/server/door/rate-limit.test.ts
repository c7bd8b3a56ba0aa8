import { afterEach, describe, expect, test } from "vitest";
import { assertRate, guard } from "@/lib/server/door/guard";
import { networkOf } from "@/lib/server/http/network-of";
import { asCaller, NOBODY } from "@/lib/server/process/caller-context";
import { LIMITS } from "@/lib/server/process/limits";
import { forgetProcessState } from "@/lib/server/process/process-state";
import { apiRoute } from "../../../support/api-route";
import { readProblem, send } from "../../../support/test-server";

const health = apiRoute("GET /api/health");

const hello = guard(async () => new Response("hello"));
const call = (key?: string) => send(hello, "/api/x", { headers: key ? { authorization: `Bearer ${key}` } : {} });
const request = (key: string) => new Request("http://127.0.0.1/", { headers: { "x-api-key": key } });

afterEach(() => {
  delete process.env.WINNOW_RATE_LIMIT;
  delete process.env.WINNOW_ALLOWED_HOSTS;
  forgetProcessState("rate-limit");
});

/** How many of this many concurrent calls are answered. */
async function passed(key: string, calls: number, now: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < calls; index += 1)
    try {
      await assertRate(request(key), now);
      count += 1;
    } catch {}
  return count;
}

describe("calls per second by one caller", () => {
  test("there is no limit if only this machine can reach the server, and one otherwise", async () => {
    expect(await passed("a", 500, 0)).toBe(500);
    process.env.WINNOW_ALLOWED_HOSTS = "winnow.internal";
    expect(await passed("a", 500, 0)).toBe(LIMITS.callsPerSecond);
  });

  test("of two hundred concurrent calls, those above the rate get a 429 that says when to retry", async () => {
    process.env.WINNOW_RATE_LIMIT = "20";
    const answers = await Promise.all(Array.from({ length: 200 }, () => call("one")));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(150);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
    const [first] = refused;
    expect(first?.headers.get("retry-after")).toBe("1");
    expect(first?.headers.get("ratelimit-limit")).toBe("20");
    expect(await readProblem(first as Response)).toMatchObject({ status: 429, code: "too-many-requests" });
    expect((await call("two")).status).toBe(200);
    expect((await call()).status).toBe(200);
  });

  test("the allowance refills evenly, and never exceeds one second of it", async () => {
    process.env.WINNOW_RATE_LIMIT = "10";
    expect(await passed("a", 50, 0)).toBe(10);
    expect(await passed("a", 50, 500)).toBe(5);
    expect(await passed("a", 50, 60_000)).toBe(10);
  });

  test("health is answered however often it is called, and a flood takes no calls from another address", async () => {
    process.env.WINNOW_RATE_LIMIT = "5";
    const from = (address: string) => ({ headers: { "x-winnow-address": address } });
    const flood = Array.from({ length: 60 }, () => send(health, "/api/health", from("192.0.2.1")));
    expect((await Promise.all(flood)).filter(({ status }) => status !== 200)).toEqual([]);
    const statuses = async (address: string, calls: number) =>
      Promise.all(Array.from({ length: calls }, async () => (await send(hello, "/api/x", from(address))).status));
    expect(await statuses("192.0.2.1", 12)).toContain(429);
    expect(await statuses("192.0.2.2", 5)).toEqual([200, 200, 200, 200, 200]);
  });

  test("with keys required, a caller that makes up a new key for each call is still one caller", async () => {
    process.env.WINNOW_RATE_LIMIT = "5";
    const attempt = (key: number) => asCaller(NOBODY, () => passed(`wnw_${key}`, 1, 0));
    const allowed = await Promise.all(Array.from({ length: 20 }, (_, key) => attempt(key)));
    expect(allowed.filter((count) => count === 1)).toHaveLength(5);
  });

  test("keys are stored as hashes, and callers from long ago not at all", async () => {
    process.env.WINNOW_RATE_LIMIT = "1";
    for (let index = 0; index < LIMITS.rateCallers + 50; index += 1)
      await assertRate(request(`secret-${index}`), index);
    const kept = [
      ...((globalThis as never as { winnow: Map<string, unknown> }).winnow.get("rate-limit") as Map<string, 0>).keys(),
    ];
    expect(kept).toHaveLength(LIMITS.rateCallers);
    expect(kept.join()).not.toContain("secret");
  });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9%eth0", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", ""],
])("the network of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
