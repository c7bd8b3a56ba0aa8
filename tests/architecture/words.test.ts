import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { CACHE_POLICIES } from "@/lib/cache/policies";
import { METRICS } from "@/lib/evaluation/metrics";
import { IMPORTERS } from "@/lib/importers";
import { listPlainStrategies } from "@/lib/server/answers/strategy-list";
import { describeTokenizer, TOKENIZER_IDS } from "@/lib/tokenizers/tokenizer";
import { toFormFields } from "@/lib/view-models/compare/strategy-form";
import { COUNTED } from "@/lib/wording/number-format";
import { sayIn } from "@/lib/wording/say";
import { type Area, CHINESE_AREAS, chineseOf } from "@/lib/wording/zh";

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
const read = (file: string): string => readFileSync(file, "utf8");
const CHINESE = chineseOf(CHINESE_AREAS);

type MessageFormatElement = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The names of a sentence's arguments, from its parsed form. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === 0 || element.type === 7) return [];
    const own = element.type === 8 ? [] : [String(element.value)];
    const inside =
      "options" in element ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value)) : [];
    return [...own, ...inside];
  });
}
const named = (text: string) =>
  [...new Set(argumentsOf(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst()))].sort();

test("a Chinese sentence has the arguments of its English one", () => {
  const different = Object.entries(CHINESE).filter(
    ([english, chinese]) => named(english).join() !== named(chinese).join(),
  );
  expect(different).toEqual([]);
});

test("the subset of the Chinese font has every character of our sentences", () => {
  const has = new Set(read("components/theme/fonts/characters.txt"));
  const missing = [...new Set(Object.values(CHINESE).join(""))].filter(
    (character) => character > "\u2e7f" && !has.has(character),
  );
  // node scripts/run-ts.mjs scripts/subset-chinese-font.ts regenerates it.
  expect(missing).toEqual([]);
});

