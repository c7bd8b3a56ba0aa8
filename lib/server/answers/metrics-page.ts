import { readFile } from "node:fs/promises";
import path from "node:path";

/** The text of docs/metrics.md, which packaged servers ship too; null if the file is absent. */
export async function readMetricsPage(): Promise<string | null> {
  const file = path.join(process.cwd(), "docs", "metrics.md");
  return readFile(file, "utf8").catch(() => null);
}
