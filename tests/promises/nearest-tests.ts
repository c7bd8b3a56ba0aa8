import type { SourceFile } from "../architecture/find-violations";

const IS_TEST = /^tests\/.*\.test\.tsx?$/;

/** Test files that reach a file by imports: first those of its name, then those of its folder, then the others, the nearest first. */
export function nearestTests(sources: readonly SourceFile[], file: string): string[] {
  const importers = importersOf(sources);
  const distances = new Map([[withoutEnding(file), 0]]);
  for (const [module, distance] of distances) {
    for (const importer of importers.get(module) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  const [, folder = "", name = ""] = /^(.*)\/([^/.]*)/.exec(file) ?? [];
  const rank = (test: string) => {
    const distance = distances.get(withoutEnding(test)) ?? 0;
    if (test.endsWith(`/${name}.test.ts`) || test.endsWith(`/${name}.test.tsx`)) return distance;
    return test.startsWith(`tests/${folder}`) ? 1e3 + distance : 1e6 + distance;
  };
  return sources
    .map(({ file: test }) => test)
    .filter((test) => IS_TEST.test(test) && distances.has(withoutEnding(test)))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
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
