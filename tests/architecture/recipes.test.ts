import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readRecipes, withLines } from "@/tests/support/recipes";

const RECIPES = readRecipes();
const made = new Set(
  RECIPES.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "file" ? [block.file] : []))),
);
const IMPORT = /^import (?:type )?(?:\* as \w+|\{([^}]*)\}) from "([^"]+)";$/gm;

/** The file that a code block's import resolves to; null for a package. */
function targetOf(file: string, specifier: string): string | null {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? path.join(path.dirname(file), specifier)
      : null;
  if (base === null) return null;
  const candidates = [".ts", ".tsx", "/index.ts"].map((end) => `${base}${end}`);
  return candidates.find((candidate) => made.has(candidate) || fs.existsSync(candidate)) ?? `${base} is not there`;
}

/** The unresolved imports of a code block. tests/long/recipes follows each recipe and runs it. */
function missingOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, names = "", specifier = ""]) => {
    const target = targetOf(file, specifier);
    if (target === null || made.has(target)) return [];
    if (!fs.existsSync(target)) return [`${file}: ${target}`];
    const source = fs.readFileSync(target, "utf8");
    const wanted = names.split(",").map((name) => name.trim().replace(/^type /, ""));
    return wanted
      .filter((name) => name !== "" && !new RegExp(`export [^;]*\\b${name}\\b`).test(source))
      .map((name) => `${file}: ${target} exports no ${name}`);
  });
}

test("the recipes in CONTRIBUTING.md change existing lines and import existing names", () => {
  const blocks = RECIPES.flatMap((recipe) => recipe.blocks);
  for (const block of blocks)
    if (block.kind === "lines") expect(withLines(fs.readFileSync(block.file, "utf8"), block)).toContain("\n");

  expect(RECIPES.length).toBeGreaterThanOrEqual(6);
  expect(blocks.flatMap((block) => (block.kind === "file" ? missingOf(block.file, block.text) : []))).toEqual([]);
});
