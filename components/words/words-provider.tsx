"use client";
import { createContext, createElement, Fragment, type ReactNode, useContext, useMemo } from "react";
import type { Language } from "@/lib/wording/language";
import { english, type Say, sayIn, type Words } from "@/lib/wording/say";

type Spoken = { readonly words: Words; readonly say: Say };
const Context = createContext<Spoken>({ words: {}, say: english });

/** Provides the words of the reader's language to its children, in addition to those provided further up. */
export function WordsProvider({
  language,
  words,
  children,
}: {
  language: Language;
  words: Words;
  children: ReactNode;
}) {
  const outer = useContext(Context).words;
  // Each refresh of a page sends an equal object; a new `say` would recompute every view and repeat every request.
  const sentences = Object.keys(words).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a language has one text for each sentence
  const value = useMemo(() => {
    const all = { ...outer, ...words };
    return { words: all, say: sayIn(language, all) };
  }, [language, outer, sentences]);
  return <Context value={value}>{children}</Context>;
}

export const useSay = (): Say => useContext(Context).say;

/** Renders a sentence with components inside, such as a text, a link, and a text. */
export const said = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
