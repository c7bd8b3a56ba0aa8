import { replayAnswer } from "@/lib/api/answers/replay";
import { Problem } from "@/lib/api/problem";
import { policiesOf, type ReplayBody } from "@/lib/api/schemas/replay";
import { roomOf, type StatedRoom } from "@/lib/api/stated-room";
import { MemoryStore } from "@/lib/compress/memory-store";
import { cachePrices } from "@/lib/models/price-usage";
import { resolveModel } from "@/lib/models/resolve-model";
import { usualReserve } from "@/lib/models/usual-reserve";
import { type Analysis, analyzeSession, mainModel } from "@/lib/pipeline/analyze-session";
import type { LoggedRequest } from "@/lib/replay/logged-request";
import { replaySession } from "@/lib/replay/replay-session";
import { type Budget, createEnvironment, type Environment } from "@/lib/strategies/grammar/environment";
import { createTokenizer, isTokenizerId } from "@/lib/tokenizers/tokenizer";
import { windowUse } from "@/lib/view-models/context-window";
import { toLimitsJson } from "@/lib/view-models/request-rows";
import { rememberingLoader } from "../vocabulary";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { loadSession } from "./load-session";
import { WORKER_SURROUNDINGS } from "./surroundings";

export type ReplayInput = { readonly body: ReplayBody };
/** The answer as JSON text. */
export type ReplayOutput = { readonly json: string };

/**
 * POST /api/replay: analyses the stored session again, with its stored counts, and then replays one policy after the
 * other.
 */
export function replayTask({ body }: ReplayInput, report: ReportProgress): ReplayOutput {
  const { session: stored, agent = "main" } = body;
  const policies = policiesOf(body);
  report({ stage: "reading", policies: policies.length });
  const analysis = analyzeSession(loadSession(findDerived(stored.id)), rememberingLoader);
  if (analysis.requests.every((request) => request.agent !== agent)) throw noRequests(analysis, agent);
  const window = windowUse(analysis.session, analysis.requests, agent).tokens;
  const environmentOf = environmentsOf(analysis, window);
  const replays = replaySession(analysis, policies, {
    agent,
    environmentOf,
    onPolicy: (done) => report({ stage: "replaying", policy: policies[done]?.id, done, policies: policies.length }),
  });
  return { json: JSON.stringify(replayAnswer({ sessionId: stored.id, agent, window }, replays)) };
}

/** Makes one environment for each model, window and price. All share the counts of parts. */
function environmentsOf({ session, ledger }: Analysis, window: number | null) {
  const { id } = ledger.tokenizer;
  const tokenizer = createTokenizer(isTokenizerId(id) ? id : "o200k", rememberingLoader);
  const base = createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => ledger.parts.get(part.id)?.tokens,
    tokenizer: { id: tokenizer.id, basis: tokenizer.basis },
    store: new MemoryStore(WORKER_SURROUNDINGS.sha256),
  });
  const known = new Map<string, Environment>();
  return ({ request, prices, oneHour }: LoggedRequest): Environment => {
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
}

function budgetOf(name: string | null, known: StatedRoom): Budget {
  const model = resolveModel(name);
  const window = known.window ?? model?.window ?? null;
  return { window, reserve: known.reserve ?? usualReserve(window, model?.maxOutput) };
}

function noRequests({ requests }: Analysis, agent: string): Problem {
  const agents = [...new Set(requests.map((request) => request.agent))];
  return new Problem(422, "no-such-agent", `the session has no requests of an agent called ${agent}`, {
    errors: [
      { pointer: "$.agent", detail: agents.length === 0 ? "it has no requests" : `it has: ${agents.join(", ")}` },
    ],
  });
}
