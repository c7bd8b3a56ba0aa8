import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { FAULTS, GROUPS } from "./faults";
import { FAULTS_PAGE, readFaultResults, renderFaults, withFaults } from "./faults-table";

describe("the list of faults", () => {
  test.each(FAULTS.map((fault) => [`${fault.file}:${fault.line}`, fault] as const))(
    "the place of %s exists once",
    (_, { file, from, to }) => {
      expect(fs.readFileSync(file, "utf8").split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    },
  );

  test("has the drawn number of faults for each part of the program, all different", () => {
    for (const { name, count } of GROUPS)
      expect(
        FAULTS.filter(({ file }) => groupOf(file) === name),
        name,
      ).toHaveLength(count);
    expect(new Set(FAULTS.map(({ seen }) => seen)).size).toBe(FAULTS.length);
  });

  test("is in the page with the last runs' results", () => {
    const page = fs.readFileSync(FAULTS_PAGE, "utf8");
    expect(withFaults(page, renderFaults(FAULTS, readFaultResults()))).toBe(page);
  });
});

const groupOf = (file: string) => (file.startsWith("lib/server/") ? "lib/server" : file.split("/")[0]);
