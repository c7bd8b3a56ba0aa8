/** What is the same in every language: product names, units, agents' letters. */
const NAMES =
  /\b(?:[Tt]okens?|shell|API|id|JSON|CSV|Winnow|winnow|Markdown|main|Claude|Codex|Code|USD|git|Manus|OpenAI|Anthropic|SHA-256)\b/g;
const WORD = /[A-Za-z]{2,}/;

/**
 * A view's texts that still contain English words; a Chinese view model must have none. The caller passes the names of
 * strategies, sessions and models.
 */
export function englishIn(view: unknown, names: readonly string[] = []): string[] {
  if (typeof view === "string") {
    const rest = names.reduce((text, name) => text.replaceAll(name, ""), view).replaceAll(NAMES, "");
    return WORD.test(rest) ? [view] : [];
  }
  if (typeof view !== "object" || view === null) return [];
  return Object.values(view).flatMap((value) => englishIn(value, names));
}
