import { sayingOf } from "../evaluation/sample-size";
import { FILE_POLICY, HTML_STYLE } from "../exporters/html-style";
import { escapeHtml } from "../exporters/html-text";
import { inline } from "../exporters/markdown";
import { formatCount, UNKNOWN_TEXT } from "../wording/number-format";
import { claimOf } from "./claim";
import { type BenchmarkResults, type Figure, isBroken, type StrategyResult } from "./results";

/** Results that may share a table: same sessions, measures and settings. */
type Board = {
  readonly results: BenchmarkResults;
  readonly rows: readonly { readonly strategy: StrategyResult; readonly by: string }[];
  readonly canRank: boolean;
};

/** The leaderboard of one or several result files, as Markdown. Texts of submissions are escaped. */
export function leaderboardMarkdown(files: readonly BenchmarkResults[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const tables = boardsOf(files).map((board) =>
    [
      `## ${inline(titleOf(board))}`,
      ...notesOf(board).map(inline),
      [
        row(HEADS),
        row(HEADS.map((head) => (TEXTS.has(head) ? "---" : "---:"))),
        ...board.rows.map((one) => row(cellsOf(one).map(inline))),
      ].join("\n"),
    ].join("\n\n"),
  );
  const runs = files.map((file) => `- ${inline(runOf(file))}`);
  return `${["# Leaderboard", ...tables, "## Who ran what", runs.join("\n")].join("\n\n")}\n`;
}

const STYLE = `
body{max-width:none}.wide{overflow:auto;max-height:90vh}
table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums;font-size:.8125rem}
th,td{border-bottom:1px solid var(--line);padding:.25rem .75rem;text-align:left;vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}td.t{min-width:14rem}td.first{min-width:9rem;overflow-wrap:anywhere}
th{position:sticky;top:0;background:var(--bg);z-index:1}td.first{position:sticky;left:0;background:var(--bg)}th.first{left:0;z-index:2}
@media(max-width:40rem){td.first,th.first{position:static}}
h2{font-size:1rem;margin:2rem 0 .5rem}
`;

/** The leaderboard as a single HTML page without scripts or external resources. */
export function leaderboardHtml(files: readonly BenchmarkResults[]): string {
  const kind = (at: number) => (at === 0 ? "t first" : TEXTS.has(HEADS[at] ?? "") ? "t" : "n");
  const cells = (tag: string, texts: readonly string[]) =>
    texts.map((text, at) => `<${tag} class="${kind(at)}">${escapeHtml(text)}</${tag.split(" ")[0]}>`).join("");
  const tables = boardsOf(files).flatMap((board) => [
    `<h2>${escapeHtml(titleOf(board))}</h2>`,
    ...notesOf(board).map((note) => `<p class="note">${escapeHtml(note)}</p>`),
    `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(titleOf(board))}"><table>\n<thead><tr>${cells('th scope="col"', HEADS)}</tr></thead>\n<tbody>`,
    ...board.rows.map((one) => `<tr>${cells("td", cellsOf(one))}</tr>`),
    "</tbody></table></div>",
  ]);
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${FILE_POLICY}">\n<meta name="referrer" content="no-referrer">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">',
    `<title>Leaderboard</title>\n<style>${HTML_STYLE}${STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Leaderboard</h1>`,
    ...tables,
    "<h2>Who ran what</h2>\n<ul>",
    ...files.map((file) => `<li>${escapeHtml(runOf(file))}</li>`),
    "</ul>\n</main>\n</body>\n</html>\n",
  ].join("\n");
}

function boardsOf(files: readonly BenchmarkResults[]): Board[] {
  const groups = new Map<string, BenchmarkResults[]>();
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file]);
  return [...groups.values()].flatMap((group) => {
    const [results] = group;
    const known = new Set<string>();
    if (!results) return [];
    const rows = group
      .flatMap(({ strategies, run }) => strategies.map((strategy) => ({ strategy, by: run.by })))
      .filter((row) => isFirst(row, known));
    const canRank = sayingOf({ sessions: pricedSessions(rows) ?? results.sessions.measured }) === "ranking";
    return [{ results, canRank, rows: canRank ? ranked(rows) : rows }];
  });
}

/** The number of sessions with a cost; undefined without a row of the log. */
const pricedSessions = (rows: Board["rows"]): number | undefined =>
  rows.find(({ strategy }) => strategy.id === "the log")?.strategy.figures.whole.cost.sessions;

/** Includes the references' figures, because versions of Winnow may parse the same sessions differently. */
function keyOf({ manifest, measures, part, settings, sessions, strategies }: BenchmarkResults): string {
  const { asked, left_out } = sessions;
  const references = strategies.filter(({ kind }) => kind === "reference").map(({ id, figures }) => [id, figures]);
  return JSON.stringify([manifest, measures, part, settings, asked, left_out.map(({ id }) => id).sort(), references]);
}

