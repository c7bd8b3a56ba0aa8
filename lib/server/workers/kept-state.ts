import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { CompressionState } from "@/lib/api/compression-state";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import { blobPath, putText } from "../blobs";
import { writeOutputNote } from "../output-notes";
import type { StoredOutputFile } from "./body-task";

/**
 * Most bytes of a state in the answer. A longer state is stored with the put-aside outputs, and the answer has its
 * reference.
 */
export const INLINE_STATE_BYTES = 16 * 1024;

/** A reference to a stored state, by the digest of its bytes. */
const stateReference = z.strictObject({
  version: z.literal(1),
  cycle: z.int().min(1),
  ref: z.string().regex(/^state_[0-9a-f]{64}$/),
});
export type StateReference = z.infer<typeof stateReference>;

/** The value of `state` when nothing is stored under its reference any more. */
export const STATE_GONE = Symbol("state gone");

/** Resolves `state` of a body if it is a reference to a stored state. Any other value is returned unchanged. */
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

/** The state for the answer: the state itself if it is short or nothing may be stored, else a reference to it. */
export async function writeState(state: CompressionState | null, isKept: boolean): Promise<WrittenState> {
  const text = jsonText(state);
  if (state === null || !isKept || Buffer.byteLength(text) <= INLINE_STATE_BYTES) return { state, outputs: [] };
  const { sha256, bytes } = await putText(text);
  const ref = `state_${sha256}`;
  const output = { id: ref, sha256, tool: null, tokens: 0, bytes };
  writeOutputNote(output);
  return { state: { version: 1, cycle: state.cycle, ref }, outputs: [output] };
}
