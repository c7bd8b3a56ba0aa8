// Does masking old tool results keep what is needed? Prints for each session how much masking can save, what it keeps,
// and how the result depends on the way of counting. Uses no presets or thresholds: all results except the newest are
// put aside.
// node scripts/run-ts.mjs bench/evaluation/masking.ts [cuts per session = 10] [results kept = 4]

import { loadSharedSessions } from "@/bench/shared";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import { cutAt, rootsOf } from "@/lib/evaluation/cut-at";
import type { EntityKind } from "@/lib/evaluation/entities/entity";
import { createReaders, type KnownEntity } from "@/lib/evaluation/evidence";
import { type Cut, measureLoss } from "@/lib/evaluation/measure-loss";
import { promptSpans } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { keepBlocks } from "@/tests/support/cut";
import { printTable } from "../accuracy/print-table";

const cuts = Number(process.argv[2] ?? 10);
const kept = Number(process.argv[3] ?? 4);
const FEWEST_RESPONSES = 30;
const FEWEST_NEEDED = 10;
/** The kinds of facts that an earlier trial on one session counted, without commands and errors. */
const NAMES: ReadonlySet<EntityKind> = new Set(["path", "url", "symbol", "number"]);

const share = (value: number) => `${(100 * value).toFixed(1)} %`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const quarter = (part: Part) => Math.ceil(partText(part).length / 4);

const SUMMARY = ["cuts", "saved", "recall", "least to most", "window, least to most"];

type Point = {
  /** Number of results put aside. */
  readonly masked: number;
  readonly results: number;
  readonly saved: number;
  readonly weighted: number;
  readonly unweighted: number;
  readonly names: number;
  readonly needed: number;
  readonly window: number;
  readonly windowSaved: number;
  readonly lost: ReadonlyMap<EntityKind, number>;
};

const HEAD_PARTS = 135;
const bySession = new Map<string, Point[]>();
const clipped: { file: string; points: Point[] }[] = [];
for (const { file, session } of await loadSharedSessions()) {
  const own = session.responses.flatMap((response, index) => (response.agent === "main" ? [index] : []));
  if (own.length < FEWEST_RESPONSES) continue;
  const readers = createReaders(quarter, rootsOf(session));
  const places = Array.from({ length: cuts }, (_, step) => 0.25 + (0.65 * step) / Math.max(1, cuts - 1));
  const points = [...new Set(places.map((place) => own[Math.floor(place * (own.length - 1))] ?? 0))].flatMap(
    (index) => {
      const cut = cutAt(session, index, readers);
      return (cut.needed?.entities.length ?? 0) < FEWEST_NEEDED ? [] : [measure(cut)];
    },
  );
  if (points.length > 0) bySession.set(file, points);
  clipped.push({ file, points: headPoints(session) });
}
const all = [...bySession.values()].flat();
printSessions();
printLengths();
printHeads();
printKinds();

function measure(cut: Cut): Point {
  const { blocks, original } = cut.evidence;
  const tokens = (some: readonly { readonly tokens: number }[]) => some.reduce((sum, block) => sum + block.tokens, 0);
  const results = blocks.flatMap(({ part }, index) => (part.type === "tool-result" ? index : []));
  const masked = new Set(results.slice(0, Math.max(0, results.length - kept)));
  const gone = new Set(lostOf(cut, (block) => !masked.has(block)));
  const start = original.messages.length * 0.75;
  const inWindow = (block: number) => (blocks[block]?.position ?? 0) >= start;
  const needed = (cut.needed?.entities ?? []).map(({ known }) => known);
  const recall = (
    some: readonly KnownEntity[],
    weightOf: (known: KnownEntity) => number,
    lost: ReadonlySet<KnownEntity>,
  ) =>
    some.length === 0
      ? 1
      : 1 -
        sumOf(
          some.filter((known) => lost.has(known)),
          weightOf,
        ) /
          sumOf(some, weightOf);
  const lost = new Map<EntityKind, number>();
  for (const { entity, weight } of gone) lost.set(entity.kind, (lost.get(entity.kind) ?? 0) + weight);
  const all = tokens(blocks);
  return {
    masked: masked.size,
    results: tokens(results.map((index) => blocks[index] as (typeof blocks)[number])) / all,
    saved: tokens([...masked].map((index) => blocks[index] as (typeof blocks)[number])) / all,
    weighted: recall(needed, ({ weight }) => weight, gone),
    unweighted: recall(needed, () => 1, gone),
    names: recall(
      needed.filter(({ entity }) => NAMES.has(entity.kind)),
      () => 1,
      gone,
    ),
    needed: needed.length,
    window: recall(needed, ({ weight }) => weight, new Set(lostOf(cut, inWindow))),
    windowSaved: 1 - tokens(blocks.filter((_, index) => inWindow(index))) / all,
    lost,
  };
}

