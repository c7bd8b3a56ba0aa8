import { ARTICLE_EXAMPLES, exampleRequest } from "../../example/articles";
import type { ArticleExample } from "../../example/articles/article-example";
import { encodeChoice } from "../compare/strategy-choice";

/** The examples of one article, for the menu. */
export type ExampleGroup = { readonly title: string; readonly examples: readonly ExampleEntry[] };

type ExampleEntry = Pick<ArticleExample, "id" | "title" | "before" | "result"> & {
  /** The query that opens the example in Compare: its strategies are chosen and run. */
  readonly compare: string;
};

/** The examples by article, in list order. */
export function exampleGroups(examples: readonly ArticleExample[] = ARTICLE_EXAMPLES): ExampleGroup[] {
  const groups = new Map<string, ExampleEntry[]>();
  for (const example of examples) {
    const { id, title, before, result } = example;
    const entries = groups.get(example.group) ?? [];
    groups.set(example.group, entries);
    entries.push({ id, title, before, result, compare: compareQuery(example) });
  }
  return [...groups].map(([title, entries]) => ({ title, examples: entries }));
}

/** Each strategy has a separate slot, counted from 1, as Compare expects it. */
function compareQuery(example: ArticleExample): string {
  const { id: name, strategies, force } = example;
  const choices = strategies.map(({ id, params = {} }, at) => encodeChoice({ slot: at + 1, id, params }));
  const request = String(exampleRequest(example));
  // A comma separates two choices, so a comma within one is written as in Compare's own links.
  const s = choices.map((choice) => choice.replaceAll(",", "%2C")).join(",");
  const run = { s, request, run: "true", open: "lost,side", ...(force && { force: "true" }) };
  const query = new URLSearchParams({ ...run, example: name });
  return `?${query}`;
}
