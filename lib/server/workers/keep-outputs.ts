import type { StoreReference } from "@/lib/conversation/edit";
import { putText } from "../blobs";
import { writeOutputNote } from "../output-notes";
import type { StoredOutputFile } from "./body-task";

/** Writes the originals that the result refers to as blobs. The main thread adds their rows. */
export async function keepOutputs(
  references: readonly StoreReference[],
  contents: ReadonlyMap<string, string>,
): Promise<StoredOutputFile[]> {
  const kept: StoredOutputFile[] = [];
  for (const { id, toolName, tokens } of references) {
    const content = contents.get(id);
    if (content === undefined) continue; // the reference is of an earlier call, which stored it
    const { sha256, bytes } = await putText(content);
    const output = { id, sha256, tool: toolName ?? null, tokens, bytes };
    writeOutputNote(output);
    kept.push(output);
  }
  return kept;
}
