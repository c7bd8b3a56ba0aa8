import type { Say } from "./say";

/** Sentences one after the other, those that are missing left out; Chinese has no space between them. */
export const joinSentences = (sentences: readonly (string | null)[], say: Say): string =>
  sentences.filter((text) => text !== null && text !== "").join(say.language === "zh" ? "" : " ");
