import { expect, test } from "vitest";
import { readImports } from "../architecture/find-violations";
import { nearestTests } from "./nearest-tests";

test("tests are listed by distance, those with the file's name and folder first", () => {
  const sources = [
    readImports("lib/cache/price.ts", ""),
    readImports("lib/cache/index.ts", 'export { price } from "./price";'),
    readImports("app/api/cache/route.ts", 'import { price } from "@/lib/cache";'),
    readImports("tests/app/cache.test.ts", 'import { GET } from "@/app/api/cache/route";'),
    readImports("tests/lib/report.test.ts", 'import { price } from "@/lib/cache/price";'),
    readImports("tests/lib/cache/laws.test.ts", 'import { price } from "@/lib/cache";'),
    readImports("tests/bench/price.test.ts", 'import { price } from "@/lib/cache";'),
    readImports("tests/lib/other.test.ts", 'import { other } from "@/lib/other";'),
  ];
  expect(nearestTests(sources, "lib/cache/price.ts")).toEqual([
    "tests/bench/price.test.ts",
    "tests/lib/cache/laws.test.ts",
    "tests/lib/report.test.ts",
    "tests/app/cache.test.ts",
  ]);
});
