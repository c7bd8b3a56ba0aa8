import { describe, expect, test } from "vitest";
import { replaySession } from "@/bench/replay/replay-session";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { createEditedTexts } from "@/lib/replay/edited-texts";
import type { ReplayPolicy } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { sketchSession } from "../../support/sketch-session";
import { testEnvironment } from "../../support/strategy-environment";

const OLD = "export const timeout = 30_000;";
const USAGE = "usage read=0 write=9000 in=3 out=40 model=claude-sonnet-4-5";

test.each([
  ["Edit", { file_path: "x.ts", old_string: `{\n  ${OLD}\n}`, new_string: "" }],
  ["replace_string_in_file", { filePath: "x.ts", oldString: OLD, newString: "x" }],
  ["apply_patch", { input: `*** Begin Patch\n*** Update File: x.ts\n@@\n-${OLD}\n+x\n*** End Patch` }],
  ["apply_diff", { path: "x.ts", diff: `<<<<<<< SEARCH\n${OLD}\n=======\nx\n>>>>>>> REPLACE` }],
])("an edit needs the longest line that %s replaces", (name, input) => {
  const session = sketchSession(`
    user   go on
    call   b ${name} ${JSON.stringify(input)}
    ${USAGE}
    result b done`);
  const texts = createEditedTexts(session, "main");
  const shown = session.messages.flatMap(({ parts }) => parts).filter((part) => texts.shownBy(part).length > 0);
  expect(shown.map(({ type }) => type)).toEqual(["tool-call"]);
});

describe("an edit counts if an earlier part showed its text as a line", () => {
  const drawn = (shown: string) => `
    user   fix it
    call   a Read {"file_path":"x.ts"}
    ${USAGE}
    result a ${shown}
    call   b Edit ${JSON.stringify({ file_path: "x.ts", old_string: `  ${OLD}\n}`, new_string: "x" })}
    ${USAGE}
    result b done`;

  test.each([
    ["as it is", OLD, 1],
    ["behind its number", `     12→  ${OLD}`, 1],
    ["not at all", "export const other = 1;", 0],
    ["in the middle of another", `a ${OLD} b`, 0],
  ])("%s", (_, shown, count) => {
    expect(createEditedTexts(sketchSession(drawn(shown)), "main").count()).toBe(count);
  });
});

test("a cut that removes the text before its edit leaves the edit blind, unless the file is read again", () => {
  const filler = "word ".repeat(3_000).trim();
  const work = (between: string) => `
    user   fix it
    call   a Read {"file_path":"x.ts"}
    ${USAGE}
    result a ${OLD}
    say    read
    ${USAGE}
    user   ${filler}
    say    good
    usage  read=0 write=60000 in=3 out=40 model=claude-sonnet-4-5
    user   go on
    ${between}
    call   b Edit ${JSON.stringify({ file_path: "x.ts", old_string: OLD, new_string: "x" })}
    usage  read=0 write=61000 in=3 out=40 model=claude-sonnet-4-5
    result b done
    say    ok
    usage  read=0 write=61100 in=3 out=40 model=claude-sonnet-4-5`;
  const again = `call c Read {"file_path":"x.ts"}\n${USAGE}\nresult c ${OLD}`;
  const policy: ReplayPolicy = { kind: "recipe", id: "cut", recipe: "roo-truncate", trigger: { tokens: 50_000 } };
  const blind = [work(""), work(again)].map((sketch) => {
    const analysis = analyzeSession(sketchSession(sketch), loadVocabulary);
    const environment = testEnvironment({ tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens });
    const replays = replaySession(analysis, [policy, { kind: "keep-all", id: "keep" }], {
      environmentOf: () => environment,
    });
    return replays.map(({ totals }) => totals.edits);
  });
  expect(blind).toEqual([
    [
      { all: 1, blind: 1 },
      { all: 1, blind: 0 },
    ],
    [
      { all: 1, blind: 0 },
      { all: 1, blind: 0 },
    ],
  ]);
});
