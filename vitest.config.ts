import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig({
  resolve: { alias: { "@": at("."), "server-only": at("./tests/support/server-only.ts") } },
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    exclude: ["tests/e2e/**", "node_modules/**"],
    globalSetup: "./tests/support/global-setup.ts",
    setupFiles: "./tests/support/property-seed.ts",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
