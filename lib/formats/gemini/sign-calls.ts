import { asArray, asObject, type JsonObject } from "../json-fields";

/** The placeholder for a lost signature in Google's guide (ai.google.dev, thought signatures). */
const LOST_SIGNATURE = "skip_thought_signature_validator";

const partsOf = (content: unknown): readonly (JsonObject | null)[] =>
  (asArray(asObject(content)?.parts) ?? []).map(asObject);

const isCall = (part: JsonObject | null) => part?.functionCall !== undefined || part?.function_call !== undefined;

const hasSignature = (part: JsonObject | null) =>
  typeof part?.thoughtSignature === "string" || typeof part?.thought_signature === "string";

/** True if the model signs its calls and so expects the signatures to be sent back. */
export const isSigned = (contents: readonly unknown[]): boolean =>
  contents.some((content) => partsOf(content).some((part) => isCall(part) && hasSignature(part)));

/** Index of the last content from the user; the running turn begins after it. */
export const currentTurn = (contents: readonly unknown[]): number =>
  contents.findLastIndex((content) => {
    const isResult = (part: JsonObject | null) =>
      part?.functionResponse !== undefined || part?.function_response !== undefined;
    return asObject(content)?.role !== "model" && !partsOf(content).every(isResult);
  });

/**
 * Index of the first call of a content if that call lacks a signature; otherwise -1. Only the first call of a content
 * is signed.
 */
export function unsignedCall(content: unknown): number {
  const parts = partsOf(content);
  const first = parts.findIndex(isCall);
  return first !== -1 && !hasSignature(parts[first] ?? null) ? first : -1;
}

/** Gives the first call of each step of the running turn `LOST_SIGNATURE` if it has no signature. */
export function signFirstCalls(contents: readonly JsonObject[]): JsonObject[] {
  const start = currentTurn(contents);
  return contents.map((content, index) => {
    const call = index > start ? unsignedCall(content) : -1;
    if (call === -1) return content;
    const parts = partsOf(content).map((part, at) =>
      at === call ? { ...part, thoughtSignature: LOST_SIGNATURE } : part,
    );
    return { ...content, parts };
  });
}
