import { isShortfall } from "@/lib/cache/shortfall";
import type { LedgerRow } from "@/tests/support/client-ledger";

type Told = readonly (readonly [request: number | undefined, cause: string])[];
/** If tools and system prompt changed together, both are true causes. */
type TrueBreak = { readonly n: number; readonly causes: readonly string[] };

/** Compares a session's breaks with the true ones, by request of the ledger: one sentence for each difference. */
export function breakDifferences(told: Told, ledger: readonly LedgerRow[]): string[] {
  const truth = trueBreaks(ledger);
  const isTrue = ([request, cause]: Told[number]) =>
    truth.some(({ n, causes }) => n === request && causes.includes(cause));
  const isTold = ({ n }: TrueBreak) => told.some(([request]) => request === n);
  return [
    ...truth.filter((one) => !isTold(one)).map(({ n, causes }) => `the break of #${n} by ${causes} is not told`),
    ...told
      .filter((one) => !isTrue(one))
      .map(([n, cause]) => `a break of #${n} by ${cause} is told, which is not true`),
  ];
}

/**
 * Requests of the main conversation that read less from the model's cache than the previous one, with the cause found
 * in the received blocks.
 */
function trueBreaks(ledger: readonly LedgerRow[]): TrueBreak[] {
  const answered = ledger.filter(({ status }) => status === 200);
  const main = answered.filter(({ kind }) => kind === "main");
  return main.flatMap((row, at): TrueBreak[] => {
    const before = main[at - 1];
    if (!before || !isBreak(before, row)) return [];
    const isCompacted = answered.some(({ kind, n }) => kind === "compaction" && n > before.n && n < row.n);
    return [{ n: row.n, causes: isCompacted ? ["compaction"] : causesOf(before, row) }];
  });
}

/** A switch to another model, which reads nothing and writes everything again, is a break even for a small prompt. */
const isBreak = (before: LedgerRow, { model, usage: { read, write } }: LedgerRow): boolean =>
  isShortfall(before.usage.read - read, before.usage.read) || (before.model !== model && read === 0 && write > 0);

function causesOf(before: LedgerRow, row: LedgerRow): string[] {
  if (before.model !== row.model) return ["model-switch"];
  const changed = ["tools", "system"].filter((kind) => hashesOf(before, kind) !== hashesOf(row, kind));
  return changed.length > 0 ? changed.map((kind) => `${kind}-changed`) : ["history-edit"];
}

const hashesOf = ({ blocks }: LedgerRow, wanted: string): string =>
  blocks.flatMap(([kind, , hash]) => (kind === wanted ? [hash] : [])).join();
