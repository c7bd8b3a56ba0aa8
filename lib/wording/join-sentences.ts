import type { Say } from "./say";

/** Joins the present sentences; Chinese has no space between them. */
export const joinSentences = (sentences: readonly (string | null)[], say: Say): string =>
  sentences.filter((text) => text !== null && text !== "").join(say.language === "zh" ? "" : " ");
