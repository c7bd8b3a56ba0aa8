import { afterEach, expect, test, vi } from "vitest";

const results = vi.hoisted(() => ({
  untilVitestEnds: async (): Promise<unknown> => null,
  postgres: null as string | null,
  vitest: { passed: 0, failed: 0, failures: [] as string[], skipped: {} as Record<string, number>, files: {} },
}));
/** The stages in the order in which they begin and end. */
const order: string[] = [];
const stage = async <T>(name: string, result: T): Promise<T> => {
  order.push(`${name} begins`);
  await (name === "vitest" ? results.untilVitestEnds() : new Promise((resolve) => setTimeout(resolve, 1)));
  order.push(`${name} ends`);
  return result;
};
vi.mock("../../scripts/newest-postgres.mjs", () => ({ findOrInstallNewestPostgres: async () => results.postgres }));
vi.mock("../../scripts/test-times.mjs", async (load) => ({ ...(await load<object>()), keepTimes: () => {} }));
vi.mock("../../scripts/vitest-run.mjs", () => ({
  runVitest: ({ filters = [] }: { filters?: string[] }) => stage(filters.at(-1) ?? "vitest", results.vitest),
}));
vi.mock("../../scripts/find-browser.mjs", () => ({ findOrInstallBrowser: () => stage("browser", null) }));
vi.mock("../../scripts/setup-steps.mjs", async (load) => ({
  ...(await load<object>()),
  captureNode: ([program]: string[]) => stage(program?.split("/").at(-1) ?? "", { code: 0, output: "" }),
  runNode: async () => 0,
}));

const run = async (command: string, filters: readonly string[] = []): Promise<{ code: number; told: string[] }> => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { runTests } = (await import("../../scripts/run-tests.mjs" as string)) as {
    runTests(command: string, filters: readonly string[]): Promise<number>;
  };
  const code = await runTests(command, filters);
  return { code, told: log.mock.calls.map(([line]) => String(line)) };
};
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  order.length = 0;
  results.untilVitestEnds = async () => null;
  results.postgres = null;
  results.vitest = { passed: 0, failed: 0, failures: [], skipped: {}, files: {} };
});

test("a machine that cannot have the newest PostgreSQL skips its tests and has not failed", async () => {
  const { code, told } = await run("test:newest");
  expect(code).toBe(0);
  expect(told.at(-1)).toBe("0 passed, 0 failed");
  expect(told.join("\n")).toContain("1 skipped");
});

test("tests that ran nothing, or only skipped, have failed, with the newest PostgreSQL too", async () => {
  expect((await run("test", ["tests/nowhere"])).code).toBe(1);
  results.postgres = "/somewhere/bin";
  expect((await run("test:newest")).code).toBe(1);
  results.vitest = { ...results.vitest, skipped: { "a PostgreSQL server": 3 } };
  expect((await run("test:newest")).code).toBe(1);
  results.vitest = { ...results.vitest, passed: 3 };
  expect((await run("test:newest")).code).toBe(0);
  results.vitest = { ...results.vitest, failed: 1 };
  expect((await run("test:newest")).code).toBe(1);
});

test("what failed stands right above the counts, for those who see only the end of a log", async () => {
  const name = "tests/lib/some.test.ts › a law › holds";
  results.vitest = { ...results.vitest, passed: 3, failed: 1, failures: [name], skipped: { "a reason": 1 } };
  const { told } = await run("test", ["tests/lib"]);
  expect(told.slice(-2)).toEqual([`[winnow] failed: ${name}`, "3 passed, 1 failed"]);
});

test("the browser tests begin when the build ends, and do not wait for vitest", async () => {
  vi.stubEnv("CI", "");
  results.untilVitestEnds = () => vi.waitFor(() => expect(order).toContain("browser begins"), 5_000);
  results.vitest = { ...results.vitest, passed: 3 };
  expect((await run("test")).code).toBe(0);
  expect(order.filter((name) => name.endsWith("begins"))).toEqual(
    ["vitest", "tsc", "biome", "run.mjs", "browser"].map((name) => `${name} begins`),
  );
  expect(order.indexOf("run.mjs ends")).toBeLessThan(order.indexOf("browser begins"));
});

test("the browser tests of the long suite run beside the newest PostgreSQL, and both after what measures", async () => {
  vi.stubEnv("CI", "");
  results.postgres = "/somewhere/bin";
  results.vitest = { ...results.vitest, passed: 3 };
  expect((await run("test:long")).code).toBe(0);
  const both = ["browser begins", "tests/integration/trails begins"];
  expect(order.slice(0, 2)).toEqual(["vitest begins", "vitest ends"]);
  expect(order.slice(2, 4).toSorted()).toEqual(both);
});
