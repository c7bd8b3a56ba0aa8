import { resolveModel } from "../models/resolve-model";
import type { ModelRequest } from "../requests/reconstruct-requests";

export type WindowUse = {
  /** The model's window; null when unknown, or when a prompt exceeded what we know of it. */
  readonly tokens: number | null;
  readonly peakTokens: number | null;
  readonly peakFraction: number | null;
  readonly lastTokens: number | null;
};

/** How full the window was at the fullest request, and at the last one of `agent`. */
export function windowUse(requests: readonly ModelRequest[], agent = "main"): WindowUse {
  const own = requests.filter((request) => request.agent === agent);
  const shown = own.length > 0 ? own : requests;
  const peak = shown.reduce<ModelRequest | null>(
    (best, request) => (best === null || request.promptTokens.tokens > best.promptTokens.tokens ? request : best),
    null,
  );
  if (peak === null) return { tokens: null, peakTokens: null, peakFraction: null, lastTokens: null };
  const peakTokens = peak.promptTokens.tokens;
  const tokens = windowOf(peak.model, peakTokens);
  return {
    tokens,
    peakTokens,
    peakFraction: tokens === null ? null : peakTokens / tokens,
    lastTokens: shown.at(-1)?.promptTokens.tokens ?? null,
  };
}

/** Extended windows are switched on by a header that logs do not hold; a prompt that large proves it. */
const EXTENDED_WINDOW = 1_000_000;

function windowOf(model: string | null, peak: number): number | null {
  const window = resolveModel(model)?.window ?? null;
  if (window === null || peak <= window) return window;
  return peak <= EXTENDED_WINDOW ? EXTENDED_WINDOW : null;
}
