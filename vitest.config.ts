import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

const SERVER = "tests/lib/server/**";
const PURE = "tests/lib/**/*.test.ts";

/**
 * Pure code keeps no state between calls, so its tests share the modules that a worker has loaded. That takes two fifths
 * less processor time than loading them for each file. Tests with a server, a database or a document run separately, and
 * each of their files loads its own modules.
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
