import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Entries as a program imports them; docs/library is generated from their docstrings. */
const ENTRIES = ["index", "small", "ai-sdk", "langchain", "opencode"];

type Exported = { readonly name: string; readonly file: string };

const sourceOf = (target: string, from: string): string => {
  const place = target.startsWith("@/") ? target.slice(2) : path.join(path.dirname(from), target);
  return [`${place}.ts`, path.join(place, "index.ts")].find((file) => fs.existsSync(file)) ?? place;
};

/** Every name that a file exports, with the file in which it is declared. */
function exportsOf(file: string): Exported[] {
  const text = fs.readFileSync(file, "utf8");
  const all = [...text.matchAll(/^export \* from "([^"]+)"/gm)];
  const named = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/gm)];
  const own = [...text.matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm)];
  return [
    ...all.flatMap(([, target = ""]) => exportsOf(sourceOf(target, file))),
    ...named.flatMap(([, names = "", target]) =>
      names.split(",").flatMap((item) => {
        const name = item
          .trim()
          .replace(/^type /, "")
          .replace(/.* as /, "");
        if (name === "") return [];
        return [target === undefined ? importedFrom(name, file) : declaredIn(name, sourceOf(target, file))];
      }),
    ),
    ...own.map(([, name = ""]) => ({ name, file })),
  ];
}

function importedFrom(name: string, file: string): Exported {
  const text = fs.readFileSync(file, "utf8");
  const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "([^"]+)"/gm)];
  const [, , target] = imports.find(([, names = ""]) => new RegExp(`\\b${name}\\b`).test(names)) ?? [];
  return target === undefined ? { name, file } : declaredIn(name, sourceOf(target, file));
}

const declaredIn = (name: string, file: string): Exported =>
  exportsOf(file).find((exported) => exported.name === name) ?? { name, file };

/** True if a docstring directly precedes the declaration. */
function isDocumented({ name, file }: Exported): boolean {
  const text = fs.readFileSync(file, "utf8");
  const declaration = new RegExp(`^export (?:async )?(?:const|function|class|type|interface) ${name}\\b`, "m").exec(
    text,
  );
  return declaration !== null && text.slice(0, declaration.index).trimEnd().endsWith("*/");
}

test.each(ENTRIES)("every export of %s has a docstring", (entry) => {
  const exported = exportsOf(`package/entries/${entry}.ts`);
  expect(exported.length).toBeGreaterThan(0);
  expect(exported.filter((one) => !isDocumented(one)).map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
});

test("the browser entry exports the same as the Node entry, whose types and documents it shares", () => {
  const names = (file: string) =>
    fs
      .readFileSync(file, "utf8")
      .match(/export const \{([^}]*)\}/)?.[1]
      ?.match(/\w+/g)
      ?.sort();
  const own = (file: string) =>
    [...fs.readFileSync(file, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name).sort();
  expect(names("package/entries/browser.ts")).toEqual(own("package/entries/index.ts"));
  expect(names("package/entries/small-browser.ts")).toEqual(own("package/entries/small.ts"));
});
