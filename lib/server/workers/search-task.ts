import { partText } from "@/lib/conversation/part";
import { wordsOf } from "@/lib/search/words";
import { openDerived } from "./derived-reader";

/** `path`: the session's derived file. */
export type SearchInput = { readonly path: string; readonly from: number };
export type SearchOutput = {
  /** The words of each message that has any, separated by spaces. */
  readonly rows: readonly { readonly message: number; readonly words: string }[];
  /** The first unread message. */
  readonly next: number;
  readonly total: number;
};

/** Characters per call and transaction, so the server can answer others in between. */
const BATCH_CHARACTERS = 150_000;
const BATCH_MESSAGES = 500;

/** Reads messages of a stored session, starting at `from`, and returns their words in batches. */
export function searchTask({ path, from }: SearchInput): SearchOutput {
  const session = openDerived(path);
  const rows: { message: number; words: string }[] = [];
  let next = from;
  let characters = 0;
  for (const message of session.read(from, Math.min(session.length, from + BATCH_MESSAGES))) {
    const words = [...wordsOf(message.parts.map(partText).join("\n"))].join(" ");
    if (words !== "") rows.push({ message: next, words });
    next += 1;
    characters += words.length;
    if (characters >= BATCH_CHARACTERS) break;
  }
  return { rows, next, total: session.length };
}
