import { describe, expect, test } from "vitest";
import { findEntities } from "@/lib/evaluation/entities/find-entities";
import { importedNames } from "@/lib/evaluation/entities/imported-names";
import { findShown } from "@/lib/evaluation/shown";
import { keepBlocks, quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";

const keysOf = (text: string, roots: readonly string[] = []) => [...findEntities(text, roots).keys()];

describe("what counts as a name", () => {
  test.each([
    ["names side by side are not a folder", "AGENTS.md/CLAUDE.md and .csproj/.fsproj", []],
    ["a folder that begins with a stop stays one", ".claude/settings.json", ["path:.claude/settings.json"]],
    ["what a publisher took out is not a name", "see .REDACTED.md", []],
    ["what an example makes up is none", "class MyConverter, my_table", []],
    ["a name behind a call", "find(order).saveDraft()", ["symbol:saveDraft"]],
    ["a variable of a shell is its name", '"$_omp_executable"', ["symbol:_omp_executable"]],
    ["a property that takes a handler", "onDelete onDeleteAll", ["symbol:onDeleteAll"]],
    ["a hash that an example makes up is none", "a1b2c3d4e5f6 abc123def456 3f2a9bc1d", ["number:3f2a9bc1d"]],
    ["an exit code in a program is not an error", "run({ rowCount: 1, exitCode: 1 })", ["symbol:rowCount"]],
    ["what libraries offer", "config.RefSpec, include_bytes, self._db and cmd.Help", []],
    ["a variable of a tool", "GIT_SEQUENCE_EDITOR and TEA_EDITOR", ["symbol:TEA_EDITOR"]],
    ["a call of a log", "self.logger.debug(text)", []],
    ["the file in a folder that is left open", "sessions/<id>/full.jsonl", ["path:full.jsonl"]],
    ["a file of an unknown kind on Windows", "src\\shell\\scripts\\omp.yash:23", ["path:src/shell/scripts/omp.yash"]],
  ])("%s", (_, text, keys) => expect(keysOf(text)).toEqual(keys));

  test.each(["D:\\work\\src\\a.go", "D:/work/src/a.go:12", "/d/work/src/a.go", "/mnt/d/work/src/a.go"])(
    "%s is a project's file on a drive",
    (text) => expect(keysOf(text, ["D:/work"])).toEqual(["path:src/a.go"]),
  );

  test("names imported from other people's packages", () => {
    const text = `import { useAccount } from "wagmi";\nimport * as jose from 'jose';\nimport { own } from "./own";\nimport { Part } from "@own/parts";`;
    expect([...importedNames({ type: "text", id: "", text })]).toEqual(["useAccount", "jose"]);
    expect([
      ...importedNames({ type: "text", id: "", text: "from django.urls import clear_caches\nfrom shop import Order" }),
    ]).toEqual(["clear_caches"]);
  });
});

describe("what the agent needs", () => {
  const session = sketchSession(`
    user      fix it
    call      a Bash {"command":"python -c 'rows_of_table = connection.fetchAll()'"}
    usage     read=0 in=10 out=5
    result    a from sharedOrders import useAccount
    call      b Edit {"file_path":"src/a.ts","old_string":"import { useWallet } from 'wagmi'","new_string":"const ownHelper = keepRows()"}
    usage     read=0 in=10 out=5
    result    b changed orderTotals and 3f2a9bc1d4e5f60718293a4b5c6d7e8f90a1b2c3 by strategy_options.summarise
    user      go on
    say       rows_of_table, connection.fetchAll, useWallet, ownHelper, orderTotals, 3f2a9bc1d and strategy_options
    usage     read=0 in=10 out=5
  `);
  const cut = quarterCut(session, 2);
  const needed = (cut.needed?.entities ?? []).map(({ known }) => known.entity.key);

  test("includes what it was told or chose to keep, not what it knows or what only passed through a command", () => {
    expect(needed).toEqual(expect.arrayContaining(["symbol:orderTotals", "symbol:ownHelper"]));
    for (const key of ["symbol:rows_of_table", "symbol:connection.fetchAll", "symbol:useWallet"])
      expect(needed).not.toContain(key);
  });

  test("a longer name shows those before its last one, and a full hash its short forms", () => {
    const { keys } = findShown(
      cut.evidence,
      keepBlocks(cut, () => true),
      cut.readers,
    );
    expect([...keys]).toContain("symbol:strategy_options.summarise");
  });
});

describe("what only the agent wrote before the cut", () => {
  const neededOf = (before: string, use: string) => {
    const session = sketchSession(`
      user      fix it
      ${before}
      usage     read=0 in=10 out=5
      result    a done
      user      go on
      say       ${use}
      usage     read=0 in=10 out=5
    `);
    return (quarterCut(session, 1).needed?.entities ?? []).map(({ known }) => known.entity.key);
  };

  test.each([
    [
      "a test that it wrote into a file",
      'call a Write {"file_path":"tea_test.go","content":"func TestPourTea() {}"}',
      "TestPourTea",
      true,
    ],
    ["a file that its command made", 'call a Bash {"command":"echo 1 > menu/tea_check.py"}', "menu/tea_check.py", true],
    ["a file that it read", 'call a Read {"file_path":"menu/tea.ts"}', "menu/tea.ts", true],
    [
      "a file for its own use",
      'call a Write {"file_path":"/tmp/tea_check.py","content":"1"}',
      "/tmp/tea_check.py",
      false,
    ],
    [
      "a name that it thought of",
      'say then pourTea could be split\n      call a Bash {"command":"ls"}',
      "pourTea",
      false,
    ],
    [
      "a name of its plan",
      'call a TodoWrite {"todos":[{"content":"Split pourTea","status":"pending"}]}',
      "pourTea",
      false,
    ],
    ["a name that it searched for", 'call a Grep {"pattern":"pourTea"}', "pourTea", false],
    ["a number of its command", 'call a Bash {"command":"gh pr view 7714"}', "see #7714", false],
  ])("%s", (_, before, use, isNeed) => expect(neededOf(before, `now ${use}`).length > 0).toBe(isNeed));

  test("common files, addresses and folders are not needed facts", () => {
    const usual = ["mise.toml", "http://localhost:5173", "/opt/homebrew/bin", "~/.claude/settings.json"].join(" ");
    expect(
      neededOf(`call a Read {"file_path":"tea.ts"}\n      result a ${usual} menu/tea.ts`, `now ${usual} menu/tea.ts`),
    ).toEqual(["path:menu/tea.ts"]);
  });
});

describe("a local variable that the agent names itself", () => {
  const session = sketchSession(`
    user      fix it
    call      a Read {"file_path":"src/a.ts"}
    usage     read=0 in=10 out=5
    result    a const orderRows = 1; const oldRows = 2; treeRows, treeErr := read(); export const allRows = 3; emptyRows = 4
    user      go on
    call      b Edit {"file_path":"src/b.ts","old_string":"const oldRows = 2","new_string":"const oldRows = 3; const orderRows: Row[] = []; treeRows, treeErr := read(); export const allRows = 4; return emptyRows"}
    usage     read=0 in=10 out=5
  `);
  const needed = (quarterCut(session, 1).needed?.entities ?? []).map(({ known }) => known.entity.key);

  test("is not needed, unless the replaced text or other modules contain it", () => {
    expect(needed.sort()).toEqual(["symbol:allRows", "symbol:emptyRows", "symbol:oldRows"]);
  });
});
