import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTask } from "@/lib/server/workers/pool";

/** The minimum work of any line reader: splits the bytes and parses each line. Returns the number of rows. */
export async function parseLines(file: string): Promise<number> {
  let rows = 0;
  let rest = "";
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18, encoding: "utf8" })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (JSON.parse(line.replace(/^\[|,$/g, ""))) rows += 1;
  }
  return rows;
}

/**
 * Imports a file completely, in a worker thread with the server's heap limits: reads, parses, counts, analyses and
 * writes the derived files. The data directory is new, so no count is cached from an earlier run. Returns the number
 * of sessions. Needs dist/worker.mjs.
 */
export async function importWhole(file: string): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), "winnow-import-"));
  process.env.WINNOW_DATA_DIR = directory; // the worker thread inherits it
  const outDir = path.join(directory, "out");
  mkdirSync(outDir);
  try {
    const files = [{ name: "unknown", sha256: "0".repeat(64), bytes: statSync(file).size, path: file }];
    const output = await runTask({ kind: "import", input: { files, outDir } }, { lane: "bulk" });
    if (!output.ok) throw new Error(output.message);
    return output.sessions.length;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A ShareGPT export of short chats, one per line. */
export function manySessions(count: number): string {
  const chat = (index: number) =>
    JSON.stringify({
      id: `chat-${index}`,
      conversations: [
        { from: "human", value: `Question ${index}: what does src/module-${index}.ts do?` },
        { from: "gpt", value: `It reads file ${index * 7}. ${"Then it writes what it read. ".repeat(8)}` },
        { from: "human", value: "Thanks." },
        { from: "gpt", value: "You are welcome." },
      ],
    });
  return `[${Array.from({ length: count }, (_, index) => chat(index)).join(",\n")}\n]`;
}
