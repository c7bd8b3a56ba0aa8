/** The languages of the interface. The API, exports and reports are English. */
const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the reader may choose: a language, or that of the browser. */
export type LanguageChoice = Language | "system";

/** The value of `<html lang>`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: "en", zh: "zh-Hans" };

/** The language of a page: what was chosen, else the first of `Accept-Language` that the interface has, else English. */
export function languageOf(choice: LanguageChoice, acceptLanguage: string | null): Language {
  if (choice !== "system") return choice;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map(readWish)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const found = LANGUAGES.find((language) => tag === language || tag.startsWith(`${language}-`));
    if (found) return found;
  }
  return "en";
}

/** `zh-CN;q=0.8`: a language and how much it is wanted, 0 to 1 (RFC 9110, 12.5.4). */
function readWish(text: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const said = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = said === undefined ? 1 : Number(said.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}
