import type { OutputSource } from "../api/schemas/stored-output";
import type { VocabularyLoader } from "../tokenizers/tokenizer";
import type { KnownMessages } from "./known-messages";
import type { RequestChoice } from "./request-choice";
import type { StoredContext } from "./stored-context";

/** An original that a strategy put aside, or the state of a compression, under the id that refers to it. */
export type KeptText = {
  readonly id: string;
  readonly text: string;
  /** The tool that wrote the original, if one did. */
  readonly tool: string | null;
  readonly tokens: number;
  /** Where an original stood; null of a state. */
  readonly source: OutputSource | null;
};

/** What a call needs from outside the program: files, a clock, chance. The server and a library each bring their own. */
export type Surroundings = {
  /** A new id, for the answer. */
  readonly newId: () => string;
  readonly now: () => Date;
  /** Milliseconds on a clock that never goes back. */
  readonly elapsedMs: () => number;
  /** SHA-256 of the texts in UTF-8, one behind the other, as 64 hexadecimal digits. */
  readonly sha256: (texts: Iterable<string>) => string;
  readonly vocabularies: VocabularyLoader;
  /** Loads the prompt of a stored request. Throws a `Problem` if the request does not exist. */
  readonly loadStored: (sessionId: string, choice: RequestChoice) => StoredContext;
  /** The text that is kept under an id, null when there is none. */
  readonly readKept: (id: string) => Promise<string | null>;
  readonly keep: (kept: KeptText) => Promise<void>;
  /** The messages of the calls before, if calls follow each other in one place. */
  readonly known?: KnownMessages;
};
