import { roundAmount } from "../api/answers/money";
import type { CostAnswer } from "../api/schemas/cost-answer";
import type {
  AgentSummary,
  ClientTotals,
  CountingSummary,
  SessionFiles,
  SessionSummary,
  UsageSums,
} from "../api/schemas/session";
import { cacheTotals } from "../cache/cache-totals";
import { rewriteFactor } from "../cache/rewrite-factor";
import { type ToolResultPart, toolOutputText } from "../conversation/part";
import { rootsOf } from "../evaluation/cut-at";
import { pathEntity } from "../evaluation/entities/classify-word";
import type { Analysis } from "../pipeline/analyze-session";
import type { SimulatedSession } from "../pipeline/simulate-session";
import { type CalledAction, calledFiles } from "../tools/call-facts";
import { hasFailed } from "../tools/failures/failure";
import type { ModelTotals, Session } from "../transcript/session";
import { promptTokens, sumKnown, type Usage } from "../transcript/usage";
import { windowUse } from "./context-window";
import { recoveredFailures } from "./recovered-failures";
import { costOf, toLostMoney, toSessionCost } from "./session-cost";
import { countSession } from "./session-counts";
import { simulatedKeyFigures } from "./simulated-cache";
import { visibleName } from "./visible-name";

const MAX_NOTES = 20;

/**
 * Cost and breaks come from the answer. `simulated`: the cache of a session whose log reports none; null if it does.
 */
export function toSessionSummary(
  analysis: Analysis,
  answer: CostAnswer,
  simulated: SimulatedSession | null = null,
): SessionSummary {
  const { session, requests, prefixes, cache } = analysis;
  const window = windowUse(session, requests);
  const totals = cacheTotals(requests, cache);
  const stated = clientTotals(analysis);
  return {
    id: session.id,
    title: visibleName(session.title),
    format: session.format,
    client: session.client,
    client_version: session.clientVersions.at(-1) ?? null,
    models: modelsOf(session).map(visibleName),
    stated: session.stated ?? null,
    started_at: session.startedAt ?? null,
    ended_at: session.endedAt ?? null,
    agents: summariseAgents(analysis),
    counts: countSession(session),
    recovery: recoveredFailures(session),
    usage: sumUsage(session.responses.map((response) => response.usage)),
    window: {
      tokens: window.tokens,
      source: window.source,
      peak_tokens: window.peakTokens,
      peak_basis: window.peakBasis,
      peak_fraction: window.peakFraction,
      last_tokens: window.lastTokens,
    },
    cost: toSessionCost(answer),
    ...(stated && { client_totals: stated }),
    cache: {
      read_share: totals.readShare,
      rewrite_factor: rewriteFactor(requests, prefixes),
      breaks: answer.breaks.count,
      lost_tokens: answer.breaks.tokens,
      ...toLostMoney(answer.breaks),
      reported_causes: totals.reportedCauses,
      simulated: simulatedKeyFigures(analysis, simulated),
    },
    counting: countingOf(analysis),
    files: listFiles(session),
    import_notes: session.issues.slice(0, MAX_NOTES).map(({ code, message, line }) => ({ code, message, line })),
  };
}

function countingOf({ ledger: { tokenizer, residual } }: Analysis): CountingSummary {
  const { before, after, steps } = residual;
  return { tokenizer: tokenizer.id, basis: tokenizer.basis, error_before: before, error_after: after, steps };
}

/** In the order of their first response. */
export const modelsOf = (session: Session): string[] => [
  ...new Set(session.responses.flatMap((response) => (response.model === null ? [] : [response.model]))),
];

function summariseAgents({ session, requests }: Analysis): AgentSummary[] {
  const sums = new Map<string, { requests: number; peak: number }>();
  for (const { agent, promptTokens } of requests) {
    const { requests: count, peak } = sums.get(agent) ?? { requests: 0, peak: 0 };
    sums.set(agent, { requests: count + 1, peak: Math.max(peak, promptTokens.tokens) });
  }
  return session.agents.map(({ id, kind, parent }) => {
    const { requests: count, peak } = sums.get(id) ?? { requests: 0, peak: 0 };
    return { id, kind, parent, requests: count, peak_prompt_tokens: peak };
  });
}

function sumUsage(usages: readonly (Usage | null)[]): UsageSums {
  const sum = (field: keyof Usage) => sumKnown(usages.map((usage) => usage?.[field] ?? null));
  return {
    uncached_input: sum("uncachedInput"),
    cache_write_5m: sum("cacheWrite5m"),
    cache_write_1h: sum("cacheWrite1h"),
    cache_write_unsplit: sum("cacheWriteUnsplit"),
    cache_read: sum("cacheRead"),
    output: sum("output"),
    reasoning: sum("reasoning"),
  };
}

