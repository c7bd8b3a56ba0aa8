import { mean } from "@/lib/evaluation/bootstrap";
import { percent } from "../accuracy/print-table";
import { markdownTable } from "./markdown-table";
import type { Measured } from "./measure-cuts";
import type { Row } from "./summarise-points";

const signed = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

export function describeSessions({ sessions, following }: Measured): string {
  const cuts = sessions.reduce((sum, session) => sum + session.cuts, 0);
  const named = sessions.map(({ name, cuts: own }) => `${name} (${own})`).join(", ");
  const requests = `${Math.min(...following)} to ${Math.max(...following)} requests follow a cut, ${Math.round(mean(following))} on average`;
  return `${sessions.length} sessions, ${cuts} cuts: ${named}. ${requests}.`;
}

/** True for the reference points and for Winnow's own settings. */
export const isReference = ({ isBaseline, name }: Row): boolean => isBaseline || /^winnow\b/.test(name);

const HEAD = [
  "strategy",
  "saved",
  "needed recall [95 %]",
  "worst cut",
  "net",
  "net, 10 requests",
  "net, fetches paid",
  "verbatim",
  "rare words",
  "within reach",
  "artifacts F1",
  "proxy 0–5",
];

export const mainTable = (rows: readonly Row[]): string =>
  markdownTable(
    HEAD,
    rows.map((row) => [
      row.isBaseline ? `*${row.name}*` : row.name,
      percent(row.saved),
      `${percent(row.recall)} [${percent(row.interval[0])}, ${percent(row.interval[1])}]`,
      percent(row.worst),
      signed(row.net),
      signed(row.netOfTen),
      signed(row.netFetched),
      percent(row.verbatim),
      percent(row.rareWords),
      percent(row.reachable),
      percent(row.artifacts),
      row.overall.toFixed(1),
    ]),
  );
