/** The known name that was most likely meant; null if none is close. */
export function nearestName(given: string, known: readonly string[]): string | null {
  const near = known.map((name) => ({ name, slips: slipsBetween(given, name) })).filter(isNear);
  return near.sort((one, other) => one.slips - other.slips)[0]?.name ?? null;
}

/** A sentence that suggests the name most likely meant, to be appended to an error; empty if none is close. */
export function didYouMean(given: string, known: readonly string[]): string {
  const name = nearestName(given, known);
  return name === null ? "" : `; did you mean ${name}?`;
}

const isNear = ({ name, slips }: { readonly name: string; readonly slips: number }): boolean =>
  slips <= Math.max(1, Math.floor(name.length / 3));

/** The number of letters to add, remove or change (Levenshtein distance), computed row by row. */
export function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [place, letter] of [...from].entries()) {
    const next = [place + 1];
    for (let index = 1; index <= to.length; index += 1) {
      const change = (row[index - 1] as number) + (to[index - 1] === letter ? 0 : 1);
      next.push(Math.min(change, (row[index] as number) + 1, (next[index - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
