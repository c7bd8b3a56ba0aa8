import { mergeConfig } from "vitest/config";
import base from "../../vitest.config";

/** The repository's configuration with the benchmarks in place of the tests. */
const config = mergeConfig(base, { test: { testTimeout: 600_000 } });
export default { ...config, test: { ...config.test, include: ["bench/compress/*.bench.ts"] } };
