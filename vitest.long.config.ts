import { defineConfig } from "vitest/config";
import { PROMISES } from "./tests/promises/promises.ts";
import { base } from "./vitest.base.ts";

/** `npm test` runs these too, with fewer samples than here (tests/support/samples.ts). */
const MORE_SAMPLES = [
  "tests/lib/strategies/laws.test.ts",
  "tests/lib/tokenizers/laws.test.ts",
  "tests/lib/server/crash.test.ts",
  "tests/package/library.test.ts",
  "tests/package/ai-sdk.test.ts",
  "tests/package/langchain.test.ts",
  "tests/package/providers.test.ts",
];

/** The full form also says how the tests of `npm test` ended that hold a promise. */
const HELD = PROMISES.flatMap(({ tests }) =>
  tests.filter((file) => !file.startsWith("e2e/")).map((file) => `tests/${file}`),
);
const isFull = process.env.WINNOW_LONG === "full";

/** `npm run test:long`: tests against oracles and other products' libraries, with hostile input, killed processes and long loads, one file after the other. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["tests/long/**/*.test.ts", ...MORE_SAMPLES, ...(isFull ? HELD : [])],
    env: { WINNOW_SAMPLES: "all" },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
