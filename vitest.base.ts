import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The configuration shared by all runs of vitest: the ordinary tests, the long ones and the benchmarks. */
export const base = {
  resolve: {
    alias: {
      "@": at("."),
      "winnow/small": at("package/entries/small.ts"),
      winnow: at("package/entries/index.ts"),
    },
  },
  test: {
    experimental: { fsModuleCache: true },
    globalSetup: "./tests/support/global-setup.ts",
    setupFiles: ["processor-time", "property-seed", "fresh-process"].map((name) => `./tests/support/${name}.ts`),
    // By default, Vitest leaves one core free, which is half of a machine with two cores.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
} satisfies ViteUserConfig;
