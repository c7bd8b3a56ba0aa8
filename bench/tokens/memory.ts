/**
 * How much time cached counts save: analyses each shared Claude Code session without a cache, with an empty one and
 * with a full one (as after a restart). Run: node scripts/run-ts.mjs bench/tokens/memory.ts
 */
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary, openCountMemory } from "@/lib/server/process/vocabulary";
import type { TokenizerId, VocabularyLoader, VocabularyName } from "@/lib/tokenizers/tokenizer";
import { importCase, listCases } from "../accuracy/load-sessions";
import { printTable } from "../accuracy/print-table";
import { milliseconds } from "./timing";

const folder = mkdtempSync(join(tmpdir(), "winnow-memory-"));
const remembering = (file: string): VocabularyLoader =>
  Object.assign((name: VocabularyName) => loadVocabulary(name), {
    memory: (id: TokenizerId) => openCountMemory(join(folder, `${file}.${id}`)),
  });

const rows: (string | number)[][] = [];
for (const entry of listCases())
  for (const session of await importCase(entry)) {
    analyzeSession(session, loadVocabulary); // warms up the code; this caches pieces, but not counts of texts
    const bare = milliseconds(() => analyzeSession(session, loadVocabulary));
    const empty = milliseconds(() => analyzeSession(session, remembering(entry.name.replace("/", "-"))));
    await new Promise((resolve) => setImmediate(resolve));
    const full = milliseconds(() => analyzeSession(session, remembering(entry.name.replace("/", "-"))));
    const file = join(folder, `${entry.name.replace("/", "-")}.claude`);
    const size = existsSync(file) ? statSync(file).size : 0;
    rows.push([entry.name, ...[bare, empty, full].map((time) => time.toFixed(0)), size]);
  }
rmSync(folder, { recursive: true, force: true });
printTable("Analysis, CPU milliseconds", ["file", "no cache, warm", "empty cache", "full cache", "bytes kept"], rows);
