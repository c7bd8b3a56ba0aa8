import { commentHeading, eventText, factsOf, messageHeading, responseText } from "./describe-session";
import type { Exporter, ExportInput } from "./exporter";
import { blocksOf } from "./part-blocks";
import { itemsOf, type SessionItem } from "./session-items";
import { visibleLine, visibleText } from "./visible-text";

/**
 * A session as a document to read. Every text has its own fence, so a heading, picture or HTML in a message stays text
 * and can neither break the page nor load anything.
 */
export const markdown: Exporter = {
  id: "markdown",
  title: "Markdown",
  extension: "md",
  isConversation: false,
  *write(input) {
    yield `# ${inline(input.selection.frame.title)}\n\n`;
    for (const [name, value] of factsOf(input)) yield `- **${name}**: ${inline(value)}\n`;
    if (input.answer.length > 0) yield `\n## What it cost, and why\n\n${fence(input.answer.join("\n"), "text")}\n`;
    for (const item of itemsOf(input.selection, input.comments)) yield* writeItem(item, input);
    yield* writeRedactions(input);
  },
};

function* writeItem(item: SessionItem, { selection: { scope } }: ExportInput): Iterable<string> {
  if (item.kind === "event") yield `\n---\n\n*${inline(eventText(item.event))}*\n`;
  if (item.kind === "response") {
    const text = responseText(item.response);
    if (text !== null) yield `\n*${inline(text)}*\n`;
  }
  if (item.kind === "comment")
    yield `\n### ${inline(commentHeading(item.comment))}\n\n${fence(item.comment.text, "text")}\n`;
  if (item.kind !== "message") return;
  yield `\n## ${inline(messageHeading(item.message, item.index, scope))}\n`;
  for (const { label, body } of item.message.parts.flatMap(blocksOf)) {
    if (label !== null) yield `\n**${inline(label)}**\n`;
    yield `\n${fence(body.text, body.type === "text" ? body.language : "text")}\n`;
  }
}

function* writeRedactions({ redactor }: ExportInput): Iterable<string> {
  if (!redactor) return;
  yield "\n## Redacted\n\n";
  const findings = redactor.report();
  if (findings.length === 0) yield "Nothing was found.\n";
  for (const { kind, count, where, more } of findings)
    yield `- ${kind}: ${count} (${inline(where.join(", "))}${more > 0 ? ` and ${more} more places` : ""})\n`;
}

/** Untrusted text on one line of Markdown, with everything escaped that a renderer interprets, including URLs. */
export const inline = (text: string): string =>
  visibleLine(text)
    .replaceAll(/[\\`*_{}[\]<>#|~&$@]/g, (character) => `\\${character}`)
    .replaceAll("://", "\\://")
    .replaceAll(/(www)\./gi, "$1\\.");

/** A fence longer than any run of backticks in the content, so no content can close it. */
export function fence(content: string, language: "text" | "json"): string {
  const text = visibleText(content);
  let longest = 2;
  for (const run of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run[0].length);
  const mark = "`".repeat(longest + 1);
  return `${mark}${language}\n${text}${/[\r\n]$/.test(text) ? "" : "\n"}${mark}`;
}
