import { oncePerPart } from "../conversation/once-per-part";
import { type Part, partText } from "../conversation/part";

/**
 * What a later step can only write if it has seen it, told by form: URLs, paths, joined and humped symbols, error codes,
 * versions, long numbers and hashes. Words begin behind the look-behind and repetitions are bounded: linear on any text.
 */
const NAME =
  /https?:\/\/[^\s"'`<>\\)\]]{1,300}|(?<![\w$.@~/\\-])(?:[\w.@~-]{0,80}(?:[/\\][\w.@-]{1,80}){1,20}|[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,80}){1,6}|[A-Za-z_$][\w$]{0,80}?(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])[\w$]{0,80}|E[A-Z]{4,14}\b|[A-Z]{1,3}\d{3,5}\b|v?\d{1,9}(?:\.\d{1,9})+|\d{3,12}\b|[0-9a-f]{7,40}\b)/g;
const SHORTEST = 3;
const ERROR = /(?:Error|Exception)$|^E[A-Z]{4,14}$|^[A-Z]{1,3}\d{3,5}$/;
const NUMBER = /^v?\d[\d.]*$|^[0-9a-f]{7,40}$/;

/** The names of a text, in order, as often as they stand there. */
export const namesIn = (text: string): readonly string[] => text.match(NAME)?.filter(isLong) ?? [];

const isLong = ({ length }: string) => length >= SHORTEST;

/** How much a name says: ours, by what agents look up again after a compaction. */
export function worthOf(name: string): number {
  if (name.includes("/") || name.includes("\\") || ERROR.test(name)) return 3;
  return NUMBER.test(name) ? 1 : 1.5;
}

/** Names of a part, each once; every part object is read once. */
export const namesOf = oncePerPart((part: Part): ReadonlySet<string> => new Set(namesIn(partText(part))));
