/** What stays as it is in every language: names of products, units, letters of agents. */
const NAMES =
  /\b(?:[Tt]okens?|shell|API|id|JSON|CSV|Winnow|winnow|Markdown|main|Claude|Codex|Code|USD|git|Manus|OpenAI|Anthropic|SHA-256)\b/g;
const WORD = /[A-Za-z]{2,}/;

/**
 * The texts of a view that still hold English words; a view model that was made in Chinese has none. Names of strategies,
 * sessions and models are given by whoever calls.
 */
export function englishIn(view: unknown, names: readonly string[] = []): string[] {
  if (typeof view === "string") {
    const rest = names.reduce((text, name) => text.replaceAll(name, ""), view).replaceAll(NAMES, "");
    return WORD.test(rest) ? [view] : [];
  }
  if (typeof view !== "object" || view === null) return [];
  return Object.values(view).flatMap((value) => englishIn(value, names));
}
