/** Files of standing instructions that a client puts into every prompt, by how the text says which file it is. */
type MemoryRow = { readonly pattern: RegExp; readonly asOf: string; readonly source: string };

/** The first group is the file's path. */
const MEMORY_ROWS: readonly MemoryRow[] = [
  {
    pattern: /^Contents of (\S+\.md)\b[^\n]*:/m,
    asOf: "2026-11",
    source: "Claude Code 2.1.x: reminders in request bodies, attachments of the type nested_memory",
  },
  {
    pattern: /^# (AGENTS\.md) instructions for /m,
    asOf: "2026-11",
    source: "Codex rollouts of 2026",
  },
  {
    pattern: /^--- Context from: (.+?) ---$/m,
    asOf: "2026-11",
    source: "github.com/google-gemini/gemini-cli, memory discovery; Qwen Code writes the same",
  },
  {
    pattern: /^Instructions from: (.+\.md)$/m,
    asOf: "2026-11",
    source: "github.com/sst/opencode, session/system.ts",
  },
];

/** The path of the memory file that a text of the client holds; null if it holds none. */
export function memoryFileIn(text: string): string | null {
  for (const { pattern } of MEMORY_ROWS) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
