import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { CompressionState } from "@/lib/api/compression-state";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import { blobPath, putText } from "../blobs";
import { writeOutputNote } from "../output-notes";
import type { StoredOutputFile } from "./body-task";

/** Bytes of a state up to which the answer holds it; a longer one is kept with the put-aside outputs, and named. */
export const INLINE_STATE_BYTES = 16 * 1024;

/** A state that stands elsewhere: its bytes under their digest. */
const stateReference = z.strictObject({
  version: z.literal(1),
  cycle: z.int().min(1),
  ref: z.string().regex(/^state_[0-9a-f]{64}$/),
});
export type StateReference = z.infer<typeof stateReference>;

/** What `state` of a body stands for where nothing is kept under its reference any more. */
export const STATE_GONE = Symbol("state gone");

/** `state` of a body, read from where it is kept if it is a reference. Anything else is given back as it came. */
export async function readState(given: unknown): Promise<unknown> {
  const parsed = stateReference.safeParse(given);
  if (!parsed.success) return given;
  try {
    const sha256 = parsed.data.ref.slice("state_".length);
    const bytes = await readFile(blobPath(sha256));
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) return STATE_GONE;
    return parseJson(bytes.toString("utf8"));
  } catch {
    return STATE_GONE;
  }
}

export type WrittenState = {
  readonly state: CompressionState | StateReference | null;
  readonly outputs: readonly StoredOutputFile[];
};

/** The state as the answer holds it: itself where it is short or nothing may be kept, else a reference. */
export async function writeState(state: CompressionState | null, isKept: boolean): Promise<WrittenState> {
  const text = jsonText(state);
  if (state === null || !isKept || Buffer.byteLength(text) <= INLINE_STATE_BYTES) return { state, outputs: [] };
  const { sha256, bytes } = await putText(text);
  const ref = `state_${sha256}`;
  const output = { id: ref, sha256, tool: null, tokens: 0, bytes };
  writeOutputNote(output);
  return { state: { version: 1, cycle: state.cycle, ref }, outputs: [output] };
}
