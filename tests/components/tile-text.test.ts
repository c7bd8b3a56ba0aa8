import { expect, test } from "vitest";
import { tileText } from "@/components/charts/part-tiles";

const part = { label: "src/routes/route-service.test.ts", tool: "Read", tokens: 2_357, first: 235 };

test.each([
  [120, 60, ["route-service.tes…", "2,357 · #236"]],
  [64, 60, ["route-se…", "#236"]],
  [46, 60, ["route…", "#236"]],
  [120, 20, ["route-servi… #236"]],
  [46, 20, ["route…"]],
  [40, 60, []],
  [120, 14, []],
])("a tile of %i × %i px shows what fits, the request before the tokens", (width, height, said) => {
  expect(tileText(part, "file", width, height)).toEqual(said);
});

test("a part without a name is labelled with its tool or kind", () => {
  expect(tileText({ ...part, label: "" }, "file", 120, 60)[0]).toBe("Read");
  expect(tileText({ ...part, label: "", tool: null }, "file", 120, 60)[0]).toBe("file");
});
