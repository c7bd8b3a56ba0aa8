import { onceFor } from "../../conversation/once-for";
import type { ToolCallPart } from "../../conversation/part";
import { PUT_ASIDE } from "../../strategies/previews/put-aside";
import { calledFiles } from "../../tools/call-facts";
import type { FileOperation } from "../../tools/operations";
import { classifyWord, pathEntity } from "../entities/classify-word";
import { findEntities } from "../entities/find-entities";
import { textSides } from "../entities/text-sides";
import { type Evidence, knownFact } from "../evidence";
import type { Shown } from "../shown";
import { harmonic } from "../weighted-share";
import { type TrailEntry, trailOf } from "./read-trail";

/** Weights of the operations. Reading changes nothing, so forgetting it matters less. */
const WEIGHTS: Readonly<Record<FileOperation, number>> = { created: 1, modified: 1, deleted: 1, renamed: 1, read: 0.3 };

export type ArtifactTrail = {
  /** Computed over weighted pairs of path and operation. Precision, recall and F1 are 1 if there are none. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** F1 over paths alone, without the operations. */
  readonly pathF1: number;
  /** Of the reported files, the share whose reported operation took place; 1 if no file is reported. */
  readonly operationAccuracy: number;
  /** Of the changed files, the share with a changed symbol that is still shown; null if no change contains a symbol. */
  readonly changeDetail: number | null;
  /** Pairs that happened and are no longer reported, ordered by first call. `pairs` counts all that happened. */
  readonly missed: readonly TrailEntry[];
  readonly pairs: number;
  /** Reported pairs that did not happen. */
  readonly untrue: readonly { readonly path: string; readonly operation: FileOperation }[];
};

/** Compares the compressed conversation's statements about files with the actual operations. */
export function measureArtifacts(evidence: Evidence, shown: Shown): ArtifactTrail {
  const truth = trailOf(evidence);
  const shortened = shortenedCalls(shown, evidence);
  const isTold = ({ path, block }: TrailEntry) => {
    const part = evidence.blocks[block]?.part;
    if (part === undefined) return false;
    return (
      shown.keptParts.has(part) || (part.type === "tool-call" && shortened.get(part.toolCallId)?.has(path) === true)
    );
  };
  const told = new Map<string, FileOperation | null>();
  for (const entry of truth) if (isTold(entry)) told.set(pairKey(entry.path, entry.operation), entry.operation);
  for (const [path, operation] of toldInText(shown, evidence.roots)) told.set(pairKey(path, operation), operation);
  const pairs = new Map(truth.map(({ path, operation }) => [pairKey(path, operation), WEIGHTS[operation]]));
  const { precision, recall } = overlap(
    new Map([...told].map(([key, operation]) => [key, WEIGHTS[operation ?? "read"]])),
    pairs,
  );
  const paths = (keys: Iterable<string>) => new Map([...keys].map((key) => [key.slice(key.indexOf(" ") + 1), 1]));
  const byPath = overlap(paths(told.keys()), paths(pairs.keys()));
  return {
    precision,
    recall,
    f1: harmonic(precision, recall),
    pathF1: harmonic(byPath.precision, byPath.recall),
    operationAccuracy: operationAccuracy(told, pairs),
    changeDetail: changeDetail(truth, evidence, shown),
    missed: firstOfEach(truth).filter(({ path, operation }) => !told.has(pairKey(path, operation))),
    pairs: pairs.size,
    untrue: [...told].flatMap(([key, operation]) =>
      pairs.has(key) || operation === null ? [] : [{ path: key.slice(key.indexOf(" ") + 1), operation }],
    ),
  };
}

/** Calls whose input the strategy shortened, and the files in the rest of that input. */
function shortenedCalls({ written }: Shown, { roots, original }: Evidence): Map<string, ReadonlySet<string>> {
  return new Map(
    written.flatMap((part) => {
      if (part.type !== "tool-call") return [];
      const paths = calledFiles(part, original.tools).map(({ path }) =>
        pathEntity(path, roots).key.slice("path:".length),
      );
      return [[part.toolCallId, new Set(paths)] as const];
    }),
  );
}

function firstOfEach(truth: readonly TrailEntry[]): TrailEntry[] {
  const first = new Map<string, TrailEntry>();
  for (const entry of truth) {
    const key = pairKey(entry.path, entry.operation);
    if (!first.has(key)) first.set(key, entry);
  }
  return [...first.values()];
}

const pairKey = (path: string, operation: FileOperation): string => `${operation} ${path}`;

