import { afterEach, describe, expect, test } from "vitest";
import { guard } from "@/lib/server/guard";
import { LIMITS } from "@/lib/server/limits";
import { forgetProcessState } from "@/lib/server/process-state";
import { assertRate } from "@/lib/server/rate-limit";
import { readProblem, send } from "../../support/test-server";

const hello = guard(async () => new Response("hello"));
const call = (key?: string) => send(hello, "/api/x", { headers: key ? { authorization: `Bearer ${key}` } : {} });
const request = (key: string) => new Request("http://127.0.0.1/", { headers: { "x-api-key": key } });

afterEach(() => {
  delete process.env.WINNOW_RATE_LIMIT;
  delete process.env.WINNOW_ALLOWED_HOSTS;
  forgetProcessState("rate-limit");
});

/** How many of so many calls at one moment are answered. */
async function passed(key: string, calls: number, now: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < calls; index += 1)
    try {
      await assertRate(request(key), now);
      count += 1;
    } catch {}
  return count;
}

describe("calls in a second by one caller", () => {
  test("on this machine alone there is no limit, and once others can reach it there is", async () => {
    expect(await passed("a", 500, 0)).toBe(500);
    process.env.WINNOW_ALLOWED_HOSTS = "winnow.internal";
    expect(await passed("a", 500, 0)).toBe(LIMITS.callsPerSecond);
  });

  test("two hundred at once: what is over the rate is a 429 that says when to come again", async () => {
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

  test("the allowance comes back evenly, and never more than a second of it", async () => {
    process.env.WINNOW_RATE_LIMIT = "10";
    expect(await passed("a", 50, 0)).toBe(10);
    expect(await passed("a", 50, 500)).toBe(5);
    expect(await passed("a", 50, 60_000)).toBe(10);
  });

  test("keys are kept as hashes, and callers that are long gone not at all", async () => {
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
