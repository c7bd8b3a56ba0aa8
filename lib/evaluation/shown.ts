import type { Conversation } from "../conversation/message";
import { type Part, partText } from "../conversation/part";
import { usableEntities } from "./entities/usable-entities";
import type { Evidence, KnownEntity, Readers } from "./evidence";

/** What a compressed conversation still shows. */
export type Shown = {
  /** Parts of the original that are unchanged. */
  readonly keptParts: ReadonlySet<Part>;
  /** Parts that the strategy wrote: stubs, shortened outputs, summaries. */
  readonly written: readonly Part[];
  /** Keys of the facts that it names, in the form in which the original knows them. */
  readonly keys: ReadonlySet<string>;
  readonly spans: ReadonlySet<string>;
  /** Hashes of the words and runs of six words in `written`. */
  readonly writtenWording: { readonly words: ReadonlySet<number>; readonly runs: ReadonlySet<number> };
  /** The text of `written`, with single spaces. */
  readonly writtenText: string;
};

export function findShown(evidence: Evidence, compressed: Conversation, readers: Readers): Shown {
  const originals = new Set(evidence.blocks.map((block) => block.part));
  const parts = compressed.messages.flatMap((message) => message.parts);
  const [kept, written] = [parts.filter((part) => originals.has(part)), parts.filter((part) => !originals.has(part))];
  const keys = new Set<string>();
  for (const part of kept) for (const key of readers.entitiesOf(part).keys()) keys.add(evidence.sameName(key));
  for (const part of written)
    for (const key of usableEntities(part, readers.entitiesOf).keys()) keys.add(evidence.sameName(key));
  addFolders(keys, evidence);
  return {
    keptParts: new Set(kept),
    written,
    keys,
    spans: new Set(parts.flatMap((part) => [...readers.spansOf(part)])),
    writtenWording: wordingOf(written, readers),
    writtenText: written.map(partText).join("\n").replace(/\s+/g, " "),
  };
}

/** A path names its folders too: `src/forms` is shown while `src/forms/user.ts` is. */
function addFolders(keys: Set<string>, { entities, sameName }: Evidence): void {
  const seen = new Set<string>();
  for (const key of [...keys]) {
    if (!key.startsWith("path:")) continue;
    for (let end = key.lastIndexOf("/"); end > "path:".length; end = key.lastIndexOf("/", end - 1)) {
      const folder = key.slice(0, end);
      if (seen.has(folder)) break;
      seen.add(folder);
      const known = sameName(folder);
      if (entities.has(known)) keys.add(known);
    }
  }
}

function wordingOf(parts: readonly Part[], readers: Readers): Shown["writtenWording"] {
  const [words, runs] = [new Set<number>(), new Set<number>()];
  for (const part of parts) {
    const wording = readers.wordingOf(part);
    for (const hash of wording.words) words.add(hash);
    for (const hash of wording.runs) runs.add(hash);
  }
  return { words, runs };
}

/** True when the compressed conversation names the entity, or holds the text of a command. */
export const isShown = ({ entity }: KnownEntity, shown: Shown): boolean =>
  shown.keys.has(entity.key) ||
  (entity.kind === "command" && shown.writtenText.includes(entity.key.slice("command:".length)));
