import type { Conversation, Message } from "../conversation/message";
import { once } from "../conversation/once";
import { oncePerPart } from "../conversation/once-per-part";
import type { Part } from "../conversation/part";
import { declaredNames } from "./entities/declared-names";
import { type Entity, KIND_WEIGHTS } from "./entities/entity";
import { importedNames } from "./entities/imported-names";
import { KnownNames } from "./entities/known-names";
import { createEntityReader, type EntityReader } from "./entities/part-entities";
import { createSpanReader, type SpanReader } from "./entities/part-spans";
import { createWordReader, type WordReader } from "./entities/part-words";
import { type SameName, sameNames } from "./entities/same-name";
import { type WrittenName, writtenNames } from "./entities/written-names";
import { createWordingReader, type WordingReader } from "./wording/part-wording";

/** Functions that parse and count parts. One object per session, so that cuts and strategies share the work. */
export type Readers = {
  /** Folders to strip from the front of paths, such as the project's. */
  readonly roots: readonly string[];
  readonly entitiesOf: EntityReader;
  readonly spansOf: SpanReader;
  readonly wordsOf: WordReader;
  readonly importsOf: (part: Part) => ReadonlySet<string>;
  /** Keys of the local variables that a call itself introduces. */
  readonly declaredOf: (part: Part) => ReadonlySet<string>;
  readonly writtenOf: (part: Part) => readonly WrittenName[];
  readonly wordingOf: WordingReader;
  /** Tokens of a part as counted by the session's ledger. */
  readonly tokensOf: (part: Part) => number;
};

export function createReaders(tokensOf: (part: Part) => number, roots: readonly string[] = []): Readers {
  const [entitiesOf, declaredOf] = [createEntityReader(roots), oncePerPart(declaredNames)];
  return {
    roots,
    entitiesOf,
    spansOf: createSpanReader(),
    wordsOf: createWordReader(),
    importsOf: oncePerPart(importedNames),
    declaredOf,
    writtenOf: oncePerPart((part: Part) => writtenNames(entitiesOf(part), declaredOf(part), roots)),
    wordingOf: createWordingReader(),
    tokensOf,
  };
}

/** One part of the original, the unit that is kept or lost. */
export type Block = {
  readonly part: Part;
  readonly message: Message;
  /** Index among the original's messages. */
  readonly position: number;
  readonly tokens: number;
};

export type KnownEntity = {
  readonly entity: Entity;
  /** Ascending indexes of the blocks that contain it. */
  readonly blocks: readonly number[];
  /** Number of messages that contain it. */
  readonly messages: number;
  /**
   * Kind weight × ln(1 + messages ÷ messages that contain it). A fact that is everywhere is hard to lose and matters
   * less.
   */
  readonly weight: number;
};

/** Everything in the original that a later step may need. */
export type Evidence = {
  readonly original: Conversation;
  readonly roots: readonly string[];
  readonly blocks: readonly Block[];
  readonly entities: ReadonlyMap<string, KnownEntity>;
  /** Maps a key to the key in `entities` that denotes the same fact: a path by its ending, if that is unique. */
  readonly sameName: SameName;
  /** Keys of the facts that a part shows, in any spelling. */
  readonly shownBy: (part: Part) => ReadonlySet<string>;
  /** Names imported from third-party packages. */
  readonly imported: ReadonlySet<string>;
  /** The blocks that contain each long line. */
  readonly spans: ReadonlyMap<string, readonly number[]>;
};

/** Linear in the size of the original. Everything except the blocks is computed on first use. */
export function gatherEvidence(original: Conversation, readers: Readers): Evidence {
  const { roots } = readers;
  const blocks = original.messages.flatMap((message, position) =>
    message.parts.map((part): Block => ({ part, message, position, tokens: readers.tokensOf(part) })),
  );
  const keysOf = (part: Part) => readers.entitiesOf(part).keys();
  const sameName = once(() => sameNames(namesIn(blocks, keysOf), roots));
  const entities = once(() => gatherEntities(blocks, original.messages.length, sameName(), readers));
  const imported = once(() => namesIn(blocks, readers.importsOf));
  const spans = once(() => gatherSpans(blocks, readers));
  const names = once(() => new KnownNames(entities(), sameName()));
  const shownBy = oncePerPart((part: Part) => shownIn(part, names(), readers));
  return {
    ...{ original, roots, blocks },
    get entities() {
      return entities();
    },
    get sameName() {
      return sameName();
    },
    get imported() {
      return imported();
    },
    get spans() {
      return spans();
    },
    shownBy,
  };
}

/** Keys of the names that a part shows. */
function shownIn(part: Part, names: KnownNames, { entitiesOf, wordsOf }: Readers): Set<string> {
  const shown = new Set<string>();
  for (const key of entitiesOf(part).keys()) for (const fact of names.shownByName(key)) shown.add(fact);
  for (const fact of names.shownByWords(wordsOf(part))) shown.add(fact);
  return shown;
}

function namesIn(blocks: readonly Block[], namesOf: (part: Part) => Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { part } of blocks) for (const name of namesOf(part)) names.add(name);
  return names;
}

/** The fact that a key denotes, in whichever form it is written. */
export const knownFact = ({ entities, sameName }: Evidence, key: string): KnownEntity | undefined =>
  entities.get(sameName(key));

function gatherEntities(blocks: readonly Block[], messages: number, sameName: SameName, { entitiesOf }: Readers) {
  const places = new Map<string, { entity: Entity; blocks: number[]; positions: Set<number> }>();
  for (const [index, { part, position }] of blocks.entries())
    for (const [written, entity] of entitiesOf(part)) {
      const key = sameName(written);
      const place = places.get(key) ?? { entity, blocks: [], positions: new Set() };
      if (place.entity.key !== key && written === key) place.entity = entity;
      if (place.blocks.at(-1) !== index) place.blocks.push(index);
      place.positions.add(position);
      places.set(key, place);
    }
  return new Map(
    [...places].map(([key, { entity, blocks: holding, positions }]): [string, KnownEntity] => [
      key,
      { entity, blocks: holding, messages: positions.size, weight: weightOf(entity, messages, positions.size) },
    ]),
  );
}

const weightOf = ({ kind }: Entity, messages: number, holding: number): number =>
  KIND_WEIGHTS[kind] * Math.log(1 + messages / holding);

function gatherSpans(blocks: readonly Block[], { spansOf }: Readers): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { part }] of blocks.entries())
    for (const span of spansOf(part)) {
      const holding = places.get(span);
      if (holding) holding.push(index);
      else places.set(span, [index]);
    }
  return places;
}
