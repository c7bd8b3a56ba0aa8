import type { ComparedStrategy } from "../api/schemas/compare";
import { rowBasis } from "../view-models/compare/comparison-evidence";
import { type MatrixRow, toMatrix } from "../view-models/compare/comparison-matrix";
import { lostListsOf, type ReportInput, reportFacts } from "../view-models/compare/comparison-report";
import type { EvidenceTable } from "../view-models/compare/evidence-table";
import type { MatrixCell } from "../view-models/compare/matrix-cells";
import { type TradeOff, toTradeOff } from "../view-models/compare/trade-off";
import { formatShare, formatTokens } from "../wording/number-format";
import { FILE_POLICY, HTML_STYLE } from "./html-style";
import { escapeHtml } from "./html-text";

const STYLE = `
body{max-width:82rem}
h2{font-size:1rem;margin:2rem 0 .5rem}h3{font-size:.8125rem;margin:1rem 0 .25rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem;text-align:left;vertical-align:top}
thead th{border-bottom-width:2px;white-space:nowrap}
td.n{text-align:right;white-space:nowrap}td code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
small{display:block;color:var(--tx2);font-weight:400}
.best{font-weight:600}.best::after{content:" best";color:var(--good);font-size:.75rem}
.valid{color:var(--good)}.invalid,.dearer{color:var(--bad)}.quiet{color:var(--tx2)}
svg{max-width:44rem;width:100%;height:auto;font:11px system-ui,sans-serif}
svg text{fill:var(--tx2)}.grid{stroke:var(--line);fill:none}.frontier,.dash{stroke:var(--tx2);fill:none}.dash{stroke-dasharray:3 3}
.s1{fill:#447fd3;stroke:#447fd3}.s2{fill:#bf5817;stroke:#bf5817}.s3{fill:#2a9484;stroke:#2a9484}
.s4{fill:#9a62c9;stroke:#9a62c9}.s5{fill:#a78401;stroke:#a78401}.s6{fill:#c4586a;stroke:#c4586a}.hollow{fill:none}
:root{--good:#1d7a45}
@media (prefers-color-scheme:dark){:root{--good:#6cc08b}}
`;

/** The comparison as one self-contained page: no script, no request, all text escaped, light and dark, printable. */
export function comparisonHtml(input: ReportInput): string {
  const { title, data, names } = input;
  const heading = `${title}: strategies compared`;
  const view = toTradeOff(data);
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${FILE_POLICY}">\n<meta name="referrer" content="no-referrer">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(heading)}</title>\n<style>${HTML_STYLE}${STYLE}</style>\n</head>\n<body>\n<main>`,
    `<h1>${escapeHtml(heading)}</h1>`,
    ...reportFacts(input).map((fact) => `<p class="note">${escapeHtml(fact)}</p>`),
    matrixTable(toMatrix(data), names),
    ...(view
      ? ["<h2>Saved versus kept</h2>", tradeOffSvg({ ...view, points: named(view.points, names) }), CAPTION]
      : []),
    ...data.results.map((result, at) => strategySection(result, input, at)),
    "</main>\n</body>\n</html>\n",
  ].join("\n");
}

const CAPTION =
  '<p class="note">Recall of needed facts upwards, share of tokens saved to the right. The line joins the valid strategies that no other beats in both; the oracle is what could be saved without losing anything that was needed later.</p>';

const named = <Point extends { readonly index: number; readonly id: string }>(
  points: readonly Point[],
  names: readonly string[],
) => points.map((point) => ({ ...point, id: names[point.index] ?? point.id }));

function matrixTable(rows: readonly MatrixRow[], names: readonly string[]): string {
  const heads = ["original", ...names].map((name) => `<th scope="col">${escapeHtml(name)}</th>`);
  const lines = rows.map(
    ({ id, label, unit, original, cells }) =>
      `<tr><th scope="row">${escapeHtml(label)}<small>${escapeHtml(unit)}; ${rowBasis(id)}</small></th><td>${escapeHtml(original)}</td>${cells.map(matrixCell).join("")}</tr>`,
  );
  return `<div class="wide"><table>\n<thead><tr><td></td>${heads.join("")}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody></table></div>`;
}

function matrixCell({ value, note, isBest, tone, bars }: MatrixCell): string {
  const shares = (bars ?? []).flatMap(({ label, share }) => (share === null ? [] : `${label} ${formatShare(share)}`));
  const lines = [...(value === "" ? [] : [value]), ...shares].map(escapeHtml).join("<br>");
  return `<td class="${tone ?? ""}"><span${isBest ? ' class="best"' : ""}>${lines}</span>${note === "" ? "" : `<small>${escapeHtml(note)}</small>`}</td>`;
}

function strategySection(result: ComparedStrategy, { data, names, recipes }: ReportInput, at: number): string {
  return [
    `<h2>${escapeHtml(names[at] ?? "")}</h2>`,
    `<details><summary>Recipe</summary><pre>${escapeHtml(JSON.stringify(recipes[at] ?? null, null, 2))}</pre></details>`,
    ...lostListsOf(result, data).map(listTable),
  ].join("\n");
}

function listTable({ title, columns, rows, total }: EvidenceTable): string {
  const head = columns.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join("");
  const cell = (text: string, at: number) => {
    const { isNumeric, isCode } = columns[at] ?? {};
    const body = isCode ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
    return `<td${isNumeric ? ' class="n"' : ""}>${body}</td>`;
  };
  const more = rows.length < total ? `<p class="note">${formatTokens(total - rows.length)} more.</p>` : "";
  return `<details><summary>${escapeHtml(title)}${title.endsWith(" gone") ? "" : `: ${formatTokens(total)}`}</summary><div class="wide"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows
    .map(({ cells }) => `<tr>${cells.map(cell).join("")}</tr>`)
    .join("\n")}\n</tbody></table></div>${more}</details>`;
}

const WIDTH = 640;
const HEIGHT = 300;
const PLOT = { left: 48, right: 624, top: 20, bottom: 270 } as const;
const LINE = 14;

/** The trade-off between saved and kept as a self-contained drawing: labelled points, the frontier, the oracle. */
function tradeOffSvg(view: TradeOff): string {
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

/** Moves labels apart until they are at least one line from each other. */
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
