/** About 1,000 tokens per step, no two alike. */
export const outputOf = (step: number): string =>
  Array.from(
    { length: 76 },
    (_, line) => `step ${step} line ${line}: the value is ${step * 7919 + line * 104_729}`,
  ).join("\n");

/** The output of a step: the first lines of each of its pages. */
export const pagesOf = (step: number, pages: number, lines: number): string =>
  Array.from({ length: pages }, (_, page) =>
    outputOf(step + page * 1000)
      .split("\n")
      .slice(0, lines)
      .join("\n"),
  ).join("\n");

export type Change = { readonly step: number; readonly at: number };

/** Requests that do not begin like the previous one, with the first differing message. */
export function changesOf(prompts: readonly (readonly string[])[]): Change[] {
  return prompts.slice(1).flatMap((prompt, index) => {
    const before = prompts[index] ?? [];
    const at = before.findIndex((message, place) => message !== prompt[place]);
    return at < 0 ? [] : [{ step: index + 1, at }];
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
