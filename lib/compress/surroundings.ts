import type { OutputSource } from "../api/schemas/stored-output";
import type { VocabularyLoader } from "../tokenizers/tokenizer";
import type { KnownMessages } from "./known-messages";
import type { RequestChoice } from "./request-choice";
import type { StoredContext } from "./stored-context";

/** An original that a strategy put aside, or the state of a compression, under its reference id. */
export type KeptText = {
  readonly id: string;
  readonly text: string;
  /** The tool that produced the original, if any. */
  readonly tool: string | null;
  readonly tokens: number;
  /** Position of the original; null for a state. */
  readonly source: OutputSource | null;
};

/** A call's dependencies on the outside: files, clock, randomness. The server and the library each provide them. */
export type Surroundings = {
  readonly newId: () => string;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** SHA-256 of the concatenated UTF-8 texts as 64 hexadecimal digits. */
  readonly sha256: (texts: Iterable<string>) => string;
  readonly vocabularies: VocabularyLoader;
  /** Loads the prompt of a stored request. Throws a `Problem` if the request does not exist. */
  readonly loadStored: (sessionId: string, choice: RequestChoice) => StoredContext;
  /** The text stored under an id; null if there is none. */
  readonly readKept: (id: string) => Promise<string | null>;
  readonly keep: (kept: KeptText) => Promise<void>;
  /** The name of the place where `keep` stores texts, if there are several. */
  readonly keptIn?: string;
  /** Messages of earlier calls, if one process handles several. */
  readonly known?: KnownMessages;
};
