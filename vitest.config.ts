import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

/** Needs threads that no other test has used. */
const ALONE = ["/pool.test.ts"];
/** Files that run in separate processes: those, and all that replace modules, recognised by their text. */
const APART = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .map((file) => `tests/${file.replaceAll("\\", "/")}`)
  .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith("tests/long/"))
  .filter(
    (file) =>
      ALONE.some((name) => file.endsWith(name)) || /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, "utf8")),
  );
/** Tests that start a server, a database or a command. */
const SERVER = ["tests/app/api/**", "tests/lib/server/**", "tests/integration/**", "tests/package/**"];
const tests = (folder: string): string[] => [`${folder}.test.ts`, `${folder}.test.tsx`];

/**
 * All files of a worker share its loaded modules, which takes less than half of the processor time of loading them for
 * each file. The program keeps its state per process; tests/support/fresh-process.ts drops it before each file.
 * `npm run check` runs the first project alone.
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