function lostOf(cut: Cut, keep: (block: number) => boolean): KnownEntity[] {
  const { hindsight } = measureLoss(cut, { conversation: keepBlocks(cut, keep), edits: [] });
  return hindsight?.lostFacts.map(({ known }) => known) ?? [];
}

function sumOf<T>(items: readonly T[], weightOf: (item: T) => number): number {
  return items.reduce((sum, item) => sum + weightOf(item), 0);
}

function printSessions() {
  const row = (name: string, points: readonly Point[]) => {
    const of = (read: (point: Point) => number) => mean(points.map(read));
    const swing = (read: (point: Point) => number) =>
      `${share(Math.min(...points.map(read)))} to ${share(Math.max(...points.map(read)))}`;
    return [
      name,
      points.length,
      Math.round(of(({ needed }) => needed)),
      share(of(({ results }) => results)),
      share(of(({ saved }) => saved)),
      share(of(({ weighted }) => weighted)),
      swing(({ weighted }) => weighted),
      share(of(({ unweighted }) => unweighted)),
      share(of(({ names }) => names)),
      share(of(({ windowSaved }) => windowSaved)),
      swing(({ window }) => window),
    ];
  };
  const large = all.filter(({ saved }) => saved >= 0.4);
  printTable(
    `Masking all tool results but the newest ${kept}`,
    [
      "session",
      "cuts",
      "needed",
      "results' share",
      "saved",
      "recall",
      "least to most",
      "unweighted",
      "names only",
      "window saves",
      "window, least to most",
    ],
    [
      ...[...bySession].map(([name, points]) => row(name, points)),
      row("all", all),
      row("cuts that save 40 % and more", large),
    ],
  );
}

/**
 * Prints results by session length: the longer a session is, the more of what it needs is only in the
 * results that were put aside.
 */
function printLengths() {
  const edges = [1, 10, 25, 50, 100, 200, Number.POSITIVE_INFINITY];
  const rows = edges.slice(1).flatMap((edge, index) => {
    const from = edges[index] as number;
    const own = all.filter(({ masked }) => masked >= from && masked < edge);
    return own.length === 0
      ? []
      : [[edge === Number.POSITIVE_INFINITY ? `${from} and more` : `${from} to ${edge - 1}`, ...summary(own)]];
  });
  printTable("By results put aside", ["results put aside", ...SUMMARY], rows);
}

function summary(points: readonly Point[]): (string | number)[] {
  const swing = (read: (point: Point) => number) =>
    `${share(Math.min(...points.map(read)))} to ${share(Math.max(...points.map(read)))}`;
  return [
    points.length,
    share(mean(points.map(({ saved }) => saved))),
    share(mean(points.map(({ weighted }) => weighted))),
    swing(({ weighted }) => weighted),
    swing(({ window }) => window),
  ];
}

/** Prints results as in an earlier trial: for the first 135 parts of each session, cut at 40, 60 and 80 %. */
function printHeads() {
  const heads = clipped.filter(({ points }) => points.length > 0);
  const rows = heads.map(({ file, points }) => [file, ...summary(points)]);
  printTable(
    `The first ${HEAD_PARTS} parts of each session`,
    ["session", ...SUMMARY],
    [...rows, ["all", ...summary(heads.flatMap(({ points }) => points))]],
  );
}

/**
 * Measures the session as if it had ended after this many parts of its main agent, at the requests at the
 * given shares of its length.
 */
function headPoints(session: Session): Point[] {
  const readers = createReaders(quarter, rootsOf(session));
  let parts = 0;
  const end = session.messages.findIndex((message) => {
    if (message.agent === "main" && !message.isHidden) parts += message.parts.length;
    return parts > HEAD_PARTS;
  });
  const clip = { ...session, messages: session.messages.slice(0, end < 0 ? undefined : end) };
  const spans = promptSpans(clip);
  const sizes = session.responses.flatMap(({ agent }, index) => {
    const span = spans[index];
    if (agent !== "main" || !span || span.end >= clip.messages.length) return [];
    return { index, parts: clip.messages.slice(0, span.end).reduce((sum, message) => sum + message.parts.length, 0) };
  });
  return [0.4, 0.6, 0.8].flatMap((at) => {
    const found = sizes.find((size) => size.parts >= at * HEAD_PARTS);
    const cut = found && cutAt(clip, found.index, readers);
    return cut && (cut.needed?.entities.length ?? 0) >= FEWEST_NEEDED ? [measure(cut)] : [];
  });
}

function printKinds() {
  const kinds = new Map<EntityKind, number>();
  for (const { lost } of all) for (const [kind, weight] of lost) kinds.set(kind, (kinds.get(kind) ?? 0) + weight);
  const total = sumOf([...kinds.values()], (weight) => weight);
  printTable(
    "What masking lost of what was needed, by weight",
    ["kind", "share"],
    [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, weight]) => [kind, share(weight / total)]),
  );
}
