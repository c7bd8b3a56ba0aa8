import { expect, test } from "vitest";
import { KeptKinds } from "@/lib/server/workers/import-task";

const source = { file: 0, line: 1, byteOffset: 0, byteLength: 1 };
const rows = (...kinds: readonly string[]) => kinds.map((kind) => ({ kind, source }));

test("counts kept rows by kind, and a list shared by sessions once", () => {
  const shared = rows("snapshot", "title", "snapshot");
  const kinds = new KeptKinds();
  kinds.add(shared);
  kinds.add(shared);
  kinds.add(rows("title", "title"));
  expect(kinds.list()).toEqual([
    { kind: "title", count: 3 },
    { kind: "snapshot", count: 2 },
  ]);
});

test("of very many kinds, the rest is counted together", () => {
  const kinds = new KeptKinds();
  kinds.add(rows(...Array.from({ length: 100 }, (_, at) => `kind ${at}`)));
  expect(kinds.list()).toHaveLength(31);
  expect(kinds.list().reduce((sum, { count }) => sum + count, 0)).toBe(100);
});