/** Half of the smallest amount that clients show. */
const LEAST_DIFFERENCE = 0.000_05;

/** The client's own totals next to the calls in its log; null if its log has none. */
export function clientTotals(analysis: Pick<Analysis, "session" | "ledger">): ClientTotals | null {
  const { totals } = analysis.session;
  if (!totals) return null;
  const models = totals.models.map((entry) => besideLog(analysis, entry));
  const cost = totals.cost === null ? null : roundAmount(totals.cost);
  const isOtherCost = cost !== null && isOther(cost, costOf(analysis).amount);
  const differs = isOtherCost || models.some(({ stated, logged }) => isOtherCount(stated, logged));
  return { cost, differs, models };
}

type Model = ClientTotals["models"][number];

function besideLog(
  { session, ledger }: Pick<Analysis, "session" | "ledger">,
  { model, usage, cost }: ModelTotals,
): Model {
  const responses = session.responses.filter((response) => response.model === model);
  const logged = countOf(responses.flatMap((response) => response.usage ?? []));
  const { amount } = costOf({ session: { ...session, responses }, ledger });
  return {
    model,
    stated: { ...countOf([usage]), cost: cost === null ? null : roundAmount(cost) },
    logged: { ...logged, cost: responses.length === 0 ? 0 : amount },
  };
}

const countOf = (usages: readonly Usage[]) => ({
  prompt_tokens: usages.reduce((sum, usage) => sum + (promptTokens(usage) ?? 0), 0),
  output_tokens: usages.reduce((sum, { output }) => sum + (output ?? 0), 0),
});

const isOther = (cost: number, own: number | null): boolean => own === null || Math.abs(cost - own) >= LEAST_DIFFERENCE;

const isOtherCount = (stated: Model["stated"], logged: Model["logged"]): boolean =>
  stated.prompt_tokens !== logged.prompt_tokens || stated.output_tokens !== logged.output_tokens;

/** Claude Code answers a Write over an existing file with "The file … has been updated". */
const OVERWRITTEN = /has been updated|overwr/i;

/**
 * Files by operation of successful tool calls, in order of first touch; failed or unanswered calls touched nothing. A
 * file is created or modified, not both; it may also be read.
 */
export function listFiles(session: Session): SessionFiles {
  const results = new Map<string, ToolResultPart>();
  for (const { parts } of session.messages)
    for (const part of parts) if (part.type === "tool-result") results.set(part.toolCallId, part);
  const files = noFiles();
  const nameOf = firstNames(session);
  for (const { parts } of session.messages)
    for (const part of parts) {
      const result = part.type === "tool-call" ? results.get(part.toolCallId) : undefined;
      if (part.type !== "tool-call" || result === undefined || hasFailed(result, part, session.tools)) continue;
      for (const action of calledFiles(part, session.tools))
        record(files, { ...action, path: nameOf(action.path) }, result);
    }
  const { created, modified, deleted, renamed, read, guessed } = files;
  return {
    created: [...created],
    modified: [...modified],
    deleted: [...deleted],
    renamed: [...renamed],
    read: [...read],
    guessed: [...guessed],
  };
}

/** A file is listed under the first path used for it, because commands name project files without their folder. */
function firstNames(session: Session): (path: string) => string {
  const roots = rootsOf(session);
  const names = new Map<string, string>();
  return (path) => {
    const { key } = pathEntity(path, roots);
    const name = names.get(key) ?? path;
    names.set(key, name);
    return name;
  };
}

type FileSets = Readonly<Record<keyof SessionFiles, Set<string>>>;

const noFiles = (): FileSets => ({
  created: new Set(),
  modified: new Set(),
  deleted: new Set(),
  renamed: new Set(),
  read: new Set(),
  guessed: new Set(),
});

function record(files: FileSets, { path, operation, basis }: CalledAction, result: ToolResultPart) {
  if (basis === "guessed") files.guessed.add(path);
  if (operation === "deleted") for (const set of [files.created, files.modified, files.renamed]) set.delete(path);
  if (operation === "created" || operation === "modified") recordChange(files, path, operation, result);
  else files[operation].add(path);
}

function recordChange(files: FileSets, path: string, operation: "created" | "modified", result: ToolResultPart) {
  files.deleted.delete(path);
  const isKnown = files.read.has(path) || files.modified.has(path);
  const isNew = operation === "created" && !isKnown && !OVERWRITTEN.test(toolOutputText(result.output));
  if (isNew) files.created.add(path);
  else if (!files.created.has(path)) files.modified.add(path);
}
