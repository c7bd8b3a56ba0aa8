import { expect, test } from "vitest";

type Audit = {
  seriousHoles(text: string): string[] | null;
  newestPatch(version: string, versions: readonly string[]): string | null;
};
const load = async () => (await import("../../scripts/audit.mjs" as string)) as Audit;

test("serious vulnerabilities fail, others do not, and a registry without an audit does not count as an answer", async () => {
  const { seriousHoles } = await load();
  const report = (severity: string) => JSON.stringify({ vulnerabilities: { a: { name: "a", severity } } });
  expect(seriousHoles(report("critical"))).toEqual(["a (critical)"]);
  expect(seriousHoles(report("high"))).toEqual(["a (high)"]);
  expect(seriousHoles(report("moderate"))).toEqual([]);
  expect(seriousHoles('{"vulnerabilities":{}}')).toEqual([]);
  for (const none of ["", "405", "null", '{"message":"405 Method Not Allowed"}']) expect(seriousHoles(none)).toBeNull();
});

test("the newest patch is of the same line", async () => {
  const { newestPatch } = await load();
  const versions = ["16.3.8", "16.4.2", "16.4.10", "16.4.11-canary.1", "16.5.0", "17.0.0"];
  expect(newestPatch("16.4.6", versions)).toBe("16.4.10");
  expect(newestPatch("16.4.6", ["15.0.0"])).toBeNull();
});
