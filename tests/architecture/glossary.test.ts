import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import { KIND_LABEL } from "@/components/ui/content-kinds";

const GLOSSARY = readFileSync("docs/glossary.md", "utf8");
const [, ...entries] = GLOSSARY.split(/^- /m);
/** Bold terms before the colon of each entry, in lower case. */
const TERMS = new Set(
  entries.flatMap((entry) => [...(entry.split(": ")[0] ?? "").matchAll(/\*\*([^*]+)\*\*/g)].map(([, term]) => term)),
);

test("the glossary explains every content kind and strategy family under its name on screen", () => {
  const words = [...Object.values(KIND_LABEL), ...FAMILIES.map(({ title }) => title.toLowerCase())];
  const known = new Set([...TERMS].map((term) => term?.toLowerCase()));

  expect(words.filter((word) => !known.has(word))).toEqual([]);
});

test("each entry is one sentence", () => {
  const several = entries.filter((entry) => entry.split("\n\n")[0]?.match(/\.\s+[A-Z]/));

  expect(several).toEqual([]);
});
