import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

const SERVER = "tests/lib/server/**";
const PURE = "tests/lib/**/*.test.ts";

/**
 * Pure code keeps nothing between calls, so its tests share what a worker has loaded: two fifths less processor time than
 * loading it anew for each file. What has a server, a database or a document runs apart, each file with modules of its own.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      { extends: true, test: { name: "pure", include: [PURE], exclude: [SERVER], isolate: false } },
      {
        extends: true,
        test: {
          name: "apart",
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: ["tests/lib/!(server)/**", "tests/lib/*.test.ts", "tests/e2e/**", "tests/long/**"],
        },
      },
    ],
  },
});
