import type { Conversation } from "../conversation/message";
import { type Part, partText } from "../conversation/part";
import { symbolEntity } from "./entities/classify-word";
import { contentEntities } from "./entities/content-entities";
import { isNeedable } from "./entities/entity";
import { foldersOf } from "./entities/folders";
import type { Evidence, KnownEntity, Readers } from "./evidence";

/** What a compressed conversation still shows. */
export type Shown = {
  /** Unchanged parts of the original. */
  readonly keptParts: ReadonlySet<Part>;
  /** Parts that the strategy wrote: stubs, shortened outputs, summaries. */
  readonly written: readonly Part[];
  /** Keys of the facts whose content it holds, in the original's form. */
  readonly keys: ReadonlySet<string>;
  /** The same plus facts named only by an index or reference line, which point to content elsewhere. */
  readonly named: ReadonlySet<string>;
  readonly spans: ReadonlySet<string>;
  /** Hashes of words and six-word runs in `written`. */
  readonly writtenWording: { readonly words: ReadonlySet<number>; readonly runs: ReadonlySet<number> };
  /** Addresses and commands in everything shown, which may hold a number: `pull/1380`, `gh pr view 1380`. */
  readonly addresses: string;
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
    for (const key of contentEntities(part, readers.entitiesOf).keys()) keys.add(evidence.sameName(key));
  addFolders(keys, evidence);
  addTails(keys, evidence);
  addModules(keys, evidence);
  for (const root of evidence.roots) keys.add(`path:${root}`);
  const named = new Set(keys);
  for (const part of written) for (const key of readers.entitiesOf(part).keys()) named.add(evidence.sameName(key));
  let [spans, wording]: [Set<string> | null, Shown["writtenWording"] | null] = [null, null];
  return {
    keptParts: new Set(kept),
    written,
    keys,
    named,
    get spans() {
      spans ??= new Set(parts.flatMap((part) => [...readers.spansOf(part)])); // who counts facts alone needs none
      return spans;
    },
    get writtenWording() {
      wording ??= wordingOf(written, readers);
      return wording;
    },
    addresses: [...keys].filter((key) => /^(?:url|command):/.test(key)).join("\n"),
    writtenText: written.map(partText).join("\n").replace(/\s+/g, " "),
  };
}

/** A path also names its folders: `src/forms` is shown while `src/forms/user.ts` is. */
function addFolders(keys: Set<string>, { entities, sameName }: Evidence): void {
  const seen = new Set<string>();
  for (const key of [...keys])
    for (const folder of foldersOf(key)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      const known = sameName(folder);
      if (entities.has(known)) keys.add(known);
    }
}

/**
 * A file's bare name shows the file if the name is unique, and `add_new` shows `dataset.add_new`: a reader who sees one
 * knows the other. Names that every project has, and members that are not names alone, show nothing.
 */
function addTails(keys: Set<string>, { entities }: Evidence): void {
  for (const head of [...keys].flatMap((key) => [...headsOf(key), ...shortHashesOf(key)]))
    if (entities.has(head)) keys.add(head);
  const [bare, tails] = [new Set<string>(), new Set<string>()];
  for (const key of keys) {
    const tail = tailOf(key);
    if (tail === null) continue;
    tails.add(tail);
    if (tail === key) bare.add(tail);
  }
  for (const key of entities.keys()) {
    const tail = tailOf(key);
    if (tail !== null && (bare.has(tail) || (tail === key && tails.has(tail)))) keys.add(key);
  }
}

/** A Python module's dotted name, with the three segments that identify its file. */
const MODULE = /^symbol:(?:[a-z]\w*\.)*([a-z]\w*)\.([a-z]\w*)\.([a-z]\w*)$/;
const MODULE_FILE = /(?:^path:|\/)([a-z]\w*\/[a-z]\w*\/[a-z]\w*)\.py$/;

/** `src/sqlfluff/core/linter.py` shows the module `sqlfluff.core.linter`. */
function addModules(keys: Set<string>, { entities }: Evidence): void {
  const files = new Set([...keys].flatMap((key) => MODULE_FILE.exec(key)?.[1] ?? []));
  if (files.size === 0) return;
  for (const key of entities.keys()) {
    const segments = MODULE.exec(key)?.slice(1);
    if (segments && files.has(segments.join("/"))) keys.add(key);
  }
}

/** Short forms that a reader takes for a commit's hash. */
const shortHashesOf = (key: string): string[] =>
  /^number:[0-9a-f]{40}$/.test(key)
    ? [7, 8, 9, 10, 11, 12].map((length) => key.slice(0, "number:".length + length))
    : [];

/** Keys of the names before the last one: `strategy_options.summarise` also shows `strategy_options`. */
function headsOf(key: string): string[] {
  if (!key.startsWith("symbol:")) return [];
  const segments = key.slice("symbol:".length).split(/\.|::|->|\\/);
  return segments.slice(0, -1).flatMap((segment) => symbolEntity(segment)?.key ?? []);
}

/** Key of the last segment of a path or name; null if it is too generic. */
function tailOf(key: string): string | null {
  if (key.startsWith("path:")) {
    const tail = `path:${key.slice(Math.max(key.lastIndexOf("/") + 1, "path:".length))}`;
    return isNeedable({ kind: "path", key: tail, text: tail }) && /\.\w+$/.test(tail) ? tail : null;
  }
  if (!key.startsWith("symbol:")) return null;
  return (
    symbolEntity(
      key
        .slice("symbol:".length)
        .split(/\.|::|->|\\/)
        .at(-1) ?? "",
    )?.key ?? null
  );
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

/** True if the compressed conversation holds the entity's content, or the text of a command or number. */
export const isShown = ({ entity }: KnownEntity, shown: Shown): boolean =>
  shown.keys.has(entity.key) ||
  (entity.kind === "command" && shown.writtenText.includes(entity.key.slice("command:".length))) ||
  (entity.kind === "number" &&
    (holdsNumber(shown.addresses, entity.text) || holdsNumber(shown.writtenText, entity.text)));

/** Whether a text holds a number or hash that is not part of a longer one. */
function holdsNumber(text: string, number: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1))
    if (!/[\w.]/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + number.length))) return true;
  return false;
}
