import { isSameJson } from "../conversation/exact-json";
import type { Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import { GrowthMemory } from "./growth-memory";

/** Maximum number of characters in all remembered messages: about ten histories of 200,000 tokens. */
const MAX_CHARACTERS = 10_000_000;
/** Maximum number of messages per id. Each is compared with a new one, and every short history has an `m0`. */
const MAX_ALIKE = 16;

/** Messages by id, since a history's messages keep their ids between steps, and the total of their characters. */
type Half = { readonly byId: Map<string, Message[]>; characters: number };

/**
 * Messages of earlier calls. A client sends its entire history at each step. A message that was already sent becomes
 * the same object again, so everything cached by object (counts, names, facts about a call) is free for it. Messages
 * are the same only if their ids and JSON texts are equal, because a state's digest and the returned body depend on key
 * order and number notation, and neither may depend on what others sent earlier.
 */
export class KnownMessages {
  /** When the recent half is full it replaces the older half, whose messages are forgotten. */
  #recent: Half = emptyHalf();
  #older: Half = emptyHalf();
  readonly decisions = new GrowthMemory();
  readonly #counts = new Map<string, WeakMap<Part | Message, number>>();

  constructor(private readonly mostCharacters = MAX_CHARACTERS) {}

  /** The same messages, each replaced by the object already known. */
  same(messages: readonly Message[]): readonly Message[] {
    return messages.map((message) => findIn(this.#recent, message) ?? this.#add(message));
  }

  /** Counts of parts and messages by one tokenizer. */
  countsBy(tokenizer: string): WeakMap<Part | Message, number> {
    const known = this.#counts.get(tokenizer) ?? new WeakMap();
    this.#counts.set(tokenizer, known);
    return known;
  }

  #add(given: Message): Message {
    const message = findIn(this.#older, given) ?? given;
    const most = this.mostCharacters / 2;
    const characters = charactersOf(message);
    if (characters > most) return message;
    if (this.#recent.characters + characters > most) [this.#older, this.#recent] = [this.#recent, emptyHalf()];
    const { byId } = this.#recent;
    const alike = byId.get(message.id);
    byId.set(message.id, [...(alike ?? []).slice(1 - MAX_ALIKE), message]);
    this.#recent.characters += characters;
    return message;
  }
}

const emptyHalf = (): Half => ({ byId: new Map(), characters: 0 });

/** Searches the newest first, because the match is usually from the previous step. */
const findIn = ({ byId }: Half, message: Message): Message | undefined =>
  byId.get(message.id)?.findLast((known) => isSameJson(known, message));

/** Characters of all texts including field names. Numbers and brackets count as one each. */
function charactersOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + key.length + charactersOf(inner), 1);
}
