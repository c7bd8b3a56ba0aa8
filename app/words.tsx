import { headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { WordsProvider } from "@/components/words/words-provider";
import { currentSettings } from "@/lib/server/store/preferences";
import { type Language, languageOf } from "@/lib/wording/language";
import { type Say, sayIn } from "@/lib/wording/say";
import { wordsOf } from "@/lib/wording/words-of";
import type { Area } from "@/lib/wording/zh";

/** The language of the current page. */
export const readerLanguage = cache(async (): Promise<Language> => {
  const { language } = currentSettings();
  return languageOf(language, (await headers()).get("accept-language"));
});

/** Translates sentences into the reader's language, for server-rendered text. */
export const readerSay = cache(async (): Promise<Say> => {
  const language = await readerLanguage();
  return sayIn(language, wordsOf(language));
});

type Props = { areas: readonly Area[]; children: ReactNode };

/** Sends the words of some areas to the browser, only in the reader's language. English needs none. */
export async function Words({ areas, children }: Props) {
  const language = await readerLanguage();
  return (
    <WordsProvider language={language} words={wordsOf(language, areas)}>
      {children}
    </WordsProvider>
  );
}
