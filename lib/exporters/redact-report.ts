import type { JsonValue } from "../conversation/part";
import { escapeHtml, unescapeHtml } from "./html-text";
import { BEST_EFFORT, type RedactionMode, Redactor } from "./redact";
import { redactJson } from "./redact-part";

/**
 * Redacts reports made by a page. Each text of the finished file goes through the same rules as an exported session,
 * whatever its source. Rules that need Node (secretlint's) are not included.
 */
export type ReportRedaction = {
  readonly page: (html: string) => string;
  readonly text: (text: string) => string;
  readonly json: (text: string) => string;
  readonly cells: <Value>(records: readonly (readonly Value[])[]) => (Value | string)[][];
};

export function reportRedaction(mode: RedactionMode): ReportRedaction {
  const clean = (redactor: Redactor, text: string) => redactor.text(text, "report");
  return {
    page: (html) => withNote(html, new Redactor(mode)),
    text: (text) => {
      const redactor = new Redactor(mode);
      return `${redactor.lines(text, "report")}\n${noteOf(redactor)}\n`;
    },
    json: (text) => {
      const redactor = new Redactor(mode);
      const value = redactJson(JSON.parse(text) as JsonValue, redactor, "report");
      return JSON.stringify({ redacted: { mode, findings: redactor.report() }, report: value }, null, 2);
    },
    cells: (records) => {
      const redactor = new Redactor(mode);
      return records.map((record) => record.map((cell) => (typeof cell === "string" ? clean(redactor, cell) : cell)));
    },
  };
}

/** Text between two tags, outside style sheets. */
const TEXT = /(<style>[^<]*<\/style>)|>([^<]+)(?=<)/g;
/** A drawing's text for screen readers. */
const LABEL = /aria-label="([^"]*)"/g;

function withNote(html: string, redactor: Redactor): string {
  const clean = (text: string) => escapeHtml(redactor.text(unescapeHtml(text), "report"));
  const page = html
    .replaceAll(TEXT, (whole, style: string | undefined, text: string | undefined) =>
      style !== undefined || text === undefined || text.trim() === "" ? whole : `>${clean(text)}`,
    )
    .replaceAll(LABEL, (_, text: string) => `aria-label="${clean(text)}"`);
  return page.replace("</main>", `<hr>\n<p class="note">${escapeHtml(noteOf(redactor))}</p>\n</main>`);
}

/** `Redacted (mask): github-token 2. Best effort: …` */
function noteOf(redactor: Redactor): string {
  const found = redactor.report().map(({ kind, count }) => `${kind} ${count}`);
  return `Redacted (${redactor.mode}): ${found.length === 0 ? "nothing was found" : found.join(", ")}. ${BEST_EFFORT}`;
}
