import type { SessionMessage } from "../transcript/session";
import { commentHeading, eventText, factsOf, messageHeading, responseText } from "./describe-session";
import type { Exporter, ExportInput } from "./exporter";
import { FILE_POLICY, HTML_STYLE } from "./html-style";
import { escapeHtml } from "./html-text";
import { type Block, blocksOf } from "./part-blocks";
import type { SelectionScope } from "./select-session";
import { CHART_STYLE, sessionCharts } from "./session-chart";
import { itemsOf, type SessionItem } from "./session-items";

/** Blocks with more characters are folded. A block without text is never folded. */
const OPEN_LENGTH = 1_500;

/**
 * One file that works from disk, with its charts as drawings: no script, no request, all text escaped, light and dark.
 */
export const html: Exporter = {
  id: "html",
  title: "HTML page",
  extension: "html",
  isConversation: false,
  *write(input) {
    const title = escapeHtml(input.selection.frame.title);
    yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`;
    yield `<meta http-equiv="Content-Security-Policy" content="${FILE_POLICY}">\n<meta name="referrer" content="no-referrer">\n`;
    yield `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n`;
    yield `<title>${title}</title>\n<style>${HTML_STYLE}${CHART_STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n<dl>\n`;
    for (const [name, value] of factsOf(input)) yield `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>\n`;
    yield "</dl>\n<main>\n";
    if (input.answer.length > 0)
      yield `<section>\n<h2>What it cost, and why</h2>\n<pre>${escapeHtml(input.answer.join("\n"))}</pre>\n</section>\n`;
    yield* sessionCharts(input.requests(), input.subAgents);
    for (const item of itemsOf(input.selection, input.comments)) yield* writeItem(item, input.selection.scope);
    yield "</main>\n";
    yield* writeRedactions(input);
    yield "</body>\n</html>\n";
  },
};

function* writeItem(item: SessionItem, scope: SelectionScope): Iterable<string> {
  if (item.kind === "event") yield `<hr>\n<p class="note">${escapeHtml(eventText(item.event))}</p>\n`;
  if (item.kind === "message") yield* writeMessage(item.message, item.index, scope);
  if (item.kind === "comment")
    yield `<aside class="comment">\n<h2>${escapeHtml(commentHeading(item.comment))}</h2>\n<pre>${escapeHtml(item.comment.text)}</pre>\n</aside>\n`;
  if (item.kind !== "response") return;
  const text = responseText(item.response);
  if (text !== null) yield `<p class="note">${escapeHtml(text)}</p>\n`;
}

function* writeMessage(message: SessionMessage, index: number, scope: SelectionScope): Iterable<string> {
  const hidden = message.isHidden ? " hidden" : "";
  yield `<article class="${message.role}${hidden}" id="m${index + 1}">\n`;
  yield `<h2>${escapeHtml(messageHeading(message, index, scope))}</h2>\n`;
  for (const block of message.parts.flatMap(blocksOf)) yield writeBlock(block);
  yield "</article>\n";
}

function writeBlock({ kind, label, body }: Block): string {
  const content =
    body.type === "image"
      ? `<img alt="${escapeHtml(body.text)}" src="data:${body.mediaType};base64,${body.base64}">`
      : `<pre>${escapeHtml(body.text)}</pre>`;
  if (label === null) return `${content}\n`;
  const isOpen = body.text.length <= OPEN_LENGTH && kind !== "reasoning";
  return `<details class="${kind}"${isOpen ? " open" : ""}><summary>${escapeHtml(label)}</summary>${content}</details>\n`;
}

function* writeRedactions({ redactor }: ExportInput): Iterable<string> {
  if (!redactor) return;
  yield "<hr>\n<h2>Redacted</h2>\n<dl>\n";
  for (const { kind, count, where, more } of redactor.report()) {
    const rest = more > 0 ? ` and ${more} more places` : "";
    yield `<dt>${escapeHtml(kind)}: ${count}</dt><dd>${escapeHtml(where.join(", "))}${rest}</dd>\n`;
  }
  yield "</dl>\n";
}
