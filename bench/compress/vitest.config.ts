import { defineConfig } from "vitest/config";
import { base } from "../../vitest.base.ts";

/** The project's configuration with benchmarks instead of tests. */
export default defineConfig({
  ...base,
  test: { ...base.test, testTimeout: 600_000, include: ["bench/compress/*.bench.ts"] },
});
