import type { Evidence } from "../evidence";
import type { Shown } from "../shown";
import { findStatements, type Statement, type StatementKind } from "./find-statements";
import { bestShare, type Windows, windowsOf } from "./windows";

/**
 * Minimum share of a statement's words that a restatement must contain. An instruction must be repeated almost word for
 * word; a decision may be shortened.
 */
const ENOUGH: Readonly<Record<StatementKind, number>> = { instruction: 0.8, decision: 0.6 };

/** Of the statements, the shares kept or restated; null if the original has none. */
export type StatementRetention = {
  readonly instruction: number | null;
  readonly decision: number | null;
  readonly lost: readonly Statement[];
};

export function measureStatements(evidence: Evidence, shown: Shown): StatementRetention {
  const statements = findStatements(evidence);
  const windows = windowsOf(shown);
  const lost = statements.filter((statement) => !isKept(statement, evidence, shown, windows));
  const shareOf = (kind: StatementKind) => {
    const all = statements.filter((statement) => statement.kind === kind).length;
    return all === 0 ? null : 1 - lost.filter((statement) => statement.kind === kind).length / all;
  };
  return { instruction: shareOf("instruction"), decision: shareOf("decision"), lost };
}

function isKept({ block, words, kind }: Statement, { blocks }: Evidence, shown: Shown, windows: Windows): boolean {
  const part = blocks[block]?.part;
  return (
    (part !== undefined && shown.keptParts.has(part)) ||
    bestShare(words, windows, exactWords(words, kind)) >= ENOUGH[kind]
  );
}

/** Words that a restatement must contain, because with another file, number or name it would be another instruction. */
const exactWords = (words: ReadonlySet<string>, kind: StatementKind): readonly string[] =>
  kind === "instruction" ? [...words].filter((word) => /\d|\w[_./]\w/.test(word)) : [];
