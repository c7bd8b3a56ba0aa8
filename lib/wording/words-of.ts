import type { Language } from "./language";
import type { Words } from "./say";
import { type Area, CHINESE_AREAS, chineseOf } from "./zh";

const WORDS: Readonly<Record<Language, (areas: readonly Area[]) => Words>> = {
  en: () => ({}),
  zh: chineseOf,
};

/** A language's words for some areas of the interface, by default all. English needs none. */
export const wordsOf = (language: Language, areas: readonly Area[] = CHINESE_AREAS): Words => WORDS[language](areas);
