import { clientFacts, effectiveWindow } from "../models/clients";
import { resolveModel } from "../models/resolve-model";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { TokenBasis } from "../tokenizers/tokenizer";
import type { Session } from "../transcript/session";

export type WindowUse = {
  /** The window that the session had; null when unknown, or when a prompt exceeded all we know of. */
  readonly tokens: number | null;
  readonly peakTokens: number | null;
  readonly peakBasis: TokenBasis | null;
  readonly peakFraction: number | null;
  readonly lastTokens: number | null;
  /** Where the client compacts by itself: seen in this session, else what is known of the client. */
  readonly trigger: number | null;
};

const NO_REQUEST: WindowUse = {
  tokens: null,
  peakTokens: null,
  peakBasis: null,
  peakFraction: null,
  lastTokens: null,
  trigger: null,
};

/** How full the window was at the fullest request of an agent, and at its last; of all where that agent has none. */
export function windowUse(session: Session, requests: readonly ModelRequest[], agent = "main"): WindowUse {
  const own = requests.filter((request) => request.agent === agent);
  const shown = own.length > 0 ? own : requests;
  const peak = shown.reduce<ModelRequest | null>(
    (best, request) => (best === null || request.promptTokens.tokens > best.promptTokens.tokens ? request : best),
    null,
  );
  if (peak === null) return NO_REQUEST;
  const peakTokens = peak.promptTokens.tokens;
  const tokens = windowOf(session, peak.model, peakTokens);
  return {
    tokens,
    peakTokens,
    peakBasis: peak.promptTokens.basis,
    peakFraction: tokens === null ? null : peakTokens / tokens,
    lastTokens: shown.at(-1)?.promptTokens.tokens ?? null,
    trigger: triggerOf(session, agent, tokens),
  };
}

/** Extended windows are switched on by a header that logs do not hold; a prompt that large proves it. */
function windowOf(session: Session, name: string | null, peak: number): number | null {
  const model = resolveModel(name);
  const windows = [effectiveWindow(session.format, name, model), model?.window ?? null, model?.extendedWindow ?? null];
  return windows.find((window) => window !== null && peak <= window) ?? null;
}

function triggerOf(session: Session, agent: string, window: number | null): number | null {
  if (window === null) return null;
  const sizes = session.events.flatMap((event) =>
    event.agent === agent && event.type === "compaction" && event.trigger === "auto" && event.tokensBefore !== undefined
      ? [event.tokensBefore]
      : [],
  );
  const seen = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  const reserve = clientFacts(session.format)?.compactionReserve;
  const trigger = sizes.length > 0 ? seen : reserve === undefined ? null : window - reserve;
  return trigger !== null && trigger > 0 && trigger < window ? trigger : null;
}
