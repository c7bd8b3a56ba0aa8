import { asArray, asObject, asString, type JsonObject } from "../../formats/json-fields";
import { insideReminder } from "./told-parts";

/**
 * The attachments that the client turns into user messages of the prompt, each with a function that returns its text.
 * Rows contain the data, not the exact words that were sent, so the text is an approximation. Rows of other subtypes
 * are only kept. Source: row shapes of Claude Code 2.1.x logs, 2026.
 */
const TEXT_OF_ATTACHMENT: Readonly<Record<string, (attachment: JsonObject) => string | null>> = {
  queued_command: (attachment) => textOf(attachment.prompt),
  file: (attachment) => textOf(asObject(asObject(attachment.content)?.file)?.content),
  nested_memory: (attachment) => textOf(asObject(attachment.content)?.content),
  edited_text_file: (attachment) => textOf(attachment.snippet),
  selected_lines_in_ide: (attachment) => textOf(attachment.content),
  skill_listing: (attachment) => textOf(attachment.content),
  critical_system_reminder: (attachment) => textOf(attachment.content),
  hook_success: (attachment) => textOf(attachment.content),
  hook_additional_context: (attachment) => textOf(attachment.content),
  plan_file_reference: (attachment) => textOf(attachment.planContent),
};

/** What an attachment row adds to the prompt. */
export type Attached = { readonly role: "user" | "system"; readonly texts: readonly string[] };

/**
 * An attachment row's addition to the prompt; null if it is not known to add anything. Since 2.1.3xx the row contains
 * the exact `rendered` text; a message with the role system has no tags around it.
 */
export function attachedMessage(row: JsonObject, attachment: JsonObject): Attached | null {
  const rendered = asArray(row.rendered);
  const role = row.renderedRole === "system" ? "system" : "user";
  const texts = (rendered ?? []).flatMap((item) => textOf(asObject(item)?.content) ?? []);
  if (rendered) return texts.length === 0 ? null : { role, texts: role === "system" ? texts.map(bare) : texts };
  const text = attachmentText(attachment);
  return text === null ? null : { role: "user", texts: [text] };
}

const bare = (text: string): string => insideReminder(text) ?? text;

function attachmentText(attachment: JsonObject): string | null {
  const read = typeof attachment.type === "string" ? Object.hasOwn(TEXT_OF_ATTACHMENT, attachment.type) : false;
  return read ? (TEXT_OF_ATTACHMENT[attachment.type as string]?.(attachment) ?? null) : null;
}

/** A string, or the texts of a list of strings and text blocks. */
function textOf(value: unknown): string | null {
  const whole = asString(value);
  if (whole !== null) return whole === "" ? null : whole;
  const texts = (asArray(value) ?? []).flatMap((item) => asString(item) ?? asString(asObject(item)?.text) ?? []);
  return texts.length === 0 ? null : texts.join("\n");
}
