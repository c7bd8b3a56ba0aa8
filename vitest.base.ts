import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What every run of vitest has in common: the ordinary one, the long one, and the one of the benchmarks. */
export const base = {
  resolve: { alias: { "@": at(".") } },
  test: {
    globalSetup: "./tests/support/global-setup.ts",
    setupFiles: "./tests/support/property-seed.ts",
    // Vitest leaves one core free; on two cores that is half of them.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
} satisfies ViteUserConfig;
