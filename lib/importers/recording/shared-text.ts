/**
 * A text as a difference from an earlier one: the number of equal characters at its beginning and end, and the rest.
 */
export type SharedText = {
  readonly text: string;
  readonly from?: number;
  readonly head?: number;
  readonly tail?: number;
};

/** Number of texts that writer and reader remember. */
const MAX_REMEMBERED = 8;
/** A text with less in common is written completely. */
const MIN_SHARED = 256;
/** If this share is in common, no other text is tried. */
const ENOUGH_SHARED = 0.9;

/**
 * Requests of a conversation repeat each other. Writer and reader remember the same few texts, so only the new part of
 * each text is written, and a recording grows with the conversation instead of with its square.
 */
export class SharedTexts {
  readonly #texts = new Map<number, string>();

  /** `number` identifies the text. Numbers increase. */
  shorten(number: number, text: string): SharedText {
    let best = { from: -1, head: 0, tail: 0 };
    for (const [from, other] of [...this.#texts].reverse()) {
      if (best.head + best.tail > ENOUGH_SHARED * text.length) break;
      const head = sharedHead(text, other);
      const tail = sharedTail(text, other, head);
      if (head + tail > best.head + best.tail) best = { from, head, tail };
    }
    this.#remember(number, text);
    const { head, tail } = best;
    return head + tail < MIN_SHARED ? { text } : { ...best, text: text.slice(head, text.length - tail) };
  }

  /** Null if it refers to a text that is not remembered, or that is too short. */
  restore(number: number, { text, from, head = 0, tail = 0 }: SharedText): string | null {
    const other = from === undefined ? "" : this.#texts.get(from);
    if (other === undefined || head + tail > other.length) return null;
    const whole = other.slice(0, head) + text + other.slice(other.length - tail);
    this.#remember(number, whole);
    return whole;
  }

  /** Forgets a text that was not written after all. */
  forget(number: number): void {
    this.#texts.delete(number);
  }

  #remember(number: number, text: string): void {
    this.#texts.set(number, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_REMEMBERED && oldest !== undefined) this.#texts.delete(oldest);
  }
}

function sharedHead(text: string, other: string): number {
  const most = Math.min(text.length, other.length);
  let at = 0;
  while (at < most && text.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function sharedTail(text: string, other: string, head: number): number {
  const most = Math.min(text.length, other.length) - head;
  let at = 0;
  while (at < most && text.charCodeAt(text.length - 1 - at) === other.charCodeAt(other.length - 1 - at)) at += 1;
  return at;
}
