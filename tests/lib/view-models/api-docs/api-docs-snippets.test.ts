import { execFileSync } from "node:child_process";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { type ApiCall, addressOfCall, shownAnswer, snippetOf } from "@/lib/view-models/api-docs/api-docs-snippets";

const BODY = { text: 'it\'s "so"\n$HOME `x` é', n: null, yes: true, no: false, list: [1, { deep: [] }] };
const POST: ApiCall = {
  method: "POST",
  url: "http://127.0.0.1:3000/api/tokens?a=b&c=d",
  body: JSON.stringify(BODY),
  file: null,
};
const GET: ApiCall = { method: "GET", url: "http://127.0.0.1:3000/api/health", body: null, file: null };
const FILE: ApiCall = { method: "POST", url: "http://127.0.0.1:3000/api/sessions", body: null, file: "it's.jsonl" };

test("fills in and escapes placeholders and the query; leaves out empty parameters", () => {
  expect(addressOfCall("/api/models/{id}", { id: "openai/gpt 5" }, {})).toBe("/api/models/openai/gpt%205");
  expect(addressOfCall("/api/runs", {}, { session: "a&b", kind: "" })).toBe("/api/runs?session=a%26b");
});

/** A command's words as parsed by a shell. */
const shellWords = (command: string): string[] =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

test("a shell reads the curl command as the intended body, address and headers", () => {
  const words = shellWords(snippetOf("curl", POST));
  expect(words).toContain(POST.url);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual(BODY);
  expect(shellWords(snippetOf("curl", GET))).toEqual(["-sS", GET.url]);
  expect(shellWords(snippetOf("curl", FILE)).slice(-2)).toEqual(["--data-binary", "@it's.jsonl"]);
});

/** Runs the TypeScript with a different `fetch`, and returns its arguments. */
async function asked(code: string): Promise<{ url: string; options: RequestInit }> {
  const { code: plain } = transformSync(`async function run() {\n${code}\n}`, { loader: "ts" });
  let seen = { url: "", options: {} as RequestInit };
  const ask = async (url: string, options: RequestInit = {}) => {
    seen = { url, options };
    return { ok: true, text: async () => "" };
  };
  await new Function("fetch", "console", `${plain}\nreturn run();`)(ask, { log: () => {} });
  return seen;
}

test("the TypeScript runs and sends the same", async () => {
  const { url, options } = await asked(snippetOf("TypeScript", POST));
  expect(url).toBe(POST.url);
  expect(options.method).toBe("POST");
  expect(JSON.parse(String(options.body))).toEqual(BODY);
  expect(await asked(snippetOf("TypeScript", GET))).toEqual({ url: GET.url, options: {} });
});

test("Python has its own names for true, false and null, and otherwise equals the JSON", () => {
  const text = snippetOf("Python", POST);
  expect(text).toContain(`requests.post(`);
  expect(text).toMatch(/"n": None,[\s\S]*"yes": True,[\s\S]*"no": False,/);
  const json = /json=([\s\S]*),\n\)/.exec(text)?.[1] ?? "";
  const asJson = json
    .replaceAll("None", "null")
    .replaceAll("True", "true")
    .replaceAll("False", "false")
    .replaceAll(/,\n(\s*[\]}])/g, "\n$1");
  expect(JSON.parse(asJson)).toEqual(BODY);
  expect(snippetOf("Python", GET)).toContain(`requests.get("${GET.url}")`);
});

test("a body that is not JSON stays text, and a file is read from disk", async () => {
  const broken = { ...POST, body: '{"text":' };
  expect(shellWords(snippetOf("curl", broken)).at(-1)).toBe('{"text":');
  expect((await asked(snippetOf("TypeScript", broken))).options.body).toBe('{"text":');
  expect(snippetOf("Python", broken)).toContain('data="{\\"text\\":"');
  expect(snippetOf("TypeScript", FILE)).toContain('readFile("it\'s.jsonl")');
  expect(snippetOf("Python", FILE)).toContain('open("it\'s.jsonl", "rb")');
});

test("answers and code show numbers as they were written", () => {
  const text = '{"id":12345678901234567890,"rate":[1.0,2]}';
  const lines = (shown: string) => shown.replaceAll(/\s+/g, "");
  expect(lines(shownAnswer(text, "application/json").shown)).toBe(text);
  expect(lines(snippetOf("TypeScript", { ...POST, body: text }))).toContain(text);
  expect(lines(snippetOf("Python", { ...POST, body: text }))).toContain('"id":12345678901234567890,"rate":[1.0,2,]');
});
