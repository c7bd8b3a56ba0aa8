import { defineConfig } from "vitest/config";
import { base } from "./vitest.base.ts";

/** Run by \`npm test\` too, with a few of the samples that they draw here (tests/support/samples.ts). */
const MORE_SAMPLES = [
  "tests/lib/strategies/laws.test.ts",
  "tests/lib/tokenizers/laws.test.ts",
  "tests/lib/server/crash.test.ts",
];

/** `npm run test:long`: oracles, other products' libraries, hostile input, kills and soaks, one file after the other. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["tests/long/**/*.test.ts", ...MORE_SAMPLES],
    env: { WINNOW_SAMPLES: "all" },
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
