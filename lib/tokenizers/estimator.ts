import { base64RunEnd, isBase64 } from "./base64-run";
import type { BytePairEncoder } from "./byte-pair-encoder";
import type { EstimateFamily } from "./estimates";
import { scriptClassOf } from "./script-class";

/**
 * Estimates another family's count: the tokens of every o200k piece times the factor of its kind of writing. Linear,
 * because each base64 run is scanned only once. Rounded once at the end; a text that is not empty has at least one token.
 */
export function createEstimator(o200k: BytePairEncoder, { factors }: EstimateFamily): (text: string) => number {
  return (text) => {
    let total = 0;
    let runEnd = 0;
    let isData = false;
    o200k.countPieces(text, (bytes, start, end, limit, tokens) => {
      if (start === 0 || start >= runEnd) {
        runEnd = base64RunEnd(bytes, start, limit);
        isData = isBase64(bytes, start, runEnd);
      }
      total += tokens * factors[isData ? "base64" : scriptClassOf(bytes, start, end)];
    });
    return text === "" ? 0 : Math.max(1, Math.round(total));
  };
}
