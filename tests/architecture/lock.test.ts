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
/** Everything that is fetched: neither this package nor what comes inside another one. */
const fetched = Object.entries(lock.packages).filter(
  ([place, { link, inBundle }]) => place !== "" && !link && !inBundle,
);

test("every package of the lock has a SHA-512 of its bytes, those of other platforms too", () => {
  expect(fetched.length).toBeGreaterThan(300);
  const without = fetched.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  expect(without.map(([place]) => place)).toEqual([]);
});

test("the packages for other platforms are in the lock, in the version that their package asks for", () => {
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

test("nothing that the server needs brings tools of development along as an optional peer", () => {
  const tools = new Set(fetched.flatMap(([place, { dev }]) => (dev ? [place] : [])));
  const brought = fetched.flatMap(([, { dev, peerDependencies = {} }]) =>
    dev ? [] : Object.keys(peerDependencies).filter((name) => tools.has(`node_modules/${name}`)),
  );
  expect(tools).toContain("node_modules/@playwright/test");
  expect(tools).toContain("node_modules/prisma");
  expect(brought).toEqual([]);
});

/** Where Node would find the package: beside the one that asks for it, or further up. */
function isPlaced(places: ReadonlySet<string>, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (places.has(folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`)) return true;
    if (folder === "") return false;
  }
}

test("the lock names no place of its own for any package", () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
