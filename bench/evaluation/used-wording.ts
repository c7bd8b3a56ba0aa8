import type { Part } from "../../lib/conversation/part";
import type { PartWording, WordingReader } from "../../lib/evaluation/wording/part-wording";
import type { Session, SessionMessage } from "../../lib/transcript/session";

/** Words that more parts of the log hold are no rare ones, as in `findNeededWording`. */
const MAX_HOLDING = 2;

/** What can be missed of one kind of wording: words, or runs of six words. Hashes. */
export type UsedWording = {
  /** What a part shows of all that the agent wrote somewhere after it had been shown. No other wording can be missed. */
  readonly heldBy: (part: Part) => Iterable<number>;
  /** What the agent repeats in this part of the log: wording that the log had shown before, and of words the rare ones. */
  readonly repeatedIn: (part: Part) => Iterable<number>;
};

/** Reads the log once for all policies of a session. Linear in its text. */
export function usedWording(
  session: Session,
  agent: string,
  kind: keyof PartWording,
  wordingOf: WordingReader,
): UsedWording {
  const most = kind === "words" ? MAX_HOLDING : Number.POSITIVE_INFINITY;
  const { repeated, used } = readLog(messagesOf(session, agent), most, (part) => new Set(wordingOf(part)[kind]));
  const held = new WeakMap<Part, readonly number[]>();
  return {
    heldBy: (part) => {
      const known = held.get(part) ?? [...new Set(wordingOf(part)[kind])].filter((hash) => used.has(hash));
      held.set(part, known);
      return known;
    },
    repeatedIn: (part) => repeated.get(part) ?? [],
  };
}

/** The messages that a replay sends: see `History.growTo`. */
const messagesOf = ({ messages }: Session, agent: string): readonly SessionMessage[] =>
  messages.filter((message) => message.agent === agent && !message.isHidden && message.origin !== "summary");

function readLog(messages: readonly SessionMessage[], most: number, hashesOf: (part: Part) => ReadonlySet<number>) {
  const holders = new Map<number, number>();
  const used = new Set<number>();
  const repeated = new WeakMap<Part, readonly number[]>();
  for (const { role, origin, parts } of messages)
    for (const part of parts) {
      const hashes = hashesOf(part);
      if (role === "assistant" && origin === "model") {
        const again = [...hashes].filter((hash) => isShown(holders.get(hash), most));
        for (const hash of again) used.add(hash);
        repeated.set(part, again);
      }
      for (const hash of hashes) holders.set(hash, (holders.get(hash) ?? 0) + 1);
    }
  return { repeated, used };
}

const isShown = (holders: number | undefined, most: number): boolean => holders !== undefined && holders <= most;
