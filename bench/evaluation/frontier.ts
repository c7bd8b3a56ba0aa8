// Every deterministic strategy at many cuts of many real sessions: what it saved, and what the log's future says it lost.
// node scripts/run-ts.mjs bench/evaluation/frontier.ts [cuts per session = 10]
import { existsSync } from "node:fs";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import { createReaders, type Readers } from "@/lib/evaluation/evidence";
import { measureLoss } from "@/lib/evaluation/measure-loss";
import { resolveModel } from "@/lib/models/resolve-model";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/vocabulary";
import { createEnvironment, type Environment } from "@/lib/strategies/environment";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import type { Session } from "@/lib/transcript/session";
import { loadSharedSessions, SHARED_TRANSCRIPTS } from "@/tests/support/shared-transcripts";
import { rememberingStore } from "@/tests/support/strategy-environment";
import { percent, printTable } from "../accuracy/print-table";
import { bootstrap, mean } from "./bootstrap";
import { BASELINES, type Contender, STRATEGY_ROWS } from "./strategy-rows";

/** Sessions shorter than this say nothing about what is needed later. */
const FEWEST_RESPONSES = 30;
const FEWEST_NEEDED = 10;

type Point = {
  readonly session: string;
  readonly saved: number;
  readonly retention: number;
  readonly recall: number;
  readonly spanRecall: number;
  readonly soleSource: number;
  readonly reachable: number;
  readonly regretTokens: number;
  readonly artifacts: number;
  readonly overall: number | null;
};

const cutsPerSession = Number(process.argv[2] ?? 10);
if (!existsSync(SHARED_TRANSCRIPTS)) throw new Error("no transcripts beside the checkout: nothing to measure");
const contenders = [...BASELINES, ...STRATEGY_ROWS];
const points = new Map<string, Point[]>(contenders.map(({ name }) => [name, []]));
const used: { name: string; cuts: number }[] = [];

for (const { file, session } of await loadSharedSessions()) {
  const cuts = cutPoints(session);
  if (cuts.length === 0) continue;
  const cutsUsed = measureSession(file, session, cuts);
  if (cutsUsed > 0) used.push({ name: file, cuts: cutsUsed });
}
report();

/** Evenly spaced between a quarter and nine tenths of the main agent's responses. */
function cutPoints({ responses }: Session): number[] {
  const own = responses.flatMap((response, index) => (response.agent === "main" ? [index] : []));
  if (own.length < FEWEST_RESPONSES) return [];
  const places = Array.from(
    { length: cutsPerSession },
    (_, step) => 0.25 + (0.65 * step) / Math.max(1, cutsPerSession - 1),
  );
  return [...new Set(places.map((share) => own[Math.floor(share * (own.length - 1))] ?? 0))];
}

function measureSession(name: string, session: Session, cuts: readonly number[]): number {
  const analysis = analyzeSession(session, loadVocabulary);
  const readers = createReaders(
    (part) => analysis.ledger.parts.get(part.id)?.tokens ?? environment.tokensOf(part),
    rootsOf(session),
  );
  const environment = environmentOf(analysis);
  let measured = 0;
  for (const index of cuts) {
    const cut = cutAt(session, index, readers);
    if ((cut.needed?.entities.length ?? 0) < FEWEST_NEEDED) continue;
    measured += 1;
    for (const contender of contenders)
      points.get(contender.name)?.push(measure(name, contender, cut, environment, readers));
  }
  return measured;
}

function environmentOf({ session, ledger }: Analysis): Environment {
  const model = resolveModel(session.responses[0]?.model ?? null);
  const tokenizer = createTokenizer(model?.tokenizer ?? "o200k", loadVocabulary);
  return createEnvironment({
    count: (text) => tokenizer.count(text),
    tokensOfPart: (part) => ledger.parts.get(part.id)?.tokens,
    budget: { window: model?.window ?? 200_000, reserve: 20_000 },
    store: rememberingStore(),
  });
}

function measure(
  session: string,
  contender: Contender,
  cut: Parameters<Contender["run"]>[0],
  environment: Environment,
  readers: Readers,
): Point {
  const { conversation, edits } = contender.run(cut, environment);
  const loss = measureLoss(cut, { conversation, edits });
  const tokens = (messages: typeof conversation.messages) =>
    messages.reduce((sum, { parts }) => sum + parts.reduce((inner, part) => inner + readers.tokensOf(part), 0), 0);
  const [before, after] = [tokens(cut.evidence.original.messages), tokens(conversation.messages)];
  return {
    session,
    saved: before === 0 ? 0 : 1 - after / before,
    retention: loss.retention,
    recall: loss.hindsight?.recall ?? 1,
    spanRecall: loss.hindsight?.spanRecall ?? 1,
    soleSource: loss.hindsight?.soleSourceRecall ?? 1,
    reachable: (loss.hindsight?.recall ?? 1) + (1 - (loss.hindsight?.recall ?? 1)) * (loss.recoverability?.share ?? 0),
    regretTokens: loss.hindsight?.regretTokens ?? 0,
    artifacts: loss.artifacts.f1,
    overall: loss.dimensions.overall,
  };
}

function report() {
  const cuts = used.reduce((sum, { cuts }) => sum + cuts, 0);
  console.log(
    `${used.length} sessions, ${cuts} cuts: ${used.map(({ name, cuts }) => `${name} (${cuts})`).join(", ")}\n`,
  );
  const head = [
    "strategy",
    "saved",
    "needed recall [95 %]",
    "worst cut",
    "sole source",
    "spans",
    "within reach",
    "retention",
    "artifacts F1",
    "proxy 0–5",
  ];
  const rows = contenders.map(({ name, isBaseline }) => {
    const all = points.get(name) ?? [];
    const of = (pick: (point: Point) => number) => mean(all.map(pick));
    const [low, high] = bootstrap(groupBySession(all, (point) => point.recall));
    return [
      isBaseline ? `*${name}*` : name,
      percent(of((point) => point.saved)),
      `${percent(of((point) => point.recall))} [${percent(low)}, ${percent(high)}]`,
      percent(Math.min(...all.map((point) => point.recall))),
      percent(of((point) => point.soleSource)),
      percent(of((point) => point.spanRecall)),
      percent(of((point) => point.reachable)),
      percent(of((point) => point.retention)),
      percent(of((point) => point.artifacts)),
      mean(all.flatMap(({ overall }) => overall ?? [])).toFixed(1),
    ];
  });
  printTable("Saved against needed", head, rows);
}

function groupBySession(all: readonly Point[], pick: (point: Point) => number): number[][] {
  const groups = new Map<string, number[]>();
  for (const point of all) groups.set(point.session, [...(groups.get(point.session) ?? []), pick(point)]);
  return [...groups.values()];
}
