import fc from "fast-check";
import { expect, test } from "vitest";
import { hasSimulated, joinSimulated } from "@/lib/server/store/join-simulated";

const rowsOf = (rows: readonly object[]) => `{"requests":[${rows.map((row) => JSON.stringify(row)).join(",\n")}]}`;
const linesOf = (reads: readonly object[]) => reads.map((read) => `${JSON.stringify(read)}\n`).join("");

test("the joined text equals that of rows with the field", () => {
  const pair = fc.tuple(
    fc.record({ index: fc.nat(), title: fc.string({ unit: "binary" }), deep: fc.constant({ a: [{}] }) }),
    fc.dictionary(fc.constantFrom("optimum", "realistic"), fc.record({ read: fc.nat() })),
  );
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 6 }), (pairs) => {
      const joined = joinSimulated(rowsOf(pairs.map(([row]) => row)), linesOf(pairs.map(([, reads]) => reads)));
      const wanted = { requests: pairs.map(([row, simulated]) => ({ ...row, simulated })) };
      expect(JSON.parse(joined)).toEqual(JSON.parse(JSON.stringify(wanted)));
    }),
  );
});

test("recognises rows of an older version, whatever their texts contain", () => {
  expect(hasSimulated(rowsOf([{ index: 0, simulated: {} }]))).toBe(true);
  expect(hasSimulated(rowsOf([{ index: 0, title: '"simulated":{' }]))).toBe(false);
});