/** Drops repeated results by the same person, and repeated references. */
function isFirst({ strategy, by }: Board["rows"][number], known: Set<string>): boolean {
  const { id, kind, sha256, figures } = strategy;
  const key = JSON.stringify(kind === "reference" ? [id] : [by, id, sha256, figures]);
  const isNew = !known.has(key);
  known.add(key);
  return isNew;
}

/** Cheapest first; results without a cost last. */
function ranked(rows: Board["rows"]): Board["rows"] {
  const costOf = ({ strategy }: Board["rows"][number]) => strategy.figures.whole.cost.value ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((one, other) => costOf(one) - costOf(other));
}

const titleOf = ({ results: { manifest, part, sessions } }: Board): string =>
  part === "own"
    ? `${formatCount(sessions.measured, "session")} of the runner's own`
    : `${formatCount(sessions.measured, "session")} of the ${part} part, list of ${manifest}`;

function notesOf({ results: { part, sessions, settings, measures }, rows, canRank }: Board): string[] {
  const left = sessions.left_out.length === 0 ? "" : ` ${sessions.left_out.length} more could not be measured.`;
  const of =
    sessions.repositories === null
      ? ""
      : ` of ${sessions.repositories === 1 ? "1 repository" : `${sessions.repositories} repositories`}`;
  const priced = pricedSessions(rows);
  const cuts = rows.find(({ strategy }) => strategy.kind !== "reference")?.strategy.figures.cuts.count;
  return [
    `${formatCount(sessions.measured, "session")}${of}.${left} Measures ${measures}. Brackets contain the 95 % interval over sessions. docs/benchmark.md explains each column.`,
    `Cost and lost facts cover entire sessions${priced === undefined ? "" : ` (the cost only the ${formatCount(priced, "session")} with prices and cache figures)`}; strategies without their own trigger run at ${settings.at.toLocaleString("en")} tokens. The other columns cover late cuts, at most ${settings.cuts} per session${cuts === undefined ? "" : `, ${cuts} in total`}.`,
    'The logs contain their clients\' own compactions, so compare a filter that compacts nothing with "keep everything".',
    canRank ? "Sorted by cost, not by quality: also consider the lost facts of each row." : "Too few sessions to rank.",
    ...(part === "own"
      ? rows.filter(({ strategy }) => strategy.kind !== "reference").map((row) => claimOf(row.strategy))
      : []),
  ];
}

const HEADS = [
  "strategy",
  "cost, the log = 100 %",
  "lost facts per 100 requests",
  "saved of the prompt",
  "saved of what it changed",
  "saved of the bill",
  "needed facts kept",
  "identifiers kept",
  "invalid or failed",
  "ms, median",
  "what ran",
  "by",
];
/** The columns that contain text. All others contain numbers. */
const TEXTS: ReadonlySet<string> = new Set(["strategy", "what ran", "by"]);

function cellsOf({ strategy, by }: Board["rows"][number]): string[] {
  const { id, kind, ran, figures, milliseconds } = strategy;
  const { whole, cuts } = figures;
  const isReference = kind === "reference";
  if (isBroken(strategy)) return [id, ...Array.from({ length: 7 }, () => "–"), failuresOf(figures), "–", ran, by];
  const atCuts = [cuts.prompt_saved, cuts.touched_saved, cuts.bill_saved, cuts.needed_kept, cuts.identifiers_kept];
  return [
    id,
    withInterval(whole.cost, percent),
    withInterval(whole.lost_per_100, (value) => value.toFixed(1)),
    ...atCuts.map((figure) => (isReference ? "–" : withInterval(figure, percent))),
    isReference ? "–" : failuresOf(figures),
    milliseconds === null ? "–" : String(milliseconds.median),
    ran,
    isReference ? "" : by,
  ];
}

const percent = (share: number): string =>
  `${(100 * share)
    .toFixed(1)
    .replace(/^-(?!0\.0$)/, "−")
    .replace(/^-/, "")} %`;

function withInterval({ value, low, high }: Figure, write: (value: number) => string): string {
  if (value === null) return UNKNOWN_TEXT;
  return low === null || high === null ? write(value) : `${write(value)} [${write(low)}, ${write(high)}]`;
}

function failuresOf({ failed, calls }: StrategyResult["figures"]): string {
  const codes = Object.entries(failed);
  if (codes.length === 0) return "0";
  return `${codes.map(([code, count]) => `${count} ${code}`).join(", ")} of ${calls}`;
}

const runOf = ({ run, figures_sha256, strategies }: BenchmarkResults): string =>
  `${run.by}, ${run.started.slice(0, 10)}: ${run.command} (${strategies.length} strategies in ${Math.round(run.seconds)} s; Winnow ${run.winnow}, Node ${run.node}, ${run.platform}, ${run.processor}, ${run.cores} cores; figures ${figures_sha256.slice(0, 12)})`;
