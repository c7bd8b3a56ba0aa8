import { contentKind, type RequestRow } from "../api/schemas/request-row";
import { formatLostMoney, formatLostTokens } from "../read-models/words/format-loss";
import { nameOfBreak } from "../view-models/answer/cause-words";
import { formatMoney, formatShare, formatTick, formatTokens } from "../wording/number-format";
import { escapeHtml } from "./html-text";

const WIDTH = 960;
const PLOT = { left: 44, right: 952, top: 12, bottom: 172 } as const;
const STRIP = { top: 192, height: 26 } as const;
const HEIGHT = 244;
/**
 * Maximum number of columns. With more requests, neighbours share a column, which shows the largest prompt and the
 * worst read.
 */
const MAX_COLUMNS = 454;
const CONTENT_KINDS = contentKind.options;
const CACHE_STATES = ["read", "written", "uncached"] as const;

/**
 * The style of the drawings: colours as in the app, set by class, because no exported file may contain style
 * attributes.
 */
export const CHART_STYLE = `
figure{margin:0 0 1.5rem}figcaption{font-weight:600;font-size:.8125rem;margin-bottom:.25rem}
svg{width:100%;height:auto;font:11px system-ui,sans-serif}svg text{fill:var(--tx2)}.grid{stroke:var(--line);fill:none}
.break{fill:var(--tx)}svg text.letter{fill:var(--bg);font-weight:600}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.8125rem}
th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem;text-align:left}td.n,th.n{text-align:right}
.key{display:inline-block;width:10px;height:10px;margin:0 .25rem 0 .75rem}.key svg{display:block}
.k-unseen{fill:#868e97}.k-system{fill:#606772}.k-tools{fill:#583c12}.k-summary{fill:#8a1e47}.k-user{fill:#b38818}
.k-file{fill:#688c5c}.k-tool_call{fill:#a55817}.k-tool_result{fill:#409c9c}.k-reasoning{fill:#573a73}.k-assistant{fill:#356ec1}
.c-read{fill:#6b8daa}.c-written{fill:#bd7d00}.c-uncached{fill:#95002a}
@media (prefers-color-scheme:dark){
.k-unseen{fill:#6b737d}.k-system{fill:#8696b3}.k-tools{fill:#746a58}.k-summary{fill:#b66085}.k-user{fill:#edd854}
.k-file{fill:#3e7a02}.k-tool_call{fill:#dc9570}.k-tool_result{fill:#86d5c9}.k-reasoning{fill:#c9a1ff}.k-assistant{fill:#3278c6}
.c-read{fill:#5d7698}.c-written{fill:#fec93a}.c-uncached{fill:#d24b53}}
`;

/**
 * For each agent with two requests or more: a drawing of its prompts' contents and their cache use, and a table of its
 * cache breaks. It contains figures and Winnow's own words, but no text of the session, so nothing needs redacting.
 */
export function* sessionCharts(rows: readonly RequestRow[], subAgents: readonly string[]): Iterable<string> {
  const agents = [...new Set(rows.map(({ agent }) => agent))];
  for (const agent of agents) {
    const own = rows.filter((row) => row.agent === agent);
    if (own.length < 2) continue;
    yield `<figure>\n<figcaption>${escapeHtml(captionOf(agent, subAgents.indexOf(agent) + 1, own))}</figcaption>\n`;
    yield `${drawing(own)}\n${legend(own)}\n</figure>\n`;
    yield breakTable(own);
  }
}

/** A sub-agent's id is text from the log, so its number is shown instead. */
function captionOf(agent: string, number: number, rows: readonly RequestRow[]): string {
  const name = agent === "main" ? "Main agent" : `Sub-agent ${number}`;
  const read = rows.reduce((sum, row) => sum + (row.cache_read ?? 0), 0);
  const prompts = rows.reduce((sum, row) => sum + (row.cache_read === null ? 0 : row.prompt_tokens), 0);
  const costs = rows.flatMap(({ cost }) => (cost === null ? [] : [cost.amount]));
  const cost = costs.length === 0 ? null : costs.reduce((sum, amount) => sum + amount, 0);
  const isFloor = costs.length < rows.length || rows.some((row) => row.cost_is_floor);
  return [
    `${name}: ${formatTokens(rows.length)} requests`,
    ...(prompts === 0 ? [] : [`${formatShare(read / prompts)} read from cache`]),
    ...(cost === null ? [] : [`cost ${formatMoney(cost, { isFloor })}`]),
    `largest prompt ${formatTokens(Math.max(...rows.map(({ prompt_tokens }) => prompt_tokens)))} tokens`,
  ].join(", ");
}

type Column = { readonly x: number; readonly width: number; readonly rows: readonly RequestRow[] };

function columnsOf(rows: readonly RequestRow[]): Column[] {
  const perColumn = Math.ceil(rows.length / MAX_COLUMNS);
  const count = Math.ceil(rows.length / perColumn);
  const pitch = Math.min(24, (PLOT.right - PLOT.left) / count);
  return Array.from({ length: count }, (_, at) => ({
    x: PLOT.left + at * pitch,
    width: Math.max(1, pitch - (pitch >= 3 ? 1 : 0)),
    rows: rows.slice(at * perColumn, (at + 1) * perColumn),
  }));
}

