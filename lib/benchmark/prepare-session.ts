import { cutAt } from "../evaluation/cut-at";
import type { Cut } from "../evaluation/measure-loss";
import { type ReplaySurroundings, replayEnvironments } from "../library/replay-environments";
import type { Analysis } from "../pipeline/analyze-session";
import type { LoggedRequest } from "../replay/logged-request";
import { prepareReplay } from "../replay/prepare-replay";
import { replayPolicy } from "../replay/replay-policy";
import type { PreparedReplay, Replay } from "../replay/replay-types";
import type { Environment } from "../strategies/grammar/environment";
import type { Session } from "../transcript/session";
import { laterRequests, ratesOf } from "./later-requests";
import type { LaterRequest, Rates } from "./net-cost";

/** A shorter session does not show what is needed later. */
const MIN_REQUESTS = 30;
/** A cut is skipped if fewer facts are needed after it. */
const MIN_NEEDED = 10;

/** A request of the log at which a strategy cuts, with what a proxy would know at that time. */
export type Place = {
  /** Index of the response. */
  readonly index: number;
  readonly prompt: number;
  readonly cut: Cut;
  readonly environment: Environment;
  readonly later: readonly LaterRequest[];
  readonly rates: Rates;
};

/** What all contenders share in one session. */
export type PreparedSession = {
  readonly session: Session;
  readonly model: string | null;
  readonly prepared: PreparedReplay;
  readonly log: Replay;
  readonly places: readonly Place[];
};

/** Prepares a session for all contenders. Returns a sentence if it cannot be measured. */
export function prepareSession(
  analysis: Analysis,
  cuts: number,
  surroundings: ReplaySurroundings,
): PreparedSession | string {
  const { session } = analysis;
  const { environmentOf } = replayEnvironments(analysis, "main", surroundings);
  const prepared = prepareReplay(analysis, { environmentOf });
  const { logged } = prepared;
  if (logged.length < MIN_REQUESTS) return `fewer than ${MIN_REQUESTS} requests`;
  const places = evenly(logged, cuts).flatMap((start) => placeAt(prepared, start));
  const log = replayPolicy(prepared, { kind: "logged", id: "log" });
  const model = logged.find(({ request }) => request.model !== null)?.request.model ?? null;
  return { session, model, prepared, log, places };
}

/** This many indexes, spaced evenly between a quarter and nine tenths of the requests. */
function evenly(logged: readonly LoggedRequest[], count: number): number[] {
  const [first, last] = [Math.floor(logged.length / 4), Math.ceil(logged.length * 0.9)];
  const step = (last - first) / Math.max(1, count);
  return [...new Set(Array.from({ length: count }, (_, at) => Math.floor(first + (at + 0.5) * step)))];
}

function placeAt({ session, logged, readers, environmentOf }: PreparedReplay, start: number): Place[] {
  const entry = logged[start];
  if (!entry) return [];
  const { index, promptTokens } = entry.request;
  const cut = cutAt(session, index, readers);
  if ((cut.needed?.entities.length ?? 0) < MIN_NEEDED) return [];
  const later = laterRequests(logged, start);
  const cache = { prefixTokens: later[0]?.read ?? 0 };
  const environment = { ...environmentOf(entry), fixedTokens: entry.fixed, cache, force: true };
  return [{ index, prompt: promptTokens.tokens, cut, environment, later, rates: ratesOf(entry) }];
}
