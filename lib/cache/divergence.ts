import { isEdited } from "../requests/part-segment";
import { commonPrefix, type PrefixNode, type Segment, segmentsAfter } from "../requests/prefix-tree";
import { type TextDifference, textDifference } from "./text-difference";

/** The first component in which two prompts differ. */
export type Divergence = {
  /** Tokens before the difference, which both prompts share. */
  readonly sharedTokens: number;
  /** Blocks before the difference. */
  readonly sharedBlocks: number;
  readonly before: DivergedBlock | null;
  readonly after: DivergedBlock | null;
  /** `moved`: each of the two blocks is somewhere else in the other prompt. */
  readonly kind: "changed" | "inserted" | "removed" | "moved";
  readonly difference: TextDifference | null;
};

export type DivergedBlock = Pick<Segment, "id" | "kind" | "role" | "tokens">;

export type TextOf = (segment: Segment) => string | null;

/**
 * Null if the new prompt only appends to the old one, or if the place is unknown. Takes time linear in what is not
 * shared.
 */
export function findDivergence(previous: PrefixNode, current: PrefixNode, textOf: TextOf): Divergence | null {
  const shared = commonPrefix(previous, current);
  if (shared === previous) return null;
  const [before, after] = [segmentsAfter(shared, previous), segmentsAfter(shared, current)];
  const [old, fresh] = [before[0] ?? null, after[0] ?? null];
  if (fresh !== null && isEdited(fresh)) return null;
  return {
    sharedTokens: shared?.tokens ?? 0,
    sharedBlocks: shared?.depth ?? 0,
    before: old && describe(old),
    after: fresh && describe(fresh),
    kind: kindOf(before, after),
    difference: differenceOf(old, fresh, textOf),
  };
}

const describe = ({ id, kind, role, tokens }: Segment): DivergedBlock => ({
  id,
  kind,
  tokens,
  ...(role !== undefined && { role }),
});

function kindOf(before: readonly Segment[], after: readonly Segment[]): Divergence["kind"] {
  const [old, fresh] = [before[0], after[0]];
  if (old === undefined) return "inserted";
  if (fresh === undefined) return "removed";
  const isOldKept = after.some(({ hash }) => hash === old.hash);
  const isFreshOld = before.some(({ hash }) => hash === fresh.hash);
  if (isOldKept && isFreshOld) return "moved";
  if (isOldKept) return "inserted";
  return isFreshOld ? "removed" : "changed";
}

function differenceOf(old: Segment | null, fresh: Segment | null, textOf: TextOf): TextDifference | null {
  if (old === null || fresh === null || old.kind !== fresh.kind) return null;
  const [before, after] = [textOf(old), textOf(fresh)];
  return before === null || after === null ? null : textDifference(before, after);
}
