import { jsonText, withNumbersOf } from "../conversation/exact-json";
import type { JsonValue, Part, ToolCallPart, ToolOutputBlock } from "../conversation/part";
import type { Redactor } from "./redact";
import { isCookieField, isSecretField, isSecretOption, SECRET_FIELD_LENGTH } from "./redaction-rules";

/** The part without secrets; the same object if it has none. */
export function redactPart(part: Part, redactor: Redactor): Part {
  const where = part.id;
  switch (part.type) {
    case "text":
      return withText(part, redactor.text(part.text, where));
    case "reasoning": {
      const text = redactor.text(part.text, where);
      if (text === part.text) return part;
      // A provider rejects changed reasoning with its old signature.
      const { signature: _signature, ...rest } = part;
      return { ...rest, text };
    }
    case "tool-call":
      return redactCall(part, redactor);
    case "tool-result": {
      const output = mapSame(part.output, (block) => redactBlock(block, redactor, where));
      const toolName = part.toolName === undefined ? undefined : redactor.text(part.toolName, where);
      const isSame = output === part.output && toolName === part.toolName;
      return isSame ? part : { ...part, output, ...(toolName !== undefined && { toolName }) };
    }
    case "file": {
      const file = redactFile(part, redactor, where);
      const filename = file.filename === undefined ? undefined : redactor.text(file.filename, where);
      return filename === undefined || filename === file.filename ? file : { ...file, filename };
    }
    case "opaque": {
      const value = redactJson(part.value, redactor, where);
      return value === part.value ? part : { ...part, value };
    }
    default:
      return part satisfies never;
  }
}

const withText = <T extends { readonly text: string }>(holder: T, text: string): T =>
  text === holder.text ? holder : { ...holder, text };

/**
 * The exact text of the arguments may contain more than its parsed value (a repeated key, an unfinished string), so it
 * is rewritten if either contains a secret.
 */
function redactCall(call: ToolCallPart, redactor: Redactor): ToolCallPart {
  const toolName = redactor.text(call.toolName, call.id);
  const folder = call.folder === undefined ? undefined : redactor.text(call.folder, call.id);
  const isSame = toolName === call.toolName && folder === call.folder;
  const part = isSame ? call : { ...call, toolName, ...(folder !== undefined && { folder }) };
  const input = redactJson(part.input, redactor, part.id);
  if (part.inputText === undefined) return input === part.input ? part : { ...part, input };
  // Arguments that were not JSON stay text.
  if (typeof input === "string" && part.inputText === part.input)
    return input === part.input ? part : { ...part, input, inputText: input };
  const isClean = input === part.input && redactor.text(part.inputText, part.id) === part.inputText;
  return isClean ? part : { ...part, input, inputText: jsonText(input) };
}

function redactBlock(block: ToolOutputBlock, redactor: Redactor, where: string): ToolOutputBlock {
  if (block.type === "text") return withText(block, redactor.text(block.text, where));
  if (block.type === "file") return redactFile(block, redactor, where);
  const value = redactJson(block.value, redactor, where);
  return value === block.value ? block : { ...block, value };
}

type FileLike = {
  readonly mediaType: string;
  readonly byteLength: number;
  readonly data?: string;
  readonly url?: string;
};

function redactFile<T extends FileLike>(file: T, redactor: Redactor, where: string): T {
  const url = file.url === undefined ? undefined : redactor.text(file.url, where);
  const withUrl = url === undefined || url === file.url ? file : { ...file, url };
  const text = isTextual(file.mediaType) && file.data !== undefined ? decodeBase64(file.data) : null;
  if (text === null) return withUrl;
  const redacted = redactor.text(text, where);
  if (redacted === text) return withUrl;
  const bytes = new TextEncoder().encode(redacted);
  return { ...withUrl, data: encodeBase64(bytes), byteLength: bytes.length };
}

const isTextual = (mediaType: string) => /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript)\b/.test(mediaType);

function decodeBase64(data: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/**
 * Redacts every string of a JSON value, including keys, and values whose key or preceding word marks them as secret.
 * Returns the same value if it contains no secret.
 */
export function redactJson(value: JsonValue, redactor: Redactor, where: string): JsonValue {
  if (typeof value === "string") return redactor.text(value, where);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return withNumbersOf(value, redactList(value as readonly JsonValue[], redactor, where));
  const entries = Object.entries(value as { readonly [key: string]: JsonValue });
  const isNamedSecret = entries.some(
    ([key, name]) => NAME_KEY.test(key) && typeof name === "string" && isSecretField(name),
  );
  const redacted = mapSame(entries, (entry) => {
    const isSecret = isSecretField(entry[0]) || (isNamedSecret && VALUE_KEY.test(entry[0]));
    return redactEntry(entry, isSecret, redactor, where);
  });
  return redacted === entries ? value : withNumbersOf(value, Object.fromEntries(withUniqueKeys(redacted)));
}

type Entry = [string, JsonValue];

/** `{"name": "DB_PASSWORD", "value": "…"}` */
const NAME_KEY = /^(?:name|key|variable|header|label)$/i;
const VALUE_KEY = /^(?:value|val|text)$/i;

function redactEntry(entry: Entry, isSecret: boolean, redactor: Redactor, where: string): Entry {
  const [key, value] = entry;
  const newKey = redactor.text(key, where);
  const newValue = isCookieField(key)
    ? redactCookies(value, redactor, where)
    : isSecret
      ? redactSecret(value, redactor, where)
      : redactJson(value, redactor, where);
  return newKey === key && newValue === value ? entry : [newKey, newValue];
}

/** `["Authorization", "…"]`. In the words of a command, also the word after an option such as `--token`. */
function redactList(items: readonly JsonValue[], redactor: Redactor, where: string): readonly JsonValue[] {
  const isNamed = (index: number): boolean => {
    const before = items[index - 1];
    if (typeof before !== "string") return false;
    return isSecretOption(before) || (items.length === 2 && isSecretField(before));
  };
  let index = -1;
  return mapSame(items, (item) => {
    index += 1;
    return isNamed(index) ? redactSecret(item, redactor, where) : redactJson(item, redactor, where);
  });
}

/** A value marked as a secret: its texts, and numbers long enough to be one. */
function redactSecret(value: JsonValue, redactor: Redactor, where: string): JsonValue {
  if (Array.isArray(value))
    return mapSame(value as readonly JsonValue[], (item) => redactSecret(item, redactor, where));
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length < SECRET_FIELD_LENGTH) return redactJson(value, redactor, where);
  return redactor.whole(text, "secret-field", where);
}

function redactCookies(value: JsonValue, redactor: Redactor, where: string): JsonValue {
  if (Array.isArray(value))
    return mapSame(value as readonly JsonValue[], (item) => redactCookies(item, redactor, where));
  const isCookie = typeof value === "string" && value.includes("=");
  return isCookie ? redactor.whole(value, "cookie", where) : redactJson(value, redactor, where);
}

/** Keeps two keys of one object distinct if redaction would make them equal. */
function withUniqueKeys(entries: readonly Entry[]): Entry[] {
  const taken = new Set<string>();
  return entries.map(([key, value]) => {
    let unique = key;
    for (let copy = 2; taken.has(unique); copy += 1) unique = `${key}~${copy}`;
    taken.add(unique);
    return [unique, value];
  });
}

/** Maps an array. Returns the same one if nothing in it changed. */
export function mapSame<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let isChanged = false;
  const changed = items.map((item) => {
    const next = change(item);
    if (next !== item) isChanged = true;
    return next;
  });
  return isChanged ? changed : items;
}
