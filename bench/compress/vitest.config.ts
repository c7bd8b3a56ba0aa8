import { defineConfig } from "vitest/config";
import { base } from "../../vitest.base.ts";

/** The repository's configuration with the benchmarks in place of the tests. */
export default defineConfig({
  ...base,
  test: { ...base.test, testTimeout: 600_000, include: ["bench/compress/*.bench.ts"] },
});
