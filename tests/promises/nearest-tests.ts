import type { SourceFile } from "../architecture/find-violations";

const IS_TEST = /^tests\/.*\.test\.tsx?$/;

/**
 * Test files that reach a file through imports: first those with its name, then those in the nearest folder, then those
 * with the fewest steps.
 */
export function nearestTests(sources: readonly SourceFile[], file: string): string[] {
  const steps = stepsFrom(importersOf(sources), withoutEnding(file));
  const place = `tests/${withoutEnding(file)}`.split("/");
  const name = place.at(-1);
  const rank = (test: string) => {
    const parts = withoutEnding(test).split("/");
    if (parts.at(-1) === `${name}.test`) return -1;
    const apart = place.findIndex((part, at) => !parts[at]?.startsWith(part));
    return 1e3 * (place.length - apart) + (steps.get(withoutEnding(test)) ?? 0);
  };
  return sources
    .map(({ file: test }) => test)
    .filter((test) => IS_TEST.test(test) && steps.has(withoutEnding(test)))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
}

/** By module: how many imports away it is. */
function stepsFrom(importers: ReadonlyMap<string, readonly string[]>, start: string): Map<string, number> {
  const steps = new Map([[start, 0]]);
  for (const [module, count] of steps) {
    for (const importer of importers.get(module) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return steps;
}

/** By module: the modules that import it. */
function importersOf(sources: readonly SourceFile[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { file, imports } of sources) {
    for (const target of imports.map(withoutEnding))
      importers.set(target, [...(importers.get(target) ?? []), withoutEnding(file)]);
  }
  return importers;
}

const withoutEnding = (file: string): string => file.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
