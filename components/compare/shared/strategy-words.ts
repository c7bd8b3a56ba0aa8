import { type Say, sentence } from "@/lib/wording/say";

/** Parameter descriptions that include a value, as templates for recognising them. */
export const PARAMETER_SENTENCES: readonly string[] = [
  sentence("Tokens reserved for the answer; null = what the request reserves; 0 counts as {tokens}"),
  sentence("Tokens reserved for the answer; 0 counts as {tokens}, unless the request reserves some"),
];

/** A strategy's cost: its calls, then its cache, as joined in the API's `guide.cost`. */
export const costWords = (cost: string, say: Say): string => cost.split("; ").map(say.known).join(say("; "));
