import type { CostAnswer } from "../api/schemas/cost-answer";
import type { LibraryRow } from "../api/schemas/session";
import { cacheTotals } from "../cache/cache-totals";
import { type Analysis, mainModel } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";
import type { ModelRequest } from "../requests/reconstruct-requests";
import { promptTokens, sumKnown } from "../transcript/usage";
import { windowUse } from "./context-window";
import { firstExchange } from "./first-exchange";
import { toLostMoney, toSessionCost } from "./session-cost";
import { countSession } from "./session-counts";
import { modelsOf } from "./session-summary";
import { simulatedKeyFigures } from "./simulated-cache";

const SPARKLINE_POINTS = 60;

/**
 * Cost and breaks come from the answer. `simulated`: the cache of a session whose log reports none; null if it does.
 */
export function toLibraryRow(
  analysis: Analysis,
  answer: CostAnswer,
  simulated: SimulatedSession | null = null,
): LibraryRow {
  const { session, requests, cache, ledger } = analysis;
  const window = windowUse(session, requests);
  const totals = cacheTotals(requests, cache);
  const counts = countSession(session);
  const scale = window.peakTokens === null ? null : (window.tokens ?? window.peakTokens);
  const usages = session.responses.map((response) => response.usage);
  return {
    id: session.id,
    title: session.title,
    client: session.client,
    client_session: session.clientSession ?? null,
    first_exchange: firstExchange(session),
    format: session.format,
    project: session.project,
    model: mainModel(session),
    models: modelsOf(session),
    started_at: session.startedAt ?? null,
    ended_at: session.endedAt ?? null,
    duration_seconds: secondsBetween(session.startedAt, session.endedAt),
    messages: session.messages.length,
    requests: requests.length,
    window_tokens: window.tokens,
    peak_tokens: window.peakTokens,
    peak_fraction: window.peakFraction,
    peak_basis: window.peakBasis,
    fill: sparkline(mainRequests(requests), scale),
    trigger_fraction: window.tokens === null || window.trigger === null ? null : window.trigger / window.tokens,
    tokens_in: sumKnown(usages.map((usage) => (usage === null ? null : promptTokens(usage)))),
    tokens_out: sumKnown(usages.map((usage) => usage?.output ?? null)),
    output_is_floor: ledger.outputs.floors.size > 0,
    cache_read_share: totals.readShare,
    simulated_read_share: simulatedKeyFigures(analysis, simulated)?.read_share ?? null,
    cost: toSessionCost(answer),
    compactions: counts.compactions,
    cache_breaks: answer.breaks.count,
    ...toLostMoney(answer.breaks),
    answer: briefAnswer(answer),
    sub_agents: session.agents.filter((agent) => agent.kind === "sub-agent").length,
    api_errors: counts.api_errors,
    tool_errors: counts.tool_errors,
  };
}

/** The answer's summary for a list: its sentence, and the causes worth a change. */
const briefAnswer = ({ sentence, case: found, causes }: CostAnswer): NonNullable<LibraryRow["answer"]> => ({
  case: found,
  sentence,
  causes: causes.filter(({ is_small }) => !is_small).map(({ id, money }) => ({ id, money })),
});

function mainRequests(requests: readonly ModelRequest[]): readonly ModelRequest[] {
  const main = requests.filter((request) => request.agent === "main");
  return main.length > 0 ? main : requests;
}

/** At most 60 equal spans, each represented by its fullest request; three decimals are more precise than a pixel. */
export function sparkline(requests: readonly ModelRequest[], scale: number | null): number[] {
  if (scale === null || scale === 0) return [];
  const points = Math.min(SPARKLINE_POINTS, requests.length);
  return Array.from({ length: points }, (_, point) => {
    const span = requests.slice(
      Math.floor((point * requests.length) / points),
      Math.floor(((point + 1) * requests.length) / points),
    );
    const fullest = span.reduce((most, request) => Math.max(most, request.promptTokens.tokens), 0);
    return Math.round((fullest / scale) * 1000) / 1000;
  });
}

function secondsBetween(start: string | undefined, end: string | undefined): number | null {
  if (start === undefined || end === undefined) return null;
  const seconds = (Date.parse(end) - Date.parse(start)) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
