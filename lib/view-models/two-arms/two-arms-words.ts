import type { ArmLeftOut, BillPartAnswer } from "../../api/schemas/two-arms";
import { type Say, type Sentence, sentence } from "../../wording/say";

/** Names of the bill's parts on the page. */
export const BILL_WORDS: Readonly<
  Record<BillPartAnswer["part"], { readonly title: Sentence; readonly note: Sentence }>
> = {
  turns: { title: sentence("Turns"), note: sentence("requests per task") },
  plainInput: { title: sentence("Plain input"), note: sentence("sent without cache") },
  reads: { title: sentence("Reads"), note: sentence("cached tokens") },
  writes: { title: sentence("Writes"), note: sentence("cache writes") },
  output: { title: sentence("Output"), note: sentence("written by the model") },
  others: { title: sentence("Other agents"), note: sentence("sub-agents, and a tool's own calls") },
  total: { title: sentence("Bill"), note: sentence("total per task") },
};

/** A part of the bill within a sentence. */
export const partWord = (part: BillPartAnswer["part"], say: Say): string => say(BILL_WORDS[part].title).toLowerCase();

export const leftOutWords: Readonly<Record<ArmLeftOut["reason"], Sentence>> = {
  "no-bill": sentence("some requests lack usage, or prices are unknown"),
  "no-key": sentence("nothing to pair them by"),
  "no-partner": sentence("the other group has no session of this task"),
  "other-model": sentence("another model in the other group"),
};
