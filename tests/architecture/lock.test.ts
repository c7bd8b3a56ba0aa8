import fs from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";

const entry = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  dev: z.boolean().optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lock = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(fs.readFileSync("package-lock.json", "utf8")));
/** Everything that npm downloads, without this package and bundled dependencies. */
const fetched = Object.entries(lock.packages).filter(
  ([place, { link, inBundle }]) => place !== "" && !link && !inBundle,
);

test("every package in the lock has a SHA-512, including those for other platforms", () => {
  expect(fetched.length).toBeGreaterThan(300);
  const without = fetched.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  expect(without.map(([place]) => place)).toEqual([]);
});

test("the lock has the packages for other platforms, in the version that their package requires", () => {
  const places = new Set(Object.keys(lock.packages));
  const missing: string[] = [];
  for (const [place, { optionalDependencies = {} }] of fetched)
    for (const name of Object.keys(optionalDependencies))
      if (!isPlaced(places, place, name)) missing.push(`${name} of ${place}`);
  expect(missing).toEqual([]);
  for (const platform of ["darwin-arm64", "darwin-x64", "linux-arm64-gnu", "linux-x64-gnu", "win32-x64-msvc"])
    expect(
      [...places].some((place) => place.endsWith(`@libsql/${platform}`)),
      platform,
    ).toBe(true);
});

test("the server's dependencies bring no development tools as optional peers", () => {
  const tools = new Set(fetched.flatMap(([place, { dev }]) => (dev ? [place] : [])));
  const brought = fetched.flatMap(([, { dev, peerDependencies = {} }]) =>
    dev ? [] : Object.keys(peerDependencies).filter((name) => tools.has(`node_modules/${name}`)),
  );
  expect(tools).toContain("node_modules/@playwright/test");
  expect(tools).toContain("node_modules/prisma");
  expect(brought).toEqual([]);
});

/** Where Node would find the package: next to the one that requires it, or further up. */
function isPlaced(places: ReadonlySet<string>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (places.has(folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`)) return true;
    if (folder === "") return false;
  }
}

test("the lock contains no download URL for any package", () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
