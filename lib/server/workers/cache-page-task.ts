import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { SessionIndex } from "../derived";
import { rememberingLoader } from "../vocabulary";
import { readJson } from "./derived-reader";
import { findDirectory } from "./load-context";
import { loadSession } from "./load-session";
import { writeCache } from "./write-cache";

export type CachePageInput = { readonly sessionId: string };

/** Explains the cache of a session that was stored before these files were written at import. */
export function cachePageTask({ sessionId }: CachePageInput): null {
  const directory = findDirectory(sessionId);
  const { agents } = readJson<SessionIndex>(directory, "index.json");
  const analysis = analyzeSession(loadSession(directory), rememberingLoader);
  writeCache(analysis, analyzeCache(analysis), agents, directory);
  return null;
}
