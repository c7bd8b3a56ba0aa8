import fs from "node:fs";
import path from "node:path";

/**
 * The worker's entry and the parts that it loads, as paths in `dist`. Parts of earlier builds stay beside them for a
 * day, because threads of a running server may still load them; a package does not need those.
 */
export function workerParts(dist) {
  const parts = fs.readdirSync(path.join(dist, "worker"));
  const reached = new Set(["worker.mjs"]);
  // The loop also visits what it adds.
  for (const file of reached) {
    const code = fs.readFileSync(path.join(dist, file), "utf8");
    for (const part of parts) if (code.includes(part)) reached.add(`worker/${part}`);
  }
  return [...reached];
}
