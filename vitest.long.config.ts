import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PROMISES } from "./tests/promises/promises.ts";
import { base } from "./vitest.base.ts";

const isFull = process.env.WINNOW_LONG === "full";

/**
 * `npm test` runs these too, but with fewer presets, versions or sessions (`samples`), or fewer draws than the full
 * form (`draws`).
 */
const MORE_SAMPLES = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .map((file) => `tests/${file.replaceAll("\\", "/")}`)
  .filter((file) => /(?<!^tests\/long\/.*)\.test\.tsx?$/.test(file))
  .filter((file) => {
    const imported = /import \{ (.*) \} from ".*support\/samples"/.exec(readFileSync(file, "utf8"))?.[1];
    return imported !== undefined && (isFull || imported.includes("samples"));
  });

/** The full form also reports the results of the tests in `npm test` that check a promise. */
const HELD = PROMISES.flatMap(({ tests }) =>
  tests.filter((file) => !file.startsWith("e2e/")).map((file) => `tests/${file}`),
);
const files = (names: readonly string[]): string[] => names.map((name) => `tests/long/${name}.test.ts`);
/** These run one at a time with nothing in parallel, because they measure the server's speed or memory. */
const IN_TURN = files(["server/fairness", "server/few-descriptors", "server/large-files", "server/soak"]);
/** These run in separate processes, because another program opens their data directory, or their disk is full. */
const APART = files(["storage/crash", "storage/full-disk", "storage/upgrade-from"]);

/** Short files that take long. Vitest would start small files last, and leave the other core idle. */
const BEGUN_FIRST = ["recipes/recipes", "growth", "server/replicas", "server/worker-processes", "storage/long-lock"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) =>
      BEGUN_FIRST.some((name) => moduleId.endsWith(`/tests/long/${name}.test.ts`));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

/**
 * `npm run test:long`: tests that take minutes, such as oracles, other products' libraries, hostile input, kills and
 * long loads.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    env: { WINNOW_SAMPLES: "all" },
    maxWorkers: availableParallelism() + 1, // many tests wait for processes that they have started
    testTimeout: 600_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "beside",
          include: ["tests/long/**/*.test.ts", ...MORE_SAMPLES],
          exclude: [...IN_TURN, ...APART],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "apart", include: APART, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: "in turn",
          include: [...IN_TURN, ...(isFull ? HELD : [])],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
