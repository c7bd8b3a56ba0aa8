import { afterEach, expect, test, vi } from "vitest";

const results = vi.hoisted(() => ({
  postgres: null as string | null,
  vitest: { passed: 0, failed: 0, failures: [] as string[], skipped: {} as Record<string, number>, files: {} },
}));
vi.mock("../../scripts/newest-postgres.mjs", () => ({ findOrInstallNewestPostgres: async () => results.postgres }));
vi.mock("../../scripts/test-times.mjs", async (load) => ({ ...(await load<object>()), keepTimes: () => {} }));
vi.mock("../../scripts/vitest-run.mjs", () => ({ runVitest: async () => results.vitest }));

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
  results.postgres = null;
  results.vitest = { passed: 0, failed: 0, failures: [], skipped: {}, files: {} };
});

test("a machine that cannot have the newest PostgreSQL skips its tests and does not fail", async () => {
  const { code, told } = await run("test:newest");
  expect(code).toBe(0);
  expect(told.at(-1)).toBe("0 passed, 0 failed");
  expect(told.join("\n")).toContain("1 skipped");
});

test("a run without tests, or with only skipped ones, has failed, with the newest PostgreSQL too", async () => {
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

test("failures come right above the counts, for readers who see only the end of a log", async () => {
  const name = "tests/lib/some.test.ts › a law › holds";
  results.vitest = { ...results.vitest, passed: 3, failed: 1, failures: [name], skipped: { "a reason": 1 } };
  const { told } = await run("test", ["tests/lib"]);
  expect(told.slice(-2)).toEqual([`[winnow] failed: ${name}`, "3 passed, 1 failed"]);
});
