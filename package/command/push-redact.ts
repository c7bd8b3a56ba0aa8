import fs from "node:fs";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import type { JsonValue } from "@/lib/conversation/part";
import { type RedactionMode, Redactor } from "@/lib/exporters/redact";
import { redactJson } from "@/lib/exporters/redact-part";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import type { PushGroup } from "./push-groups";

/** The number of redacted secrets; null if a file is not text and cannot be searched. */
export function redactGroup({ files }: PushGroup, mode: RedactionMode): number | null {
  const redactor = new Redactor(mode, detectSecrets);
  for (const { name, path: file } of files) {
    const text = textOf(fs.readFileSync(file));
    if (text === null) return null;
    const redacted = redactText(text, redactor, name);
    if (redacted !== text) fs.writeFileSync(file, redacted);
  }
  return redactor.report().reduce((sum, { count }) => sum + count, 0);
}

/** Null for a database, an archive, or anything else that is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** JSON, whole or line by line, keeps its form; content without secrets stays unchanged byte for byte. */
export function redactText(text: string, redactor: Redactor, where: string): string {
  const whole = redactValue(text, redactor, where);
  if (whole !== null) return whole;
  return blocksOf(text.split("\n"), (line) => redactValue(line, redactor, where))
    .map((block) => (typeof block === "string" ? block : redactor.lines(block.join("\n"), where)))
    .join("\n");
}

/**
 * Changes each line that `change` can read, and gathers the lines between them into blocks, because a key may span many
 * lines.
 */
function blocksOf(lines: readonly string[], change: (line: string) => string | null): (string | string[])[] {
  const blocks: (string | string[])[] = [];
  for (const line of lines) {
    const changed = change(line);
    const last = blocks.at(-1);
    if (changed !== null) blocks.push(changed);
    else if (Array.isArray(last)) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Null if the text is not a JSON object or list. */
function redactValue(text: string, redactor: Redactor, where: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  let value: JsonValue;
  try {
    value = parseJson(text) as JsonValue;
  } catch {
    return null;
  }
  const redacted = redactJson(value, redactor, where);
  return redacted === value ? text : jsonText(redacted);
}
