/**
 * Whether a result no longer shows more than half of what was needed later. The price of a lost fact was measured after
 * compactions that keep more, and is no price of such a result, even if what it lost could be fetched.
 */
export const losesMost = ({ needed, lost }: { readonly needed: number; readonly lost: number }): boolean =>
  lost > needed / 2;
