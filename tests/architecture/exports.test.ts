import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const FOLDERS = ["app", "bench", "components", "examples", "lib", "package", "scripts", "tests"];
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes("generated"))
    .map((name) => path.join(folder, name));
const FILES = FOLDERS.flatMap(filesIn);
const textOf = new Map(FILES.map((file) => [file, readFileSync(file, "utf8")]));

function resolve(from: string, name: string): string | null {
  const base = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".")
      ? path.join(path.dirname(from), name, ".")
      : null;
  if (base === null) return null;
  return ["", ".ts", ".tsx", "/index.ts"].map((end) => `${base}${end}`).find((file) => textOf.has(file)) ?? null;
}

const NAMED = /(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
/** Uses of an entire module: `import * as`, `export *`, `import("…")`, and modules loaded by a mock or worker. */
const WHOLE = /(?:\*(?:\s+as\s+\w+)?\s+from\s*|import\(\s*|vi\.\w+\(\s*|typeof import\(\s*)["']([^"']+)["']/g;
const EXPORTED =
  /^export (?:async )?(?:const|function\*?|class|abstract class) (\w+)(?!\w|: readonly string\[\] = \[\s*sentence\()/gm;

/** What other files use, as `file name`, or `file *` if the entire module is used. */
function usedNames(): Set<string> {
  const used = new Set<string>();
  for (const [file, text] of textOf) {
    for (const [, names = "", module = ""] of text.matchAll(NAMED)) {
      const target = resolve(file, module);
      for (const name of names.split(","))
        used.add(
          `${target} ${
            name
              .trim()
              .replace(/^type\s+/, "")
              .split(/\s+as\s+/)[0]
          }`,
        );
    }
    for (const [, module = ""] of text.matchAll(WHOLE)) used.add(`${resolve(file, module)} *`);
  }
  return used;
}

/**
 * Next uses exports of app by name, programs use those of the package's entries, and the example's files contain source
 * code as text.
 */
const READ_BY_OTHERS = /^(app|package\/entries|lib\/example)\//;

test("every exported value is used by another file", () => {
  const used = usedNames();
  const exported = FILES.filter((file) => /^(app|components|lib|package)\//.test(file) && !READ_BY_OTHERS.test(file));
  const unused = exported.flatMap((file) =>
    used.has(`${file} *`)
      ? []
      : [...(textOf.get(file) ?? "").matchAll(EXPORTED)].flatMap(([, name = ""]) =>
          used.has(`${file} ${name}`) ? [] : [`${file} ${name}`],
        ),
  );
  expect(exported.length).toBeGreaterThan(1_000);
  expect(unused).toEqual([]);
});
