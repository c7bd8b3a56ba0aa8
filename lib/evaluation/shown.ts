import type { Conversation } from "../conversation/message";
import { once } from "../conversation/once";
import { type Part, partText } from "../conversation/part";
import { contentPart } from "./entities/content-entities";
import type { Evidence, KnownEntity, Readers } from "./evidence";

/** What a compressed conversation still shows. */
export type Shown = {
  readonly keptParts: ReadonlySet<Part>;
  /** Parts that the strategy wrote: stubs, shortened outputs, summaries. */
  readonly written: readonly Part[];
  /** Keys of the facts whose content it contains, in the original's form. */
  readonly keys: ReadonlySet<string>;
  /** `keys` and the facts that only an index or reference line mentions, whose content is elsewhere. */
  readonly named: ReadonlySet<string>;
  readonly spans: ReadonlySet<string>;
  /** Hashes of words and six-word runs in `written`. */
  readonly writtenWording: { readonly words: ReadonlySet<number>; readonly runs: ReadonlySet<number> };
  /**
   * Addresses and commands in everything that is shown, because they may contain a number: `pull/1380`, `gh pr view
   * 1380`.
   */
  readonly addresses: string;
  /** The text of `written`, with single spaces. */
  readonly writtenText: string;
};

/** Everything except the parts is computed on first use. */
export function findShown(evidence: Evidence, compressed: Conversation, readers: Readers): Shown {
  const originals = new Set(evidence.blocks.map((block) => block.part));
  const parts = compressed.messages.flatMap((message) => message.parts);
  const [kept, written] = [parts.filter((part) => originals.has(part)), parts.filter((part) => !originals.has(part))];
  const keys = once(() => {
    const content = written.map((part) => contentPart(part, readers.entitiesOf));
    const roots = evidence.roots.map((root) => `path:${root}`);
    return new Set([...roots, ...keysIn([...kept, ...content], evidence)]);
  });
  const named = once(() => new Set([...keys(), ...keysIn(written, evidence)]));
  const spans = once(() => new Set(parts.flatMap((part) => [...readers.spansOf(part)])));
  const wording = once(() => wordingOf(written, readers));
  const addresses = once(() => [...keys()].filter((key) => /^(?:url|command):/.test(key)).join("\n"));
  const text = once(() => written.map(partText).join("\n").replace(/\s+/g, " "));
  return {
    keptParts: new Set(kept),
    written,
    get keys() {
      return keys();
    },
    get named() {
      return named();
    },
    get spans() {
      return spans();
    },
    get writtenWording() {
      return wording();
    },
    get addresses() {
      return addresses();
    },
    get writtenText() {
      return text();
    },
  };
}

const keysIn = (parts: readonly Part[], { shownBy }: Evidence): string[] => parts.flatMap((part) => [...shownBy(part)]);

function wordingOf(parts: readonly Part[], readers: Readers): Shown["writtenWording"] {
  const [words, runs] = [new Set<number>(), new Set<number>()];
  for (const part of parts) {
    const wording = readers.wordingOf(part);
    for (const hash of wording.words) words.add(hash);
    for (const hash of wording.runs) runs.add(hash);
  }
  return { words, runs };
}

/** True if the compressed conversation contains the entity's content, or the text of a command or number. */
export const isShown = ({ entity }: KnownEntity, shown: Shown): boolean =>
  shown.keys.has(entity.key) ||
  (entity.kind === "command" && shown.writtenText.includes(entity.key.slice("command:".length))) ||
  (entity.kind === "number" &&
    (holdsNumber(shown.addresses, entity.text) || holdsNumber(shown.writtenText, entity.text)));

/** True if a text contains a number or hash that is not part of a longer one. */
function holdsNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1))
    if (!/[\w.]/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + number.length))) return true;
  return false;
}
