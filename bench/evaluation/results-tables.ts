import { mean } from "@/lib/evaluation/bootstrap";
import { percent } from "../accuracy/print-table";
import { markdownTable } from "./markdown-table";
import type { Measured } from "./measure-cuts";
import { frontierOf, isDominated, recallAt, type Tradeoff } from "./pareto";
import { type Gain, type Kept, type Row, tradeoffs } from "./summarise-points";

const OURS = /^winnow\b/;
const signed = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

export function describeSessions({ sessions, following }: Measured): string {
  const cuts = sessions.reduce((sum, session) => sum + session.cuts, 0);
  const named = sessions.map(({ name, cuts: own }) => `${name} (${own})`).join(", ");
  const requests = `${Math.min(...following)} to ${Math.max(...following)} requests follow a cut, ${Math.round(mean(following))} on average`;
  return `${sessions.length} sessions, ${cuts} cuts: ${named}. ${requests}.`;
}

/** When a row decided: see docs/strategies.md. */
const MODES = { "late-cut": "late cut", "as-messages-arrive": "as messages arrive" } as const;

const HEAD = [
  "strategy",
  "mode",
  "saved",
  "needed recall [95 %]",
  "worst cut",
  "net",
  "net, 10 requests",
  "net, fetches paid",
  "frontier",
  "verbatim",
  "rare words",
  "sole source",
  "spans",
  "within reach",
  "retention",
  "artifacts F1",
  "proxy 0–5",
];

export function mainTable(rows: readonly Row[]): string {
  const bySaved = new Set(frontierOf(tradeoffs(rows, "saved")).map(({ name }) => name));
  const byNet = new Set(frontierOf(tradeoffs(rows, "net")).map(({ name }) => name));
  const byVerbatim = new Set(frontierOf(tradeoffs(rows, "saved", "verbatim")).map(({ name }) => name));
  const byRareWords = new Set(frontierOf(tradeoffs(rows, "saved", "rareWords")).map(({ name }) => name));
  const frontiers = (name: string) =>
    [
      bySaved.has(name) ? "saved" : "",
      byNet.has(name) ? "net" : "",
      byVerbatim.has(name) ? "verbatim" : "",
      byRareWords.has(name) ? "rare words" : "",
    ].filter(Boolean);
  return markdownTable(
    HEAD,
    rows.map((row) => [
      row.isBaseline ? `*${row.name}*` : row.name,
      MODES[row.mode],
      percent(row.saved),
      `${percent(row.recall)} [${percent(row.interval[0])}, ${percent(row.interval[1])}]`,
      percent(row.worst),
      signed(row.net),
      signed(row.netOfTen),
      signed(row.netFetched),
      frontiers(row.name).join(", "),
      percent(row.verbatim),
      percent(row.rareWords),
      percent(row.soleSource),
      percent(row.spanRecall),
      percent(row.reachable),
      percent(row.retention),
      percent(row.artifacts),
      row.overall.toFixed(1),
    ]),
  );
}

/** The same in fewer columns. */
export const shortTable = (rows: readonly Row[]): string =>
  markdownTable(
    [
      "strategy",
      "mode",
      "saved",
      "needed recall [95 %]",
      "worst cut",
      "verbatim",
      "rare words",
      "net",
      "net, fetches paid",
    ],
    rows.map((row) => [
      row.isBaseline ? `*${row.name}*` : row.name,
      MODES[row.mode],
      percent(row.saved),
      `${percent(row.recall)} [${percent(row.interval[0])}, ${percent(row.interval[1])}]`,
      percent(row.worst),
      percent(row.verbatim),
      percent(row.rareWords),
      signed(row.net),
      signed(row.netFetched),
    ]),
  );

/** Lists the strategies on the frontier, including Winnow's own. */
export function listFrontier(rows: readonly Row[], gain: Gain): string {
  const all = tradeoffs(rows, gain);
  const named = frontierOf(all).map((point) => `\`${point.name}\` (${percent(point.gain)}, ${percent(point.recall)})`);
  return `${named.join(", ")}.`;
}

/** The frontier of all other strategies, and what Winnow's own keep at the same gain. */
export function againstOthers(rows: readonly Row[], gain: Gain): string {
  const all = tradeoffs(rows, gain);
  const ours = all.filter(({ name }) => OURS.test(name));
  const others = frontierOf(all.filter(({ name }) => !OURS.test(name)));
  return markdownTable(
    ["on the frontier of the others", gain, "needed recall", "winnow at as much", "difference"],
    others.map((point) => [`\`${point.name}\``, percent(point.gain), percent(point.recall), ...compare(point, ours)]),
  );
}

function compare(point: Tradeoff, ours: readonly Tradeoff[]): string[] {
  const recall = recallAt(ours, point.gain);
  return recall === null ? ["does not reach it", "below"] : [percent(recall), signed(recall - point.recall)];
}

/** The trade-offs by which a place on a frontier is told. */
const PLACES: readonly { readonly gain: Gain; readonly kept: Kept; readonly title: string }[] = [
  { gain: "saved", kept: "recall", title: "saved, facts" },
  { gain: "net", kept: "recall", title: "net, facts" },
  { gain: "saved", kept: "verbatim", title: "saved, verbatim" },
  { gain: "saved", kept: "rareWords", title: "saved, rare words" },
];

/** Winnow's rows, each with its place among all measured presets. */
export function placesTable(rows: readonly Row[]): string {
  const own = rows.filter(({ name }) => OURS.test(name));
  return markdownTable(
    ["strategy", "saved", "needed recall", "verbatim", "rare words", "net", ...PLACES.map(({ title }) => title)],
    own.map((row) => {
      const shares = [row.saved, row.recall, row.verbatim, row.rareWords].map(percent);
      return [row.name, ...shares, signed(row.net), ...PLACES.map((each) => place(row.name, rows, each))];
    }),
  );
}

/** Compares with presets of other products only, because one of Winnow's own settings may dominate another. */
function place(name: string, rows: readonly Row[], { gain, kept }: (typeof PLACES)[number]): string {
  const all = tradeoffs(rows, gain, kept).filter((point) => point.name === name || !OURS.test(point.name));
  const point = all.find((other) => other.name === name) as Tradeoff;
  return isDominated(point, all) ? "below" : "on it";
}

/** The default strategy, session by session. */
export function sessionsTable(bySession: readonly { readonly session: string; readonly row: Row }[]): string {
  return markdownTable(
    ["session", "saved", "needed recall", "worst cut", "spans", "net", "net, 10 requests"],
    bySession.map(({ session, row }) => {
      const shares = [row.saved, row.recall, row.worst, row.spanRecall].map(percent);
      return [session, ...shares, signed(row.net), signed(row.netOfTen)];
    }),
  );
}
