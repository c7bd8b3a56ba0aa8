import { bootstrap, mean } from "@/lib/evaluation/bootstrap";
import { percent } from "../accuracy/print-table";
import { markdownTable } from "./markdown-table";
import type { Measured, Point } from "./measure-cuts";
import type { Row } from "./summarise-points";

const OURS = "winnow";
/** What saves less leaves nearly everything; what keeps less of the needed facts is no alternative. */
const LEAST_SAVED = 0.15;
const LEAST_RECALL = 0.7;
const FIGURES = ["saved", "recall", "verbatim", "rareWords", "net"] as const;
const HEAD = ["compared with", "saved", "needed recall", "verbatim", "rare words", "net"];

/**
 * The default less each alternative, cut by cut, in points, with the 95 % interval over sessions; "n. s." (not significant)
 * where that covers zero.
 */
export function differencesTable({ points }: Measured, rows: readonly Row[]): string {
  const own = points.get(OURS) ?? [];
  const others = rows
    .filter(({ name, isBaseline }) => !isBaseline && !name.startsWith(OURS))
    .filter(({ saved, recall }) => saved >= LEAST_SAVED && recall >= LEAST_RECALL)
    .sort((a, b) => a.saved - b.saved);
  return markdownTable(
    HEAD,
    others.map(({ name }) => [
      `\`${name}\``,
      ...FIGURES.map((figure) => difference(own, points.get(name) ?? [], figure)),
    ]),
  );
}

function difference(own: readonly Point[], other: readonly Point[], figure: (typeof FIGURES)[number]): string {
  const bySession = new Map<string, number[]>();
  own.forEach((point, index) => {
    const less = point[figure] - (other[index]?.[figure] ?? Number.NaN);
    bySession.set(point.session, [...(bySession.get(point.session) ?? []), less]);
  });
  const groups = [...bySession.values()];
  const [low, high] = bootstrap(groups);
  const covers = low <= 0 && high >= 0;
  return `${points(mean(groups.flat()))} [${points(low)}, ${points(high)}]${covers ? " n. s." : ""}`;
}

const points = (share: number) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share)).replace(/\s*%$/, "")}`;