test("each sentence is in one area, is used, and is not empty", () => {
  const code = ["app", "components", "lib"]
    .flatMap(sources)
    .filter((file) => !file.includes("wording/zh/"))
    .map(read)
    .join("\n");
  const all = CHINESE_AREAS.flatMap((area) => Object.entries(chineseOf([area])));
  const names = all.map(([english]) => english);
  // Titles of rules may be generated from facts, so that they are not in the code literally.
  const titles = new Set(CACHE_POLICIES.map(({ title }) => title));
  const quoted = new Set([...(code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []), ...(code.match(/'[^'\n]*'/g) ?? [])]);
  const isUsed = (english: string) =>
    quoted.has(JSON.stringify(english)) || quoted.has(`'${english}'`) || titles.has(english);

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(all.filter(([, chinese]) => chinese.trim() === "")).toEqual([]);
  expect(names.filter((name) => !isUsed(name))).toEqual([]);
});

test("everything that can be counted on any page has words on every page", () => {
  const everywhere = chineseOf(areasOf("app/layout.tsx"));
  expect(Object.values(COUNTED).filter((thing) => !Object.hasOwn(everywhere, thing))).toEqual([]);
});

/**
 * Maximum number of sentences without Chinese. It may only be lowered: at the limit, translate some before adding
 * others.
 */
const MAX_WITHOUT_CHINESE = 20;
const WITHOUT_CHINESE = "lib/wording/zh/without-chinese.txt";

/** Every sentence of the interface, including those of importers, cache rules, metrics and tokenizers. */
function allSentences(): string[] {
  const code = ["app", "components", "lib/view-models", "lib/read-models", "lib/wording"].flatMap(sources);
  const said = code.flatMap((file) =>
    [...read(file).matchAll(SAID)].map(([, quoted = '""']) => JSON.parse(quoted) as string),
  );
  const formats = IMPORTERS.flatMap(({ limitations = [], unchecked }) => [...limitations, unchecked ?? []].flat());
  const rules = CACHE_POLICIES.flatMap(({ title, short, summary }) => [title, short, summary]);
  const tokenizers = TOKENIZER_IDS.map((id) => describeTokenizer(id).title).filter((title) => title !== "Llama 3");
  const metrics = METRICS.flatMap(({ label, shortLabel, unit, explanation }) => [
    label,
    ...(shortLabel === undefined ? [] : [shortLabel]),
    ...(unit === "" ? [] : [unit]),
    explanation,
  ]);
  return [...new Set([...said, ...formats, ...rules, ...metrics, ...tokenizers, ...strategyTexts()])].sort();
}

/**
 * Every strategy's name, guide and parameters that contain an English word; names begin with a capital or are a single
 * word.
 */
function strategyTexts(): string[] {
  const chinese = sayIn("zh", CHINESE);
  const texts = listPlainStrategies().flatMap(({ title, guide, params }) => [
    title,
    guide.use_when,
    guide.trigger,
    guide.fallback,
    guide.published?.measured_on ?? "",
    ...toFormFields(params).map(({ description }) => description),
  ]);
  return texts.filter((text) => / [a-z]{2,}/.test(text) && chinese.known(text) === text);
}

const hasChinese = (sentence: string): boolean => Object.hasOwn(CHINESE, sentence);

/** To update the list: `npx vitest run tests/architecture/words.test.ts -u`. */
test("sentences without Chinese appear in English, are listed, and are few", async () => {
  const missing = allSentences().filter((sentence) => !hasChinese(sentence));

  expect(missing.length).toBeLessThanOrEqual(MAX_WITHOUT_CHINESE);
  await expect(["Sentences that wait for their Chinese:", ...missing, ""].join("\n")).toMatchFileSnapshot(
    path.resolve(WITHOUT_CHINESE),
  );
});

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const below = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const TEXT_ATTRIBUTES = /^(title|label|aria-label|note|description|placeholder|alt|hint|detail|caption)$/;
const WORD = /[A-Za-z]{2}/;
/** Names that are the same in every language. */
const NAMES =
  /^(Winnow|English|Esc|Ctrl K|API|npm run (?:restore|rebuild)|CSV|JSON|Markdown|gpt-4o|TypeScript|Python|curl)$/;

/** English texts in a file's markup. */
function textsIn(node: Node): string[] {
  const inside = below(node).flatMap(textsIn);
  const { value } = node;
  if (node.type === "JSXText")
    return WORD.test(String(value).replace(/&\w+;/g, "")) && !NAMES.test(String(value).trim())
      ? [String(value).trim(), ...inside]
      : inside;
  if (node.type !== "JSXAttribute" || !isNode(value) || value.type !== "Literal" || !isNode(node.name)) return inside;
  const text = String(value.value);
  return TEXT_ATTRIBUTES.test(String(node.name.name)) && WORD.test(text) && !NAMES.test(text)
    ? [text, ...inside]
    : inside;
}

test("markup contains no English text", () => {
  const found = ["app", "components"]
    .flatMap(sources)
    .flatMap((file) =>
      textsIn(parseSync(file, read(file), { lang: "tsx" }).program as unknown as Node).map(
        (text) => `${file}: ${text}`,
      ),
    );
  expect(found).toEqual([]);
});

const TYPE_IMPORT = /^import type [^;]+;$/gm;
const IMPORT = /(?:from|import)\s*\(?\s*"([^"]+)"/g;
const SAID = /\b(?:say|sentence|say\.parts)\(\s*("(?:[^"\\]|\\.)*")/g;

/** The sentences of a file and of all that it imports from components and view models. */
function saidFrom(file: string, seen: Set<string>): Map<string, string> {
  const found = new Map<string, string>();
  if (seen.has(file)) return found;
  seen.add(file);
  const text = read(file);
  if (!file.startsWith("app/"))
    for (const [, quoted = '""'] of text.matchAll(SAID)) found.set(JSON.parse(quoted), file);
  for (const [, name = ""] of text.replace(TYPE_IMPORT, "").matchAll(IMPORT)) {
    const base = name.startsWith("@/")
      ? name.slice(2)
      : name.startsWith(".")
        ? path.join(path.dirname(file), name)
        : null;
    const target = base && [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((candidate) => existsSync(candidate));
    if (!target || !/^(app|components|lib\/(view-models|read-models|wording))\//.test(target)) continue;
    for (const [sentence, where] of saidFrom(target, seen)) found.set(sentence, where);
  }
  return found;
}

/** The areas whose words a page gets: its own and its layouts'. */
function areasOf(page: string): Area[] {
  const layouts = page.split("/").map((_, at, parts) => `${parts.slice(0, at).join("/")}/layout.tsx`);
  return [page, ...layouts.filter((file) => existsSync(file))].flatMap((file) =>
    [...read(file).matchAll(/areas=\{\[([^\]]*)\]\}/g)].flatMap(
      ([, list = ""]) => list.split(",").map((area) => area.trim().replaceAll('"', "")) as Area[],
    ),
  );
}

test("texts outside of pages, such as errors, are in the words of every page", () => {
  const words = chineseOf(areasOf("app/layout.tsx"));
  const client = sources("app").filter((file) => read(file).startsWith('"use client"'));
  const missing = client.flatMap((file) =>
    [...read(file).matchAll(SAID)]
      .map(([, quoted = '""']) => JSON.parse(quoted) as string)
      .filter((sentence) => hasChinese(sentence) && !Object.hasOwn(words, sentence)),
  );

  expect(client.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

/** A page without words of its own area is still English below the top bar. */
const sendsWords = (file: string): boolean => /\/(page|layout)\.tsx$/.test(file) && read(file).includes("<Words ");

test.each(sources("app").filter(sendsWords))("%s sends the words of all its sentences", (page) => {
  const words = chineseOf([...new Set(areasOf(page).concat(areasOf("app/layout.tsx")))]);
  const missing = [...saidFrom(page, new Set())].filter(
    ([sentence]) => hasChinese(sentence) && !Object.hasOwn(words, sentence),
  );

  expect(missing).toEqual([]);
});

/** Uses of `say.known`, which parses a finished English sentence. The number may only be lowered. */
const MAX_PARSED = 132;

test("a text with values stays an id and values until it is displayed; few are parsed from English", () => {
  const uses = ["app", "components", "lib"]
    .flatMap(sources)
    .filter((file) => file !== "lib/wording/say.ts")
    .flatMap((file) => read(file).match(/(?:\bsay|useSay\(\))\.known\b/g) ?? []);

  expect(uses.length).toBe(MAX_PARSED);
});
