import fs from "node:fs";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import type { JsonValue } from "@/lib/conversation/part";
import { type RedactionMode, Redactor } from "@/lib/exporters/redact";
import { redactJson } from "@/lib/exporters/redact-part";
import { detectSecrets } from "@/lib/server/workers/secret-detector";
import type { PushGroup } from "./push-groups";

/** How many secrets were taken out; null if a file is no text, so that nobody can look into it. */
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

/** Null for a database, an archive, or anything else that is no UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** JSON as a whole, or line by line, keeps its form; what has no secret in it stays byte for byte as it was. */
export function redactText(text: string, redactor: Redactor, where: string): string {
  const whole = redactValue(text, redactor, where);
  if (whole !== null) return whole;
  return blocksOf(text.split("\n"), (line) => redactValue(line, redactor, where))
    .map((block) => (typeof block === "string" ? block : redactor.lines(block.join("\n"), where)))
    .join("\n");
}

/** Lines that `change` can read, changed, and between them the others together, because a key goes over many lines. */
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

/** Null if the text is no JSON object or list. */
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
