import { cacheAnswer, sizesAnswer } from "@/lib/api/answers/compression";
import type { CutFigures, SessionFigures } from "@/lib/api/answers/corpus-summary";
import type { CompareBody } from "@/lib/api/schemas/compress-body";
import type { LeftOut } from "@/lib/api/schemas/corpus";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { readConversation } from "@/lib/compress/conversation-source";
import { environmentOf } from "@/lib/compress/environment-of";
import { evaluatorOf } from "@/lib/compress/evaluator";
import { MemoryStore } from "@/lib/compress/memory-store";
import { CORPUS_METRICS } from "@/lib/evaluation/metrics";
import { corpusKey, figureOf, type Metric } from "@/lib/evaluation/metrics/metric";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Recipe } from "@/lib/strategies/recipe/recipe";
import { english } from "@/lib/wording/say";
import { readJson } from "./derived-reader";
import type { ReportProgress } from "./import-task";
import { findDerived } from "./load-context";
import { WORKER_SURROUNDINGS } from "./surroundings";

export type CorpusInput = {
  readonly sessionId: string;
  readonly recipes: readonly Recipe[];
  readonly cuts: number;
  /** Time limit; only cuts measured within it count. */
  readonly seconds: number;
};
export type CorpusOutput =
  | { readonly ok: true; readonly figures: SessionFigures }
  | ({ readonly ok: false } & Pick<LeftOut, "code" | "message">);

/** A shorter session does not show what is needed later. */
const FEWEST_REQUESTS = 30;
/** Minimum number of facts used after a cut. With fewer, a single fact would change the recall too much. */
const FEWEST_NEEDED = 10;
/** Cuts lie between these shares of the requests, so there is enough to compress and enough future to judge it. */
const [FIRST, LAST] = [0.25, 0.9];

/** Every recipe at evenly spaced requests of the main agent, measured as in Compare. */
export function corpusTask({ sessionId, recipes, cuts, seconds }: CorpusInput, report: ReportProgress): CorpusOutput {
  const deadline = performance.now() + seconds * 1000;
  const { requests } = readJson<{ requests: RequestRow[] }>(findDerived(sessionId), "requests/all.json");
  const own = requests.filter(({ agent }) => agent === "main");
  if (own.length < FEWEST_REQUESTS)
    return leftOut(
      "too-short",
      english("{count} requests; at least {least} are needed", { count: own.length, least: FEWEST_REQUESTS }),
    );
  if (own.every(({ cache_read, uncached }) => cache_read === null && uncached === null))
    return leftOut("no-usage", "the log has no token counts from the provider");
  const places = cutPlaces(own, cuts);
  const measured: Cut[] = [];
  for (const [done, request] of places.entries()) {
    report({ done, cuts: places.length });
    const cut = measureCut(sessionId, request, recipes, deadline);
    if (cut === "too-slow") break;
    if (cut !== null) measured.push(cut);
  }
  if (measured.length > 0) return { ok: true, figures: figuresOf(measured, recipes.length) };
  return performance.now() > deadline
    ? leftOut("too-slow", `no request could be measured within ${seconds} seconds`)
    : leftOut("nothing-needed", `no measured request has ${FEWEST_NEEDED} facts that were used later`);
}

const leftOut = (code: LeftOut["code"], message: string) => ({ ok: false, code, message }) as const;

function cutPlaces(rows: readonly RequestRow[], cuts: number): number[] {
  const shares = Array.from({ length: cuts }, (_, step) => FIRST + ((LAST - FIRST) * step) / Math.max(1, cuts - 1));
  return [...new Set(shares.map((share) => rows[Math.floor(share * (rows.length - 1))]?.index ?? 0))];
}

type Cut = { readonly oracleSaved: number; readonly strategies: readonly CutFigures[] };

/** Null if too few facts were needed later. */
function measureCut(
  id: string,
  request: number,
  recipes: readonly Recipe[],
  deadline: number,
): Cut | "too-slow" | null {
  const { sha256, vocabularies } = WORKER_SURROUNDINGS;
  const session = { id, request };
  const body: CompareBody = { format: "auto", session, force: true, include: [], strict: true, strategies: [] };
  const source = readConversation({ ...body, onBroken: "refuse" }, {}, WORKER_SURROUNDINGS);
  const environment = environmentOf(body, source, { store: new MemoryStore(sha256), vocabularies });
  const evaluate = evaluatorOf(source, environment);
  const strategies: CutFigures[] = [];
  let oracleSaved = 0;
  for (const recipe of recipes) {
    const options = { force: true, protect: { ids: source.pinned } };
    const compression = compressConversation(source.conversation, recipe, environment, options);
    const evaluation = evaluate(compression);
    const hindsight = evaluation?.hindsight;
    if (!evaluation || !hindsight || hindsight.needed < FEWEST_NEEDED) return null;
    if (performance.now() > deadline) return "too-slow";
    const { tokensBefore } = compression.stats;
    const result = { stats: sizesAnswer(compression.stats), cache: cacheAnswer(compression), evaluation };
    const isApplied = compression.status === "applied";
    const isBroken = compression.failure !== undefined || !evaluation.validity.valid;
    // A refused or unsendable result has no figures; an unchanged one has sizes but no marks.
    const figureIn = (metric: Metric) =>
      isBroken || compression.status === "unavailable" || (!isApplied && metric.from === "evaluation")
        ? null
        : figureOf(result, metric);
    oracleSaved = tokensBefore === 0 ? 0 : hindsight.oracle_saved_tokens / tokensBefore;
    strategies.push({
      isApplied,
      isBroken,
      figures: Object.fromEntries(CORPUS_METRICS.map((metric) => [corpusKey(metric), figureIn(metric)])),
    });
  }
  return { oracleSaved, strategies };
}

const figuresOf = (cuts: readonly Cut[], recipes: number): SessionFigures => ({
  oracleSaved: cuts.map(({ oracleSaved }) => oracleSaved),
  strategies: Array.from({ length: recipes }, (_, index) => cuts.flatMap(({ strategies }) => strategies[index] ?? [])),
});
