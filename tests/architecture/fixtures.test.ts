import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { IMPORTERS } from "@/lib/importers/index";
import { readOwnFixtures } from "@/tests/support/own-fixtures";

/** Anybody must be able to test an importer, without the transcripts in ../shared. */
const TESTS = readdirSync("tests/lib", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !path.basename(file).startsWith("real-"))
  .sort()
  .map((file) => path.join("tests/lib", file));
/** The test named after the importer creates databases, archives and our own export. */
function makerOf(id: string): string | undefined {
  const naming = new RegExp(`"(?:[^"\\n]*/)?${id}(?:"|/)`);
  const makers = TESTS.filter((file) => naming.test(readFileSync(file, "utf8")));
  return makers.find((file) => path.basename(file).startsWith(id)) ?? makers[0];
}
const HEAD = `# Fixtures

Written by us, never taken from anybody's transcript. \`npx vitest run tests/architecture/fixtures.test.ts -u\` writes this
list of what the files of each importer cover together; \`tests/support/session-traits.ts\` defines the terms.
\`tests/long/shared/traits.test.ts\` checks that real transcripts contain nothing else.
`;

test("every importer has our own fixture, and the list of covered cases is correct", async () => {
  const covered = await readOwnFixtures();
  const sections = IMPORTERS.map(({ id }) => {
    const own = covered.get(id);
    const maker = own === undefined ? makerOf(id) : undefined;
    expect(own ?? maker, `${id} has no file in tests/fixtures and no test that makes one`).toBeDefined();
    const made = maker === undefined ? [] : [`Made in code: \`${maker}\`.`];
    const files = own
      ? [
          `Files: ${own.files.map((file) => `\`${file}\``).join(", ")}.`,
          `Covers: ${[...own.traits].sort().join(", ")}.`,
        ]
      : [];
    return `\n## ${id}\n\n${[...made, ...files].join("\n\n")}\n`;
  });
  await expect(HEAD + sections.join("")).toMatchFileSnapshot("../fixtures/README.md");
});
