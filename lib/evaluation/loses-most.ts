/**
 * True if a result lost more than half of the facts that were needed later. The price of a lost fact was measured after
 * compactions that keep more, so it does not apply to such a result, even if what it lost could be fetched.
 */
export const losesMost = ({ needed, lost }: { readonly needed: number; readonly lost: number }): boolean =>
  lost > needed / 2;