function drawing(rows: readonly RequestRow[]): string {
  const columns = columnsOf(rows);
  const peak = Math.max(1, ...rows.map(({ prompt_tokens }) => prompt_tokens));
  const breaks = rows.filter((row) => row.break !== null).length;
  const words = `Prompt tokens of ${formatTokens(rows.length)} requests by kind of content, and their cache; ${formatTokens(breaks)} cache breaks`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">`,
    ...[0, 0.5, 1].map((share) => {
      const y = heightAt(share);
      return `<path class="grid" d="M${PLOT.left} ${y}H${PLOT.right}"/><text x="${PLOT.left - 6}" y="${y + 4}" text-anchor="end">${formatTick(Math.round(peak * share))}</text>`;
    }),
    ...stacks(columns, peak),
    ...strips(columns),
    ...letters(columns),
    `<text x="${PLOT.left}" y="${HEIGHT - 8}">request 1</text><text x="${(columns.at(-1)?.x ?? 0) + 8}" y="${HEIGHT - 8}" text-anchor="end">${formatTokens(rows.length)}</text>`,
    "</svg>",
  ].join("\n");
}

const heightAt = (share: number): number => PLOT.bottom - share * (PLOT.bottom - PLOT.top);
const box = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`;

/** Draws one path per kind, so a long session needs no more elements than a short one. */
function stacks(columns: readonly Column[], peak: number): string[] {
  const paths = new Map<string, string[]>(CONTENT_KINDS.map((kind) => [kind, []]));
  for (const { x, width, rows } of columns) {
    const shown = rows.reduce(
      (most, row) => (row.prompt_tokens > most.prompt_tokens ? row : most),
      rows[0] as RequestRow,
    );
    let base = 0;
    for (const kind of CONTENT_KINDS) {
      const tokens = shown.composition[kind] ?? 0;
      const height = heightAt(base / peak) - heightAt((base + tokens) / peak);
      if (height >= 0.3) paths.get(kind)?.push(box(x, heightAt((base + tokens) / peak), width, height));
      base += tokens;
    }
  }
  return [...paths].flatMap(([kind, pieces]) =>
    pieces.length === 0 ? [] : [`<path class="k-${kind}" d="${pieces.join("")}"/>`],
  );
}

const statesOf = (row: RequestRow) => ({
  read: row.cache_read ?? 0,
  written: row.cache_write ?? 0,
  uncached: row.uncached ?? 0,
});

/** Shares of each prompt: read at the bottom, then written, then uncached. Empty if the log reports no cache. */
function strips(columns: readonly Column[]): string[] {
  const paths = { read: [] as string[], written: [] as string[], uncached: [] as string[] };
  for (const { x, width, rows } of columns) {
    const told = rows.filter((row) => row.cache_read !== null);
    const shareOf = (row: RequestRow) => (row.cache_read ?? 0) / Math.max(1, row.prompt_tokens);
    const worst = told.toSorted((a, b) => shareOf(a) - shareOf(b))[0];
    if (worst === undefined) continue;
    const states = statesOf(worst);
    const all = Math.max(1, states.read + states.written + states.uncached);
    let bottom = STRIP.top + STRIP.height;
    for (const state of CACHE_STATES) {
      const height = (states[state] / all) * STRIP.height;
      if (height >= 0.2) paths[state].push(box(x, bottom - height, width, height));
      bottom -= height;
    }
  }
  return CACHE_STATES.flatMap((state) =>
    paths[state].length === 0 ? [] : [`<path class="c-${state}" d="${paths[state].join("")}"/>`],
  );
}

const LETTER = 14;

function letters(columns: readonly Column[]): string[] {
  let free = 0;
  return columns.flatMap(({ x, width, rows }) => {
    const found = rows.find((row) => row.break !== null)?.break;
    const left = Math.min(PLOT.right - LETTER, Math.max(0, x + width / 2 - LETTER / 2));
    if (!found || left < free) return [];
    free = left + LETTER + 1;
    return [
      `<rect class="break" x="${left.toFixed(1)}" y="${STRIP.top - 17}" width="${LETTER}" height="${LETTER}" rx="2"/>` +
        `<text class="letter" x="${(left + LETTER / 2).toFixed(1)}" y="${STRIP.top - 6}" text-anchor="middle">${found.letter}</text>`,
    ];
  });
}

function legend(rows: readonly RequestRow[]): string {
  const kinds = CONTENT_KINDS.filter((kind) => rows.some((row) => (row.composition[kind] ?? 0) > 0));
  const key = (name: string, text: string) =>
    `<span class="key"><svg viewBox="0 0 10 10"><rect class="${name}" width="10" height="10"/></svg></span>${text}`;
  const states = rows.some((row) => row.cache_read !== null) ? CACHE_STATES : [];
  return `<p class="note">${[
    ...kinds.map((kind) => key(`k-${kind}`, kind === "unseen" ? "not in the log" : kind.replace("_", " "))),
    ...states.map((state) => key(`c-${state}`, `${state} (strip)`)),
  ].join("")}</p>`;
}

function breakTable(rows: readonly RequestRow[]): string {
  const lines = rows.flatMap(({ break: found }, at) => {
    if (found === null) return [];
    const { letter, cause } = found;
    return [
      `<tr><td>${letter}</td><td class="n">${formatTokens(at + 1)}</td><td class="n">${formatLostTokens(found)}</td><td class="n">${formatLostMoney(found)}</td><td>${escapeHtml(nameOfBreak(cause))}</td></tr>`,
    ];
  });
  if (lines.length === 0) return "";
  return `<h2>Cache breaks</h2>\n<table>\n<thead><tr><td></td><th class="n">request</th><th class="n">tokens lost</th><th class="n">money</th><th>cause</th></tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table>\n`;
}