function overlap(told: ReadonlyMap<string, number>, truth: ReadonlyMap<string, number>) {
  const sum = (entries: Iterable<readonly [string, number]>) =>
    [...entries].reduce((total, [, weight]) => total + weight, 0);
  const hits = sum([...told].filter(([key]) => truth.has(key)));
  const [allTold, allTrue] = [sum(told), sum(truth)];
  return { precision: allTold === 0 ? 1 : hits / allTold, recall: allTrue === 0 ? 1 : hits / allTrue };
}

/** Over the reported files that were touched at all. Invented files lower the precision instead. */
function operationAccuracy(told: ReadonlyMap<string, unknown>, pairs: ReadonlyMap<string, number>): number {
  const fileOf = (key: string) => key.slice(key.indexOf(" ") + 1);
  const touched = new Set([...pairs.keys()].map(fileOf));
  const named = new Set([...told.keys()].map(fileOf).filter((file) => touched.has(file)));
  const right = new Set([...told.keys()].filter((key) => pairs.has(key)).map(fileOf));
  return named.size === 0 ? 1 : right.size / named.size;
}

const VERBS: readonly (readonly [FileOperation, RegExp])[] = [
  ["created", /\b(?:created?|new|added?|wrote)\b|创建|新增|新建/i],
  ["deleted", /\b(?:deleted?|removed?)\b|删除/i],
  ["renamed", /\b(?:renamed?|moved?)\b|重命名/i],
  ["modified", /\b(?:modified|modifies|updated?|fixed|edited|changed?|refactored)\b|修改|更新|修复/i],
  ["read", /\b(?:read|examined|viewed|looked at|inspected)\b|读取|查看/i],
];

/** Paths in the strategy's texts, with the operation given in their line or in the heading above it. */
function toldInText({ written }: Shown, roots: readonly string[]): (readonly [string, FileOperation])[] {
  // The excerpt of a put-aside text is not a statement by the strategy.
  return written.flatMap((part) =>
    part.type === "text" && !PUT_ASIDE.test(part.text) ? toldInLines(part.text.split("\n"), roots) : [],
  );
}

function toldInLines(lines: readonly string[], roots: readonly string[]): (readonly [string, FileOperation])[] {
  let heading: FileOperation | null = null;
  return lines.flatMap((line) => {
    const paths = (line.match(/[\w@~./\\-]{3,240}/g) ?? []).flatMap((word) => {
      const entity = classifyWord(word, roots);
      return entity?.kind === "path" ? [entity.key.slice("path:".length)] : [];
    });
    const stated = statedFor(line);
    if (stated !== null) return paths.slice(0, 1).map((path) => [path, stated] as const);
    const verb = VERBS.find(([, pattern]) => pattern.test(line))?.[0] ?? null;
    if (paths.length === 0 && line.trim() !== "") heading = verb;
    const operation = verb ?? heading;
    return operation === null ? [] : paths.map((path) => [path, operation] as const);
  });
}

/** The operation given right after a line's only path: `- src/a.ts: modified; the retry was added`. */
function statedFor(line: string): FileOperation | null {
  const word = /^\s*(?:[-*•] )?(?:\[cycle \d+\] )?[^\s:]{1,240}: (created|modified|deleted|renamed|read)\b/.exec(
    line,
  )?.[1];
  return (word as FileOperation | undefined) ?? null;
}

const LONGEST_CHANGE = 100_000;

/** Of the changed files, the share with an added or removed symbol that is still shown. */
function changeDetail(trail: readonly TrailEntry[], evidence: Evidence, shown: Shown): number | null {
  const files = changedSymbols(evidence, trail);
  if (files.size === 0) return null;
  const told = [...files.values()].filter((symbols) => [...symbols].some((key) => shown.keys.has(key)));
  return told.length / files.size;
}

/** Changed symbols by file. Omits files whose changes contain none. */
const changedSymbols = onceFor((evidence: Evidence, trail: readonly TrailEntry[]) => {
  const files = new Map<string, Set<string>>();
  for (const { path, operation, block } of trail) {
    const part = evidence.blocks[block]?.part;
    if (part?.type !== "tool-call" || (operation !== "modified" && operation !== "created")) continue;
    const symbols = files.get(path) ?? new Set();
    for (const key of symbolsOf(part)) {
      const known = knownFact(evidence, key);
      if (known) symbols.add(known.entity.key);
    }
    if (symbols.size > 0) files.set(path, symbols);
  }
  return files;
});

function symbolsOf(call: ToolCallPart): string[] {
  const { before, after } = textSides(call);
  const inBefore = symbolsIn(before);
  const inAfter = symbolsIn(after);
  const brought = [...inAfter].filter((key) => !inBefore.has(key));
  return brought.length > 0 ? brought : [...inBefore].filter((key) => !inAfter.has(key));
}

const symbolsIn = (text: string): Set<string> =>
  new Set([...findEntities(text.slice(0, LONGEST_CHANGE)).keys()].filter((key) => key.startsWith("symbol:")));
