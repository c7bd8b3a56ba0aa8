import type { TradeOff } from "../view-models/compare/trade-off";
import { formatShare } from "../wording/number-format";
import { escapeHtml } from "./html-text";

const WIDTH = 640;
const HEIGHT = 300;
const PLOT = { left: 48, right: 624, top: 20, bottom: 270 } as const;
const LINE = 14;

/** The trade-off of saved against kept as a self-contained drawing: points with names, the frontier, the oracle. */
export function tradeOffSvg(view: TradeOff): string {
  const x = (saved: number) => Math.round(PLOT.left + saved * (PLOT.right - PLOT.left));
  const y = (recall: number) =>
    Math.round(PLOT.bottom - ((recall - view.lowest) / (1 - view.lowest || 1)) * (PLOT.bottom - PLOT.top));
  const line = view.frontier.map(({ saved, recall }) => `${x(saved)},${y(recall)}`).join(" ");
  const points = spread(view.points.map((point) => ({ ...point, x: x(point.saved), y: y(point.recall) })));
  const words = view.points.map(
    ({ id, saved, recall }) => `${id} saves ${formatShare(saved)}, keeps ${formatShare(recall)}`,
  );
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(words.join("; "))}">`,
    ...axis(x, y, view.lowest),
    `<path class="dash" d="M${x(view.oracle)} ${PLOT.top}V${PLOT.bottom}"/><text x="${x(view.oracle) + 6}" y="${PLOT.top - 6}">oracle</text>`,
    `<polyline class="frontier" points="${line}"/>`,
    ...points.map(
      ({ index, id, isValid, x: left, y: top, label }) =>
        `<circle class="s${index + 1}${isValid ? "" : " hollow"}" cx="${left}" cy="${top}" r="5"/>` +
        `<text x="${left > WIDTH * 0.7 ? left - 9 : left + 9}" y="${label}"${left > WIDTH * 0.7 ? ' text-anchor="end"' : ""}>${escapeHtml(isValid ? id : `${id}, not valid`)}</text>`,
    ),
    "</svg>",
  ].join("\n");
}

function axis(x: (saved: number) => number, y: (recall: number) => number, lowest: number): string[] {
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    ...shares
      .filter((share) => share >= lowest - 1e-9)
      .map(
        (share) =>
          `<path class="grid" d="M${PLOT.left} ${y(share)}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>`,
      ),
    ...shares.map(
      (share) => `<text x="${x(share)}" y="${PLOT.bottom + 18}" text-anchor="middle">${percent(share)}</text>`,
    ),
  ];
}

/** Moves labels apart, so that they are at least one line from each other. */
function spread<Point extends { readonly y: number }>(
  points: readonly Point[],
): (Point & { readonly label: number })[] {
  let least = Number.NEGATIVE_INFINITY;
  return [...points]
    .sort((a, b) => a.y - b.y)
    .map((point) => {
      least = Math.max(point.y + 4, least + LINE);
      return { ...point, label: least };
    });
}
