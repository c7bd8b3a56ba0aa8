import * as z from "zod";
import type { CompressionState } from "../api/compression-state";
import { checkJson } from "../conversation/check-json";
import { jsonText, parseJson } from "../conversation/exact-json";
import { STATE_GONE } from "./carried-edits";
import type { Surroundings } from "./surroundings";

/**
 * Maximum size of a state in the answer, in bytes. A longer one is stored with the outputs, and the answer contains its
 * reference.
 */
const INLINE_STATE_BYTES = 16 * 1024;

/** A reference to a stored state, by the digest of its bytes. */
const stateReference = z.strictObject({
  version: z.literal(1),
  cycle: z.int().min(1),
  ref: z.string().regex(/^state_[0-9a-f]{64}$/),
});
export type StateReference = z.infer<typeof stateReference>;

/** Resolves a body's `state` if it is a reference to a stored state. Any other value is returned unchanged. */
export async function readState(
  given: unknown,
  { readKept, sha256 }: Pick<Surroundings, "readKept" | "sha256">,
): Promise<unknown> {
  const parsed = checkJson(stateReference, given);
  if (!parsed.success) return given;
  const { ref } = parsed.data;
  const text = await readKept(ref);
  if (text === null || stateId(text, sha256) !== ref) return STATE_GONE;
  try {
    return parseJson(text);
  } catch {
    return STATE_GONE;
  }
}

/** Returns the state if it is short or nothing may be stored; otherwise stores it and returns a reference. */
export async function writeState(
  state: CompressionState | null,
  isKept: boolean,
  { keep, sha256 }: Pick<Surroundings, "keep" | "sha256">,
): Promise<CompressionState | StateReference | null> {
  if (state === null || !isKept) return state;
  const text = jsonText(state);
  if (isShort(text)) return state;
  const ref = stateId(text, sha256);
  await keep({ id: ref, text, tool: null, tokens: 0, source: null });
  return { version: 1, cycle: state.cycle, ref };
}

/** A character has at least one byte, so a long text need not be encoded to be recognised. */
const isShort = (text: string): boolean =>
  text.length <= INLINE_STATE_BYTES && new TextEncoder().encode(text).byteLength <= INLINE_STATE_BYTES;

const stateId = (text: string, sha256: Surroundings["sha256"]): string => `state_${sha256([text])}`;
