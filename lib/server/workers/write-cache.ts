import fs from "node:fs";
import path from "node:path";
import type { CacheAnalysis } from "@/lib/pipeline/analyze-cache";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { toAgentCaches, toSessionCache } from "@/lib/view-models/session-cache";
import { CACHE_FOLDER } from "../derived";
import { writeDurably } from "./jsonl-writer";

/** What the pages Cache and Findings draw. `session.json` comes last: where it is, all of them are. */
export function writeCache(
  analysis: Analysis,
  cache: CacheAnalysis,
  agents: readonly string[],
  directory: string,
): void {
  const folder = path.join(directory, CACHE_FOLDER);
  fs.mkdirSync(folder, { recursive: true });
  toAgentCaches(analysis, cache, agents).forEach((own, number) => {
    writeDurably(path.join(folder, `${number}.json`), JSON.stringify(own));
  });
  writeDurably(path.join(folder, "session.json"), JSON.stringify(toSessionCache(analysis, cache)));
}
