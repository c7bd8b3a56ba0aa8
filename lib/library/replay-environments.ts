import { roomOf, type StatedRoom } from "../api/stated-room";
import { MemoryStore } from "../compress/memory-store";
import type { Surroundings } from "../compress/surroundings";
import { cachePrices } from "../models/price-usage";
import { resolveModel } from "../models/resolve-model";
import { usualReserve } from "../models/usual-reserve";
import { type Analysis, mainModel } from "../pipeline/analyze-session";
import { windowUse } from "../read-models/context-window";
import { toLimitsJson } from "../read-models/request-rows";
import type { LoggedRequest } from "../replay/logged-request";
import { type Budget, createEnvironment, type Environment } from "../strategies/grammar/environment";
import { createTokenizer, isTokenizerId } from "../tokenizers/tokenizer";

export type ReplayEnvironments = {
  /** The window of the agent's fullest request, in tokens; null if unknown. */
  readonly window: number | null;
  readonly environmentOf: (request: LoggedRequest) => Environment;
};

/** A replay's dependencies on the outside. */
export type ReplaySurroundings = Pick<Surroundings, "vocabularies" | "sha256">;

/**
 * Environments for recipes in a replay of one agent: the window that the log reports, otherwise the known one, and the
 * prices of the day. One environment per model, window and price; all share the part counts.
 */
export function replayEnvironments(
  { session, requests, ledger }: Analysis,
  agent: string,
  { vocabularies, sha256 }: ReplaySurroundings,
): ReplayEnvironments {
  const window = windowUse(session, requests, agent).tokens;
  const { id } = ledger.tokenizer;
  const tokenizer = createTokenizer(isTokenizerId(id) ? id : "o200k", vocabularies);
  const base = createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => ledger.parts.get(part.id)?.tokens,
    tokenizer: { id: tokenizer.id, basis: tokenizer.basis },
    store: new MemoryStore(sha256),
  });
  const known = new Map<string, Environment>();
  const environmentOf = ({ request, prices, oneHour }: LoggedRequest): Environment => {
    const stated = roomOf(toLimitsJson(request)) ?? {};
    const key = JSON.stringify([request.model, stated, prices, oneHour]);
    const room = { ...(window !== null && { window }), ...stated };
    const environment = known.get(key) ?? {
      ...base,
      budget: budgetOf(request.model ?? mainModel(session), room),
      ...(prices && { prices: cachePrices(prices, oneHour) }),
    };
    known.set(key, environment);
    return environment;
  };
  return { window, environmentOf };
}

function budgetOf(name: string | null, known: StatedRoom): Budget {
  const model = resolveModel(name);
  const window = known.window ?? model?.window ?? null;
  return { window, reserve: known.reserve ?? usualReserve(window, model?.maxOutput) };
}
