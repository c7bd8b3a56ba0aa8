import type { AdviceResult } from "../api/schemas/advise";
import type { ClientSettingAnswer } from "../api/schemas/client-setting";
import type { AdviceRow, AdviceView, SessionChangeRow } from "../view-models/advice/advice-view";
import { formatMoney, formatPercentChange, formatPrice, formatTokens } from "../wording/number-format";
import { FILE_POLICY, HTML_STYLE } from "./html-style";
import { escapeHtml } from "./html-text";

const STYLE = `
body{max-width:72rem}
h2{font-size:1rem;margin:2rem 0 .5rem}
.verdict{font-weight:600;font-size:1rem;margin:0 0 .25rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.8125rem}
th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem;text-align:left;vertical-align:top;white-space:nowrap}
thead th{border-bottom-width:2px}td.n,th.n{text-align:right}td.t{white-space:normal;overflow-wrap:anywhere}
tr.advised{font-weight:600}
svg{max-width:46rem;width:100%;height:auto;font:11px system-ui,sans-serif}svg text{fill:var(--tx2)}svg text.advice{fill:var(--tx);font-weight:600}
.grid{stroke:var(--line);fill:none}.frontier,.dash{stroke:var(--tx2);fill:none}.dash{stroke-dasharray:3 3}
.ring{fill:none;stroke:var(--tx);stroke-width:2}.log{fill:var(--bg);stroke:var(--tx);stroke-width:1.5}
.s0{fill:#868e97;stroke:#868e97}.s1{fill:#447fd3;stroke:#447fd3}.s2{fill:#bf5817;stroke:#bf5817}.s3{fill:#2a9484;stroke:#2a9484}
.s4{fill:#9a62c9;stroke:#9a62c9}.s5{fill:#a78401;stroke:#a78401}.s6{fill:#c4586a;stroke:#c4586a}svg .hollow{fill:var(--bg)}

`;

/** The data of the page with the advice: the view at the reader's price, and the settings if there are any. */
export type AdviceReport = {
  readonly title: string;
  /** The day of the search (ISO). */
  readonly savedOn: string;
  /** A link that opens this advice again. */
  readonly link: string;
  readonly result: AdviceResult;
  readonly view: AdviceView;
  readonly settings: readonly ClientSettingAnswer[];
};

/**
 * The advice as one self-contained page: verdict, chart, policies, sessions, settings. No script, no request, all text
 * escaped.
 */
export function adviceHtml({ title, savedOn, link, result, view, settings }: AdviceReport): string {
  const heading = escapeHtml(`${title}: when to compact`);
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${FILE_POLICY}">\n<meta name="referrer" content="no-referrer">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">',
    `<title>${heading}</title>\n<style>${HTML_STYLE}${STYLE}</style>\n</head>\n<body>\n<main>`,
    `<h1>${heading}</h1>`,
    `<p class="verdict">${escapeHtml(view.chip === null ? view.sentence : `${view.chip}: ${view.sentence}`)}</p>`,
    ...[view.detail, view.sessionsNote, view.second?.sentence ?? ""].flatMap(note),
    ...note(
      `A lost fact costs ${formatPrice(view.price)}: ${view.priceNote}. Searched on ${savedOn}; ${formatTokens(result.policies.length)} policies.`,
    ),
    ...(view.log === null ? [] : ["<h2>Cost against loss</h2>", adviceSvg(view), ...note(CAPTION)]),
    ...settingTable(settings),
    ...policyTable(view.rows),
    ...sessionTable(view.sessions),
    ...leftOut(result),
    ...note(`Made with Winnow: ${link}`),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

const CAPTION =
  "Each mark is a policy replayed over the log, with lost facts to the right and cost upwards: lower left is better. The line joins the policies that no other beats in both; the ring marks the advice, the dashed line the cost of the log.";

const note = (text: string): string[] => (text === "" ? [] : [`<p class="note">${escapeHtml(text)}</p>`]);

type Column = { readonly label: string; readonly kind?: "n" | "t" };
type Row = { readonly cells: readonly string[]; readonly className?: string };

function table(title: string, columns: readonly Column[], rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const classOf = (at: number) => (columns[at]?.kind ? ` class="${columns[at]?.kind}"` : "");
  const heads = columns.map(({ label }, at) => `<th scope="col"${classOf(at)}>${escapeHtml(label)}</th>`).join("");
  const lines = rows.map(
    ({ cells, className }) =>
      `<tr${className ? ` class="${className}"` : ""}>${cells.map((cell, at) => `<td${classOf(at)}>${escapeHtml(cell)}</td>`).join("")}</tr>`,
  );
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<div class="wide"><table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody></table></div>`,
  ];
}

const NUMBER = "n" as const;
const figures = (...labels: readonly string[]): Column[] => labels.map((label) => ({ label, kind: NUMBER }));

const policyTable = (rows: readonly AdviceRow[]): string[] =>
  table(
    "Policies",
    [
      { label: "Policy" },
      ...figures("Cost", "With lost facts", "Against the log", "Lost per 100", "Fired", "Peak prompt"),
    ],
    rows.map(({ strategy, place, cost, paid, change, lost, fired, peak, isAdvised }) => ({
      cells: [`${strategy} ${place}${isAdvised ? " (advice)" : ""}`, cost, paid, change, lost, fired, peak],
      ...(isAdvised && { className: "advised" }),
    })),
  );

const sessionTable = (sessions: readonly SessionChangeRow[]): string[] =>
  table(
    "Each session",
    [{ label: "Session", kind: "t" }, ...figures("Requests", "Change", "95 % interval")],
    sessions.map(({ title, requests, share, low, high }) => ({
      cells: [
        title,
        formatTokens(requests),
        formatPercentChange(share),
        low === null || high === null ? "unknown" : `${formatPercentChange(low)} to ${formatPercentChange(high)}`,
      ],
    })),
  );

const settingTable = (settings: readonly ClientSettingAnswer[]): string[] =>
  table(
    "Setting to copy",
    [{ label: "Client" }, { label: "Setting", kind: "t" }, { label: "Where", kind: "t" }, { label: "Read" }],
    settings.flatMap(({ title, version, text, place, read_on }) =>
      text === null ? [] : [{ cells: [`${title} ${version}`, text, place, read_on] }],
    ),
  );

const leftOut = ({ left_out }: AdviceResult): string[] =>
  table(
    "Left out",
    [
      { label: "Session", kind: "t" },
      { label: "Why", kind: "t" },
    ],
    left_out.map(({ title, message }) => ({ cells: [title, message] })),
  );

const WIDTH = 720;
const HEIGHT = 320;
const PLOT = { left: 60, right: 704, top: 24, bottom: 280 } as const;
const LINE = 14;
/** Number of colours for families. Further families are distinguished only by their labels. */
const COLOURS = 6;

/**
 * The evaluated policies as a self-contained drawing, with lost facts on the horizontal axis, cost on the vertical
 * axis, and a ring around the advised policy.
 */
function adviceSvg(view: AdviceView): string {
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

/** Up to five round values between the ends, and a function from a value to its position. */
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

/** Labels the frontier, the advised policy and the knee, with at least one line of space between labels. */
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
      const word = isBest(id) ? (view.hasAdvice ? "advice: " : "") : id === view.knee ? "knee: " : "";
      return `<text${isBest(id) ? ' class="advice"' : ""} x="${isRight ? left - 11 : left + 11}" y="${least}"${isRight ? ' text-anchor="end"' : ""}>${escapeHtml(word + label)}</text>`;
    });
}
