import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

/**
 * Files that replace modules, and so need modules of their own. All others share what their worker has loaded: code of the
 * program keeps its state by process, and tests/support/fresh-process.ts puts that back after each file.
 */
const APART = [
  "tests/components/pages-menu.test.tsx",
  "tests/components/access.test.tsx",
  "tests/app/api/delete-project.test.ts",
  "tests/app/api/follow.test.ts",
  "tests/integration/job-laws.test.ts",
  "tests/integration/otlp-anywhere.test.ts",
  "tests/scripts/run-tests.test.ts",
  "tests/lib/server/readiness.test.ts",
  "tests/lib/server/pool.test.ts",
  "tests/lib/api/loaded-twice.test.ts",
];

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: [...APART, "tests/e2e/**", "tests/long/**"],
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: APART } },
    ],
  },
});
