import { moneyAnswer } from "../../api/answers/money";
import type { CostAnswer } from "../../api/schemas/cost-answer";
import type { CacheEntry, LiveBreak, LiveSession } from "../../api/schemas/live-session";
import type { RequestRow } from "../../api/schemas/request-row";
import type { SessionSummary } from "../../api/schemas/session";
import { lostMoney } from "../../cache/lost-money";
import { cachedBy, tierOf } from "../../cache/read-expectation";
import { FIVE_MINUTES } from "../../cache/time-to-live";
import { modelPricesAt } from "../../models/price-at";
import { resolveModel } from "../../models/resolve-model";
import type { AgentOutline } from "../../read-models/agent-outline";
import { forecastCompaction } from "../../read-models/compaction-forecast";
import { usageOfRow } from "../../read-models/request-rows";
import type { Usage } from "../../transcript/usage";
import { answeredBreaks, causesByRequest } from "../answer/cause-of-request";
import { liveCause } from "./live-words";

export type LiveInput = {
  readonly revision: string;
  /** The main agent's, in order. */
  readonly rows: readonly RequestRow[];
  readonly outline: AgentOutline;
  readonly answer: CostAnswer;
  readonly endedAt: SessionSummary["ended_at"];
};

/** The live state of a session, from its stored data. */
export function toLiveSession({ revision, rows, outline, answer, endedAt }: LiveInput): LiveSession {
  const since = rows.slice(outline.compactions.at(-1)?.at ?? 0);
  const sizes = since.flatMap((row) => (row.prompt_basis === "estimated" ? [] : [row.prompt_tokens]));
  return {
    revision,
    agent: outline.agent,
    requests: rows.length,
    last_at: endedAt,
    prompt_tokens: rows.at(-1)?.prompt_tokens ?? null,
    window: outline.window,
    compacts_at: outline.reserve_from,
    forecast: forecastCompaction(sizes, outline.reserve_from),
    cache: cacheAfter(rows),
    last_break: lastBreak(rows, answer),
    cost: answer.cost,
    cost_note: answer.cost_note,
  };
}

/** The main agent, which the forecast and the countdown describe. */
export const mainAgent = ({ agents }: Pick<SessionSummary, "agents">): string =>
  (agents.find(({ id }) => id === "main") ?? agents[0])?.id ?? "main";

function cacheAfter(rows: readonly RequestRow[]): CacheEntry | null {
  const last = rows.at(-1);
  if (last === undefined || last.cache_read === null) return null;
  const usage = usageOfRow(last);
  const logged = tierOf(usage) ?? loggedTier(rows);
  const seconds = logged ?? resolveModel(last.model)?.cache.defaultTtlSeconds ?? FIVE_MINUTES;
  const tokens = cachedBy({ usage });
  const prices = modelPricesAt(last.model, last.started_at ?? undefined);
  return {
    tokens,
    seconds,
    is_logged: logged !== null,
    expires_at: last.started_at && new Date(Date.parse(last.started_at) + seconds * 1000).toISOString(),
    cold_cost: moneyAnswer(lostMoney(tokens, { ...usage, ...writesAt(seconds, last) }, prices)),
  };
}

/** Lifetime of the newest write that the log splits by lifetime; a request that writes nothing renews older entries. */
function loggedTier(rows: readonly RequestRow[]): number | null {
  const written = rows.findLast((row) => tierOf(usageOfRow(row)) !== null);
  return written === undefined ? null : tierOf(usageOfRow(written));
}

/** Writing the entry again after it expired costs a write, even if the last request wrote nothing. */
function writesAt(seconds: number, { cache_write: written }: RequestRow): Partial<Usage> {
  if (written === null || written > 0) return {};
  return seconds > FIVE_MINUTES ? { cacheWrite1h: 1 } : { cacheWrite5m: 1 };
}

function lastBreak(rows: readonly RequestRow[], answer: CostAnswer): LiveBreak | null {
  const found = answeredBreaks(rows, answer)?.at(-1);
  const row = found && rows[found.at];
  if (!row) return null;
  const { cause } = causesByRequest(answer).get(row.index) ?? { cause: null };
  const named = cause?.id === "unexplained" ? null : (cause?.id ?? null);
  const id = named ?? (found.letter === "C" ? "compaction" : null);
  return {
    number: found.at + 1,
    requests_ago: rows.length - 1 - found.at,
    letter: found.letter,
    cause_id: id,
    cause: id && liveCause(id),
    lost_tokens: found.lostTokens,
    lost_cost: row.break?.lost_cost ?? null,
    ...(row.break?.most_lost && { most_lost: row.break.most_lost }),
  };
}
