/**
 * The languages of the interface: the value of `<html lang>`, and the language's own name. The API, exports and reports
 * are English.
 */
export const LANGUAGES = {
  en: { tag: "en", name: "English" },
  zh: { tag: "zh-Hans", name: "中文" },
} as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[];

/** The reader's choice: a language, or the browser's. */
export type LanguageChoice = Language | "system";

/** A page's language: the chosen one, otherwise the first supported one in `Accept-Language`, otherwise English. */
export function languageOf(choice: LanguageChoice, acceptLanguage: string | null): Language {
  if (choice !== "system") return choice;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map(readWish)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wanted) {
    const found = LANGUAGE_IDS.find((language) => tag === language || tag.startsWith(`${language}-`));
    if (found) return found;
  }
  return "en";
}

/** `zh-CN;q=0.8`: a language and its weight, 0 to 1 (RFC 9110, 12.5.4). */
function readWish(text: string): { readonly tag: string; readonly weight: number } {
  const [tag = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const said = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = said === undefined ? 1 : Number(said.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}
