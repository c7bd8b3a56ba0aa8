import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { compactionCases } from "@/lib/replay/cost-of-loss";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { lossCases } from "@/lib/replay/price-of-loss";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { sketchSession } from "../../support/sketch-session";
import { testEnvironment } from "../../support/strategy-environment";

function casesOf(drawing: string) {
  const analysis = analyzeSession(sketchSession(drawing), loadVocabulary);
  const environment = testEnvironment({ tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens });
  return compactionCases(prepareReplay(analysis, { environmentOf: () => environment }));
}

const USAGE = "usage  read=2000 write=100 in=0 out=20 model=claude-sonnet-4-5";
const read = (id: string, path: string) => `
    call   ${id} Read {"file_path":"${path}"}
    ${USAGE}
    result ${id} the text of ${path} is here`;
const edit = (id: string, path: string) => `
    call   ${id} Edit {"file_path":"${path}","old_string":"a","new_string":"b"}
    ${USAGE}
    result ${id} done`;

/** Reads a file the given number of times, and then changes it. */
const cycles = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${read(`${name}r${at}`, `src/${name}${at}.ts`)}${edit(`${name}e${at}`, `src/${name}${at}.ts`)}`,
  ).join("");

const COMPACTED = `
    say    so far
    ${USAGE}
    compact auto 2100
    summary we read files
    user   go on`;

const SESSION = `
    user   look at it${cycles("a", 8)}${COMPACTED}${["a0", "a1", "a2"].map((name, at) => read(`b${at}`, `src/${name}.ts`)).join("")}${edit("b9", "src/a0.ts")}${cycles("c", 20)}
    say    done
    ${USAGE}`;

test("compares what followed a compaction with stretches of the session far from any", () => {
  const [only, ...others] = casesOf(SESSION);
  expect(others).toEqual([]);
  // Three files are read again before the fourth request changes one; elsewhere a file is changed after one read, or
  // immediately.
  expect(only?.after).toMatchObject({ requests: 4, actions: 3, lookups: 3, repeated: 3 });
  expect(only?.elsewhere?.requests).toBeLessThan(3);
  expect(only?.requestCost).toBeGreaterThan(0);
  expect(lossCases(only ? [only] : [])[0]?.extra).toBeGreaterThan(1);
});

test("without a compaction there is no case, and nothing is compared if the log ends too early", () => {
  expect(casesOf(`\n    user   look at it${cycles("a", 4)}`)).toEqual([]);
  const [cut] = casesOf(`\n    user   look at it${cycles("a", 4)}${COMPACTED}${read("b0", "src/a0.ts")}`);
  expect(cut?.after).toBeNull();
});
