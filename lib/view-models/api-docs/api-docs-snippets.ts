import { jsonText, memberText, parseJson } from "../../conversation/exact-json";
import { english, type Say } from "../../wording/say";

/** A call as code in three languages. */

/** A call as sent. `body` is JSON; `file`: the name of a file whose bytes are sent instead. */
export type ApiCall = {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
  readonly file: string | null;
};

export const SNIPPET_LANGUAGES = ["curl", "TypeScript", "Python"] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/**
 * A call's path with its placeholders replaced and the query added, without empty query values. A value may
 * contain slashes, which stay path separators (model names have them).
 */
export function addressOfCall(
  path: string,
  values: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (values[name] ?? "").split("/").map(encodeURIComponent).join("/"),
  );
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ""));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** The call in a language. A body that is not JSON is inserted as text. */
export function snippetOf(language: SnippetLanguage, call: ApiCall): string {
  if (language === "curl") return curlText(call);
  return language === "TypeScript" ? typescriptText(call) : pythonText(call);
}

/** A word for a POSIX shell: within single quotes only the quote itself is special. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curlText({ method, url, body, file }: ApiCall): string {
  const lines = [`curl -sS${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`];
  if (file !== null)
    lines.push(
      "-H 'content-type: application/octet-stream'",
      `-H ${quoted(`X-File-Name: ${encodeURIComponent(file)}`)}`,
      `--data-binary @${quoted(file)}`,
    );
  if (body !== null) lines.push("-H 'content-type: application/json'", `-d ${quoted(body)}`);
  return lines.join(" \\\n  ");
}

/** An import of the snippet, not of this file. */
const FILES = "node:fs/promises";

function typescriptText({ method, url, body, file }: ApiCall): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(file === null
      ? []
      : [
          `  headers: { "X-File-Name": ${JSON.stringify(encodeURIComponent(file))} },`,
          `  body: await readFile(${JSON.stringify(file)}),`,
        ]),
    ...(body === null
      ? []
      : [
          '  headers: { "content-type": "application/json" },',
          `  body: ${parsed(body) === undefined ? JSON.stringify(body) : `JSON.stringify(${indented(body)})`},`,
        ]),
  ];
  const call =
    options.length === 0
      ? `fetch(${JSON.stringify(url)})`
      : `fetch(${JSON.stringify(url)}, {\n${options.join("\n")}\n})`;
  return [
    ...(file === null ? [] : [`import { readFile } from "${FILES}";`, ""]),
    `const response = await ${call};`,
    "if (!response.ok) throw new Error(await response.text());",
    "console.log(await response.text());",
  ].join("\n");
}

function pythonText({ method, url, body, file }: ApiCall): string {
  const value = body === null ? undefined : parsed(body);
  const given = [
    JSON.stringify(url),
    ...(file === null
      ? []
      : [
          `headers={"X-File-Name": ${JSON.stringify(encodeURIComponent(file))}}`,
          `data=open(${JSON.stringify(file)}, "rb")`,
        ]),
    ...(body === null
      ? []
      : value === undefined
        ? [`data=${JSON.stringify(body)}`, 'headers={"content-type": "application/json"}']
        : [`json=${pythonValue(value, "    ")}`]),
  ];
  const within = given.length === 1 ? given[0] : `\n${given.map((line) => `    ${line},`).join("\n")}\n`;
  return [
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(${within})`,
    "response.raise_for_status()",
    "print(response.text)",
  ].join("\n");
}

/** undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const indented = (body: string): string => jsonText(parsed(body), 2).replaceAll("\n", "\n  ");

/** JSON in Python: true, false and null have other names; strings are the same. */
function pythonValue(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const member = (item: unknown, key: string | number): string =>
    typeof item === "number" ? memberText(value, key) : pythonValue(item, inner);
  const items = Array.isArray(value)
    ? value.map(member)
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${member(item, key)}`);
  const [opens, closes] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return items.length === 0
    ? `${opens}${closes}`
    : `${opens}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${closes}`;
}

/** The browser's JSON error for a text; null if valid. */
export function jsonFault(text: string, say: Say = english): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return say("This is not JSON: {message}", { message: (error as Error).message });
  }
}

/** More characters would slow the page down. */
const MAX_SHOWN = 100_000;

/** The start of an answer, with JSON indented. */
export function shownAnswer(text: string, media: string): { readonly shown: string; readonly isCut: boolean } {
  const value = media.includes("json") ? parsed(text) : undefined;
  const whole = value === undefined ? text : jsonText(value, 2);
  return { shown: whole.slice(0, MAX_SHOWN), isCut: whole.length > MAX_SHOWN };
}
