import type { AdviceView } from "../view-models/advice/advice-view";
import { formatMoney } from "../wording/number-format";
import { escapeHtml } from "./html-text";

const WIDTH = 720;
const HEIGHT = 320;
const PLOT = { left: 60, right: 704, top: 24, bottom: 280 } as const;
const LINE = 14;
/** Colours of families; from the seventh on only labels tell them apart. */
const COLOURS = 6;

/** The policies of an advice as a self-contained drawing: lost facts to the right, cost upwards, the ring is the advice. */
export function adviceSvg(view: AdviceView): string {
  const places = view.log ? [...view.marks, view.log] : view.marks;
  const x = scale(0, Math.max(1, ...places.map(({ lost }) => lost * 1.05)), PLOT.left, PLOT.right);
  const costs = places.map(({ cost }) => cost);
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  const room = (most - least) * 0.08 || most * 0.1 || 1;
  const y = scale(Math.max(0, least - room), most + room, PLOT.bottom, PLOT.top);
  const edge = view.marks.filter(({ isOnFrontier }) => isOnFrontier).sort((one, other) => one.lost - other.lost);
  const line = edge.map(({ lost, cost }) => `${x.place(lost)},${y.place(cost)}`).join(" ");
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(`${view.marks.length} policies by cost and lost facts. ${view.sentence}`)}">`,
    ...axes(x, y),
    ...(view.log ? [`<path class="dash" d="M${PLOT.left} ${y.place(view.log.cost)}H${PLOT.right}"/>`] : []),
    `<polyline class="frontier" points="${line}"/>`,
    ...view.marks.map((mark) => markOf(mark, view, x.place(mark.lost), y.place(mark.cost))),
    ...logMark(view, x, y),
    ...labelsOf(view, x, y),
    "</svg>",
  ].join("\n");
}

type Scale = { readonly place: (value: number) => number; readonly ticks: readonly number[] };

/** Five round values between the ends, and where a value stands. */
function scale(from: number, to: number, first: number, last: number): Scale {
  const place = (value: number) => Math.round(first + ((value - from) / (to - from || 1)) * (last - first));
  return { place, ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => from + share * (to - from)) };
}

const axes = (x: Scale, y: Scale): string[] => [
  ...y.ticks.map(
    (cost) =>
      `<path class="grid" d="M${PLOT.left} ${y.place(cost)}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${y.place(cost) + 4}" text-anchor="end">${formatMoney(cost)}</text>`,
  ),
  ...x.ticks.map(
    (lost) => `<text x="${x.place(lost)}" y="${PLOT.bottom + 18}" text-anchor="middle">${lost.toFixed(1)}</text>`,
  ),
  `<text x="${PLOT.right}" y="${HEIGHT - 4}" text-anchor="end">lost facts per 100 requests</text>`,
];

function markOf({ id, family, isOnFrontier }: AdviceView["marks"][number], view: AdviceView, x: number, y: number) {
  const colour = family < COLOURS ? `s${family + 1}` : "s0";
  const ring = id === view.best?.id ? `<circle class="ring" cx="${x}" cy="${y}" r="9"/>` : "";
  return `${ring}<circle class="${colour}${isOnFrontier ? "" : " hollow"}" cx="${x}" cy="${y}" r="5"/>`;
}

const logMark = ({ log }: AdviceView, x: Scale, y: Scale): string[] =>
  log
    ? [
        `<circle class="log" cx="${x.place(log.lost)}" cy="${y.place(log.cost)}" r="5"/>`,
        `<text x="${x.place(log.lost)}" y="${y.place(log.cost) - 10}" text-anchor="middle">the log</text>`,
      ]
    : [];

/** Names the frontier, the advice and the knee, each at least a line from the one above it. */
function labelsOf(view: AdviceView, x: Scale, y: Scale): string[] {
  const isBest = (id: string) => id === view.best?.id;
  const named = view.marks.filter(({ id, isOnFrontier }) => isOnFrontier || isBest(id) || id === view.knee);
  let least = Number.NEGATIVE_INFINITY;
  return [...named]
    .sort((one, other) => other.cost - one.cost)
    .map(({ id, label, lost, cost }) => {
      least = Math.max(y.place(cost) + 4, least + LINE);
      const left = x.place(lost);
      const isRight = left > WIDTH * 0.8;
      const word = isBest(id) ? (view.hasAdvice ? "advice: " : "cheapest: ") : id === view.knee ? "knee: " : "";
      return `<text${isBest(id) ? ' class="advice"' : ""} x="${isRight ? left - 11 : left + 11}" y="${least}"${isRight ? ' text-anchor="end"' : ""}>${escapeHtml(word + label)}</text>`;
    });
}
