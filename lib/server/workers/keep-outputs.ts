import type { StoreReference } from "@/lib/conversation/edit";
import { putText } from "../blobs";
import { writeOutputNote } from "../output-notes";
import type { StoredOutputFile } from "./body-task";

/** Writes the originals that the result refers to as blobs; their rows are the main thread's work. */
export async function keepOutputs(
  references: readonly StoreReference[],
  contents: ReadonlyMap<string, string>,
): Promise<StoredOutputFile[]> {
  const kept: StoredOutputFile[] = [];
  for (const { id, toolName, tokens } of references) {
    const content = contents.get(id);
    if (content === undefined) continue; // a reference of an earlier call, already kept
    const { sha256, bytes } = await putText(content);
    const output = { id, sha256, tool: toolName ?? null, tokens, bytes };
    writeOutputNote(output);
    kept.push(output);
  }
  return kept;
}
