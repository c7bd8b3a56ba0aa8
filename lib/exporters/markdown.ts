import { commentHeading, eventText, factsOf, messageHeading, responseText } from "./describe-session";
import type { Exporter, ExportInput } from "./exporter";
import { fence, inline } from "./markdown-text";
import { blocksOf } from "./part-blocks";
import { itemsOf, type SessionItem } from "./session-items";

/**
 * A session to read. Every text is in a fence of its own: a heading, a picture or HTML in a message stays text, so it neither
 * breaks the page nor loads anything.
 */
export const markdown: Exporter = {
  id: "markdown",
  title: "Markdown",
  extension: "md",
  isConversation: false,
  *write(input) {
    yield `# ${inline(input.selection.frame.title)}\n\n`;
    for (const [name, value] of factsOf(input)) yield `- **${name}**: ${inline(value)}\n`;
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
