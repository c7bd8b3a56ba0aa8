import fs from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Processor seconds of a test file: of its process, and of child processes that ended. */
    processor?: number;
  }
}

/** Null if the system has no /proc. */
function processorSeconds(): number | null {
  if (!fs.existsSync("/proc/self/stat")) return null;
  const fields = fs.readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100; // proc(5), in hundredths of a second
}

const before = processorSeconds();

// Registered first, so it runs last: what other hooks of the file end is counted.
// biome-ignore lint/correctness/noEmptyPattern: vitest takes no other first parameter
afterAll(({}, file) => {
  const after = processorSeconds();
  if (before !== null && after !== null) file.meta.processor = after - before;
});
