import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

/** Files that replace modules, or measure a process that nothing else has used. */
const APART = [
  "tests/components/pages-menu.test.tsx",
  "tests/components/access.test.tsx",
  "tests/app/api/delete-project.test.ts",
  "tests/app/api/follow.test.ts",
  "tests/integration/job-laws.test.ts",
  "tests/integration/otlp-anywhere.test.ts",
  "tests/scripts/run-tests.test.ts",
  "tests/lib/server/pool.test.ts",
  "tests/lib/server/import-groups.test.ts",
  "tests/lib/server/readiness.test.ts",
  "tests/lib/api/loaded-twice.test.ts",
];
/** Tests that start a server, a database or a command. */
const SERVER = ["tests/app/api/**", "tests/lib/server/**", "tests/integration/**", "tests/package/**"];
const tests = (folder: string): string[] => [`${folder}.test.ts`, `${folder}.test.tsx`];

/**
 * All files of a worker share the modules that it has loaded, which takes less than half of the processor time of loading
 * them for each file. Code of the program keeps its state by process, and tests/support/fresh-process.ts drops that before
 * each file. `npm run check` runs the first project alone.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: tests("tests/**/*"),
          exclude: [...APART, ...SERVER, "tests/e2e/**", "tests/long/**"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: SERVER.flatMap((folder) => tests(`${folder}/*`)),
          exclude: APART,
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: APART } },
    ],
  },
});
