import type { Part } from "../conversation/part";
import { callFacts } from "../tools/call-facts";
import type { Operation } from "../tools/operations";
import { type Entity, isKnownAnyway, isScratch } from "./entities/entity";
import { foldersOf } from "./entities/folders";
import { KnownNames } from "./entities/known-names";
import type { Evidence, KnownEntity, Readers } from "./evidence";
import type { FutureStep } from "./future-step";
import { findRepeats } from "./repeats/find-repeats";
import type { Repeat } from "./repeats/repeat";
import { type FutureLoad, futureLoad } from "./tokens-per-task";
import { findNeededWording, type NeededWording } from "./wording/needed-wording";

/**
 * Maximum number of the log's characters that are read after a request. Facts first needed after that are rarely worth
 * keeping.
 */
export const MAX_FUTURE_CHARACTERS = 16 << 20;

type NeededEntity = { readonly known: KnownEntity; readonly call: number };
type NeededSpan = { readonly span: string; readonly blocks: readonly number[]; readonly call: number };

/**
 * Facts of the original that the agent wrote later without having been shown them again. A lower bound of what is
 * needed, because the log shows only what this agent did while its prompt contained everything.
 */
export type NeededSet = {
  readonly entities: readonly NeededEntity[];
  /** Long lines quoted in tool inputs, such as the text that an edit replaces. */
  readonly spans: readonly NeededSpan[];
  /** Runs of six words, and rare words, whatever they denote. */
  readonly wording: { readonly runs: readonly NeededWording[]; readonly rareWords: readonly NeededWording[] };
  /** Content that occurred again after the cut although the original contains it. */
  readonly repeats: readonly Repeat[];
  /** Number of model calls after the cut. */
  readonly calls: number;
  readonly load: FutureLoad;
};

/**
 * True if the agent knows the name without a source: it is imported from a third-party package, or only the agent has
 * written it so far. In the second case, it must also have a form that nobody invents, or be absent from the project.
 */
function isOwnKnowledge({ entity, blocks }: KnownEntity, evidence: Evidence): boolean {
  const [root = ""] = entity.key.slice("symbol:".length).split(/\.|::/);
  if (entity.kind === "symbol" && evidence.imported.has(root)) return true;
  const own = blocks.map((block) => evidence.blocks[block]);
  if (!own.every((block) => block?.message.role === "assistant")) return false;
  return isKnownAnyway(entity) || !own.some((block) => leaves(block?.part, entity));
}

const CHANGES: ReadonlySet<Operation> = new Set(["write", "edit", "delete", "move"]);

/**
 * True if a part puts the fact into the project: a name in a file that it writes, or a path that it opens or that a
 * command may create. What the agent only mentions, plans or searches for exists only in its own words.
 */
function leaves(part: Part | undefined, entity: Entity): boolean {
  if (part?.type !== "tool-call") return false;
  const { operation } = callFacts(part);
  if (entity.kind !== "path") return CHANGES.has(operation);
  return !isScratch(entity) && (CHANGES.has(operation) || operation === "read" || operation === "run");
}

/** Linear in the size of the future. */
export function findNeeded(evidence: Evidence, future: readonly FutureStep[], readers: Readers): NeededSet {
  const parts = evidence.blocks.map(({ part }) => part);
  return {
    entities: findNeededFacts(evidence, future, readers),
    spans: findNeededSpans(evidence, future, readers),
    wording: findNeededWording(parts, future, readers.wordingOf),
    repeats: findRepeats(evidence, future, readers),
    calls: (future.at(-1)?.call ?? -1) + 1,
    load: futureLoad(future),
  };
}

/** The needed facts by which a compaction is judged. */
export function findNeededFacts(evidence: Evidence, future: readonly FutureStep[], readers: Readers): NeededEntity[] {
  const written = [...firstWritten(evidence, future, readers)];
  const seen = new SeenNames(namesOf(written, evidence), readers);
  let read = 0;
  return written.filter(({ at, key, name }) => {
    for (; read < at; read += 1) {
      const { part, isAgents } = future[read] as FutureStep;
      if (!isAgents) seen.add(part);
    }
    return !seen.has(key) && !seen.has(name);
  });
}

/** The facts that the parts added so far show. A name that occurs again shows nothing new. */
class SeenNames {
  readonly #facts = new Set<string>();
  readonly #names = new Set<string>();
  readonly #words = new Set<string>();

  constructor(
    readonly known: KnownNames,
    readonly readers: Readers,
  ) {}

  has(key: string): boolean {
    return this.#facts.has(key);
  }

  add(part: Part): void {
    for (const name of this.readers.entitiesOf(part).keys())
      if (isNew(this.#names, name)) for (const fact of this.known.shownByName(name)) this.#addFact(fact);
    for (const fact of this.known.shownByWords(this.#newWords(part))) this.#addFact(fact);
  }

  #newWords(part: Part): string[] {
    return this.readers.wordsOf(part).filter((word) => isNew(this.#words, word));
  }

  /** Whichever file of that name is meant, its bare name was shown. */
  #addFact(fact: string): void {
    this.#facts.add(fact);
    if (fact.startsWith("path:")) this.#facts.add(bareName(fact));
  }
}

/** Adds a name; false if it was already known. */
function isNew(known: Set<string>, name: string): boolean {
  const before = known.size;
  return known.add(name).size > before;
}

type WrittenEntity = NeededEntity & {
  /** Index in the future. */
  readonly at: number;
  readonly key: string;
  /** As the agent wrote it, without a receiver that it named itself. */
  readonly name: string;
};

/** Facts of the original at the place where the agent first wrote them, except those it knows without a source. */
function* firstWritten(evidence: Evidence, future: readonly FutureStep[], readers: Readers): Generator<WrittenEntity> {
  const before = new Set<string>();
  const read = new Set<string>();
  for (const [at, { part, call, isAgents }] of future.entries()) {
    if (!isAgents) continue;
    for (const { written, own } of readers.writtenOf(part)) {
      const name = own ?? written;
      if (name === written && !isNew(read, written)) continue;
      const key = evidence.sameName(name);
      const known = before.has(key) || before.has(name) ? undefined : evidence.entities.get(key);
      before.add(key);
      for (const folder of foldersOf(written)) before.add(evidence.sameName(folder));
      if (known && own !== null && !isOwnKnowledge(known, evidence)) yield { known, call, at, key, name };
    }
  }
}

const bareName = (path: string): string => `path:${path.slice(path.lastIndexOf("/") + 1)}`;

/** The names of these facts. Searching for all facts of the original would take many times as long. */
function namesOf(facts: readonly WrittenEntity[], { entities, sameName }: Evidence): KnownNames {
  const sought = new Set(facts.flatMap(({ key, name }) => [key, name]));
  const isSought = (key: string) => sought.has(key) || (key.startsWith("path:") && sought.has(bareName(key)));
  return new KnownNames(new Set([...entities.keys()].filter(isSought)), sameName);
}

function findNeededSpans(evidence: Evidence, future: readonly FutureStep[], readers: Readers): NeededSpan[] {
  const spans: NeededSpan[] = [];
  const seen = new Set<string>();
  for (const { part, call, isAgents } of future)
    for (const span of readers.spansOf(part)) {
      const blocks = seen.has(span) ? undefined : evidence.spans.get(span);
      seen.add(span);
      if (blocks && isAgents && part.type === "tool-call") spans.push({ span, blocks, call });
    }
  return spans;
}
