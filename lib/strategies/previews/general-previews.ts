import { memberText } from "../../conversation/exact-json";
import type { JsonValue } from "../../conversation/part";
import { isObject, type JsonObject, plain } from "./container-previews";
import { count, type PreviewLimits, type PreviewRule } from "./preview";

const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\[?\d{2}:\d{2}:\d{2}|\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b)/i;
/** Minimum share of sampled lines that look like log lines, unless the tool's name indicates a log. */
const LOG_SHARE = 0.6;
const SAMPLE = 50;

/** Logs: the last lines, which show the outcome. */
export const logTail: PreviewRule = ({ toolName, lines, json }, limits) => {
  if (json !== undefined || lines.length === 0) return null;
  if (!/(^|[_\-. ])logs?($|[_\-. ])/i.test(toolName) && !looksLikeLog(lines)) return null;
  const tail = limits.logLines === 0 ? [] : lines.slice(-limits.logLines);
  return { lines: tail, counter: count(lines.length, "line"), isTruncated: tail.length < lines.length };
};

function looksLikeLog(lines: readonly string[]): boolean {
  const sample = lines.slice(0, SAMPLE);
  return sample.length >= 5 && sample.filter((line) => LOG_LINE.test(line)).length >= sample.length * LOG_SHARE;
}

/** JSON: the fields of an object, or the first entries of a list. */
export const jsonFields: PreviewRule = ({ json }, limits) => {
  if (Array.isArray(json)) return jsonEntries(json, limits);
  if (!isObject(json)) return null;
  const fields = Object.keys(json);
  const lines = fields.slice(0, limits.fields).map((name) => `${name}: ${sketch(json, name)}`);
  return { lines, counter: count(fields.length, "field"), isTruncated: true };
};

function jsonEntries(entries: readonly JsonValue[], limits: PreviewLimits) {
  const lines = entries.slice(0, limits.entries).map((entry, index) => plainMember(entry, entries, index));
  return { lines, counter: count(entries.length, "entry").replace(/entrys$/, "entries"), isTruncated: true };
}

/** Scalars as they are; the size of anything larger. */
function sketch(fields: JsonObject, name: string): string {
  const value = fields[name] as JsonValue;
  if (Array.isArray(value)) return `[${count(value.length, "item")}]`;
  return isObject(value) ? `{${count(Object.keys(value).length, "field")}}` : plainMember(value, fields, name);
}

/** A field or item as text; a number as it was read. */
const plainMember = (value: JsonValue, holder: object, key: string | number): string =>
  typeof value === "number" ? memberText(holder, key) : plain(value);

/** Anything else: the first lines. */
export const textHead: PreviewRule = ({ lines }, limits) => {
  const head = lines.slice(0, limits.headLines);
  return { lines: head, counter: count(lines.length, "line"), isTruncated: head.length < lines.length };
};
