import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const TARGET_BYTES = 20e6;
/** Maximum characters of a message. Longer strings are cut, so that no single file dominates. */
const LONGEST_MESSAGE = 20_000;
const TEXT_FILE = /\.(jsonl|json|md|ts|tsx|js|mjs|txt|yaml)$/;

/** About 20 MB of messages: the strings of transcripts, or entire text files, repeated as often as necessary. */
export function readMessages(root: string, folder?: string): string[] {
  const shared = join(root, "../shared/transcripts");
  const start = folder ?? (existsSync(shared) ? shared : join(root, "lib"));
  const once = listFiles(start).flatMap(messagesOfFile);
  const messages: string[] = [];
  for (let bytes = 0; bytes < TARGET_BYTES && once.length > 0; )
    for (const text of once) {
      messages.push(text);
      bytes += text.length;
      if (bytes >= TARGET_BYTES) break;
    }
  return messages;
}

const listFiles = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => listFiles(join(path, name)))
    : TEXT_FILE.test(path)
      ? [path]
      : [];

function messagesOfFile(path: string): string[] {
  const text = readFileSync(path, "utf8");
  if (!/\.jsonl?$/.test(path)) return cut(text);
  const strings: string[] = [];
  const collect = (_key: string, value: unknown) => {
    if (typeof value === "string" && value.length >= 20) strings.push(...cut(value));
    return value;
  };
  for (const row of path.endsWith("l") ? text.split("\n") : [text]) {
    try {
      JSON.parse(row, collect);
    } catch {
      strings.push(...cut(row));
    }
  }
  return strings;
}

const cut = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / LONGEST_MESSAGE) }, (_, index) =>
    text.slice(index * LONGEST_MESSAGE, (index + 1) * LONGEST_MESSAGE),
  );
