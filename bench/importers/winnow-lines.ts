import { exampleRows } from "@/lib/example/generate-example";
import { readerOf, selectSession } from "@/lib/exporters/select-session";
import { winnow } from "@/lib/exporters/winnow";
import { importTranscript } from "@/lib/importers/import-transcript";

/**
 * Winnow's own export of a generated session of this many bytes. The session is held in memory, because the export
 * needs it.
 */
export async function* winnowLines(bytes: number, seed: number): AsyncIterable<string> {
  const file = { name: "made-up", sha256: "0".repeat(64), bytes: 0, open: () => claudeCodeBytes(bytes, seed) };
  const imported = await importTranscript([file]);
  const [session] = imported.ok ? imported.value.sessions : [];
  const selected = session && selectSession(readerOf(session), { agent: null, request: null });
  if (!selected?.ok) throw new Error("the generated session could not be imported or selected");
  yield* winnow.write({
    selection: selected.value,
    redactor: null,
    requests: () => [],
    subAgents: [],
    compactions: () => [],
    comments: [],
    answer: [],
  });
}

async function* claudeCodeBytes(bytes: number, seed: number): AsyncIterable<Uint8Array> {
  let written = 0;
  for (const row of exampleRows({ seed, rounds: Number.POSITIVE_INFINITY })) {
    const line = Buffer.from(`${JSON.stringify(row)}\n`);
    written += line.byteLength;
    yield line;
    if (written >= bytes) return;
  }
}
