import { clientWindow, effectiveWindow } from "../models/clients";
import { triggerOfClient } from "../models/compaction-triggers";
import { resolveModel } from "../models/resolve-model";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { TokenBasis } from "../tokenizers/tokenizer";
import type { ReportedLimits, Session } from "../transcript/session";

type WindowSource = "log" | "stated" | "known";

export type WindowUse = {
  /**
   * The session's window; null if unknown, or if the provider accepted a prompt larger than every known window of the
   * model. If such a prompt was only counted here, this is the largest known window, because the count may be too high.
   */
  readonly tokens: number | null;
  /** Source of the window: the log, the reader, or facts about client and model; null if unknown. */
  readonly source: WindowSource | null;
  /** null if unknown, because the client may have sent less than the log contains. */
  readonly peakTokens: number | null;
  readonly peakBasis: TokenBasis | null;
  readonly peakFraction: number | null;
  readonly lastTokens: number | null;
  /**
   * Prompt size at which the client compacts automatically: stated in the log, otherwise observed in it, otherwise
   * known for the client.
   */
  readonly trigger: number | null;
};

const NO_REQUEST: WindowUse = {
  tokens: null,
  source: null,
  peakTokens: null,
  peakBasis: null,
  peakFraction: null,
  lastTokens: null,
  trigger: null,
};

/** Window fill at an agent's fullest request and at its last one; over all agents if that agent has no requests. */
export function windowUse(session: Session, requests: readonly ModelRequest[], agent = "main"): WindowUse {
  const own = requests.filter((request) => request.agent === agent);
  const shown = own.length > 0 ? own : requests;
  const peak = shown.reduce<ModelRequest | null>(
    (best, request) => (best === null || request.promptTokens.tokens > best.promptTokens.tokens ? request : best),
    null,
  );
  if (peak === null) return NO_REQUEST;
  const isKnown = !exceedsTotal(session, requests);
  const peakTokens = isKnown ? peak.promptTokens.tokens : null;
  const limits = limitsOf(shown, peak);
  const stated = limits?.window ?? limits?.maxPrompt ?? null;
  const tokens = stated ?? windowOf(session, peak);
  return {
    tokens,
    source: tokens === null ? null : stated === null ? "known" : tokens === session.stated?.window ? "stated" : "log",
    peakTokens,
    peakBasis: isKnown ? peak.promptTokens.basis : null,
    peakFraction: tokens === null || peakTokens === null ? null : peakTokens / tokens,
    lastTokens: (isKnown ? shown.at(-1)?.promptTokens.tokens : null) ?? null,
    trigger: triggerOf(session, agent, tokens, limits),
  };
}

/** A factor clearly beyond the error of an estimate. */
const CLEARLY_MORE = 1.25;

/** Whether the client sent less than the log's prompts contain: it can leave out old outputs without logging that. */
const exceedsTotal = ({ totals }: Session, requests: readonly ModelRequest[]): boolean =>
  totals?.promptTokens !== undefined &&
  requests.reduce((sum, { promptTokens }) => sum + promptTokens.tokens, 0) > CLEARLY_MORE * totals.promptTokens;

/** The log's limits for the call with the largest prompt, otherwise for the last call to the same model. */
function limitsOf(requests: readonly ModelRequest[], { model, limits }: ModelRequest): ReportedLimits | null {
  return limits ?? requests.findLast((request) => request.limits && request.model === model)?.limits ?? null;
}

/**
 * Extended windows are enabled by a header that logs do not contain; a prompt larger than the normal window
 * proves it. If the provider reported it, it was accepted, so the session's window cannot have been smaller.
 */
function windowOf(session: Session, request: ModelRequest): number | null {
  const { model: name, agent } = request;
  const { tokens, basis } = request.promptTokens;
  const model = resolveModel(name);
  const known = [
    compactedWithin(session, agent),
    effectiveWindow(session, name, model),
    model?.window ?? null,
    model?.extendedWindow ?? null,
  ];
  const windows = known.filter((window) => window !== null);
  const fitting = windows.find((window) => tokens <= window);
  return fitting ?? (basis === "reported" || windows.length === 0 ? null : Math.max(...windows));
}

/**
 * The client's smaller window, if an agent always compacted automatically at about the size that this window requires.
 * Earlier compactions follow a setting.
 */
function compactedWithin(session: Session, agent: string): number | null {
  const window = clientWindow(session);
  const due = window === null ? null : triggerOfClient(session, window);
  if (window === null || due === null) return null;
  const sizes = automaticSizes(session, agent);
  return sizes.length > 0 && sizes.every((size) => size >= NEARLY * due && size < window) ? window : null;
}

/** Logs state a compaction's size up to a twentieth below the trigger. */
const NEARLY = 0.95;

const automaticSizes = ({ events }: Session, agent: string): number[] =>
  events.flatMap((event) =>
    event.agent === agent && event.type === "compaction" && event.trigger === "auto" ? (event.tokensBefore ?? []) : [],
  );

/**
 * Prompt size at which an agent's client compacts: as its log states it, as the agent did before, or as
 * known for the client.
 */
export function triggerOf(
  session: Session,
  agent: string,
  window: number | null,
  limits: ReportedLimits | null,
): number | null {
  if (window === null) return null;
  if (limits?.compactAt !== undefined) return limits.compactAt < window ? limits.compactAt : null;
  const sizes = automaticSizes(session, agent);
  const seen = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  const known = limits?.maxPrompt ?? triggerOfClient(session, window);
  const trigger = sizes.length > 0 ? seen : known;
  return trigger !== null && trigger > 0 && trigger < window ? trigger : null;
}
