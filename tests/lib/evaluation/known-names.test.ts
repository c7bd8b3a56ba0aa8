import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { KnownNames, wordsIn } from "@/lib/evaluation/entities/known-names";
import { createReaders, gatherEvidence, type KnownEntity } from "@/lib/evaluation/evidence";
import { findShown, isShown } from "@/lib/evaluation/shown";
import { quarterCut } from "../../support/cut";
import { sketchSession } from "../../support/sketch-session";

const says = (text: string) => ({
  tools: [],
  messages: [{ id: "m", role: "assistant" as const, parts: [{ type: "text" as const, id: "p", text }] }],
});

describe("a fact in another form", () => {
  const HASH = "3f2a9bc1d4e5f60718293a4b5c6d7e8f90a1b2c3";

  test.each([
    ["settings.MenuOptions", "in snake case", "symbol:settings.MenuOptions", "set `menu_options.tea` to true", true],
    ["base_cup", "in camel case", "symbol:base_cup", "BaseCup is set", true],
    ["TEA_CUPS", "in lower case with hyphens", "symbol:TEA_CUPS", "pass --tea-cups", true],
    ["theme.loadDark", "with another receiver", "symbol:theme.loadDark", "we call loadDark and loadLight", true],
    ["pourTea", "within a longer name", "symbol:pourTea", "FAIL TestKettle_PourTea/quickly", true],
    ["TeaCup", "in the plural of a longer name", "symbol:TeaCup", "readTeaCups()", true],
    ["pourTea", "with a digit behind it", "symbol:pourTea", "1. fix it in pourTea2. go on", true],
    ["TeaHouse", "as a word", "symbol:TeaHouse", "packages/plugin-teahouse is done", true],
    [
      "Test_Ended_NoFiles_Discards",
      "without its prefix",
      "symbol:Test_Ended_NoFiles_Discards",
      "Ended_NoFiles_Discards runs",
      true,
    ],
    ["pourTea", "not with one word of it", "symbol:pourTea", "pourCoffee and repourTea", false],
    [
      "src/old/menu/tea.ts",
      "as a listing shortens it",
      "path:src/old/menu/tea.ts",
      " .../old/menu/tea.ts | 12 +",
      true,
    ],
    [
      "menu/tea.ts",
      "at the end of a longer path",
      "path:menu/tea.ts",
      "/srv/shop/menu/tea.ts and /srv/old/menu/tea.ts",
      true,
    ],
    [
      "../../menu/tea.json",
      "as its import's file",
      "path:../../menu/tea.json",
      "wrote /srv/shop/site/menu/tea.json",
      true,
    ],
    ["src/old/menu/tea.ts", "with its middle left out", "path:src/old/menu/tea.ts", "see src/.../menu/tea.ts", true],
    ["/Users/ann/Shops/tea", "as a folder of a cut path", "path:/Users/ann/Shops/tea", "`cp ~/Shops/tea/src...`", true],
    ["/Users/ann/Shops/tea", "not by its bare name", "path:/Users/ann/Shops/tea", "look at the tea repo", false],
    ["/docs/teas", "as a folder of its file", "path:/docs/teas", "wrote site/docs/teas/index-page.mdx", true],
    ["./dto/tea.dto", "as its import's file", "path:dto/tea.dto", "wrote shop/menu/dto/tea.dto.ts", true],
    ["./tea.service", "as its import's file name", "path:tea.service", "wrote `tea.service.ts`", true],
    [
      "ex.io/tea/cmd/tea/cli/cups",
      "as a Go package",
      "path:ex.io/tea/cmd/tea/cli/cups",
      "in cmd/tea/cli/cups/a.go",
      true,
    ],
    [
      "/srv/ann/cache/skills/pour/SKILL.md",
      "from a listing's root",
      "path:/srv/ann/cache/skills/pour/SKILL.md",
      "(file: r6/pour/SKILL.md)",
      true,
    ],
    ["kettle.Lid", "of a longer variable", "symbol:kettle.Lid", "set postKettle.Lid to null", true],
    ["kettle.Lid", "of an import's alias", "symbol:kettle.Lid", "func pour(a kettlepkg.Lid)", true],
    ["kettle.Lid", "not of another variable", "symbol:kettle.Lid", "set teapot.Lid to null", false],
    [
      "fatal: unable to read tea.lock",
      "in a quotation",
      "error:error unable to read tea.lock",
      "I found `fatal: unable to read tea.lock` there",
      true,
    ],
    [
      "/srv/shop/.git/cups/1/index",
      "from a project's root",
      "path:/srv/shop/.git/cups/1/index",
      "in .git/cups/1/index",
      true,
    ],
    [
      "origin/ann/tea-menu-cleanup",
      "without its remote",
      "path:origin/ann/tea-menu-cleanup",
      "on ann/tea-menu-cleanup",
      true,
    ],
    ["closes #1500", "in a branch", "number:1500", "merged into tea-pr1500-stack", true],
    ["tea.menu", "at the start of a longer name", "symbol:tea.menu", "it is tea.menu.v1", true],
    ["menu/tea.ts", "not of another path", "path:menu/tea.ts", "/srv/shop/list/tea.ts", false],
    [`at ${HASH} now`, "by a short hash", `number:${HASH}`, "HEAD is at 3f2a9bc1d", true],
    ["at 3f2a9bc now", "by a longer short hash", "number:3f2a9bc", "HEAD is at 3f2a9bc1d", true],
    ["at 3f2a9bc1d now", "by a shorter one", "number:3f2a9bc1d", "HEAD is at 3f2a9bc", true],
    [`at ${HASH} now`, "not by another hash", `number:${HASH}`, "HEAD is at 3f2a9bc1e", false],
    ["closes #7714", "behind its repository", "number:7714", "see tea-house/menu#7714", true],
    ["closes #7714", "at the end of a link", "number:7714", "https://ex.org/tea/menu/issues/7714", true],
    ["https://ex.org/tea/menu.html", "without https", "url:ex.org/tea/menu.html", "see ex.org/tea/menu.html", true],
    [
      "see https://tea.example.org",
      "in a list",
      "url:tea.example.org",
      "O=https://ex.org,https://tea.example.org,tea://x",
      true,
    ],
    ["tea.menu.v1", "in a search pattern", "symbol:tea.menu.v1", 'rg "tea\\.menu\\.v1|tea_cups"', true],
  ])("%s %s", (original, _, key, result, expected) => {
    const readers = createReaders(() => 1);
    const evidence = gatherEvidence(says(original), readers);
    const shown = findShown(evidence, says(result), readers);
    expect(isShown(evidence.entities.get(key) as KnownEntity, shown)).toBe(expected);
  });

  test.prop([fc.array(fc.stringMatching(/^[a-zA-Z_$.:/\\#0-9-]{1,60}$/), { maxLength: 60 })])(
    "a name shows at least itself, and nothing unknown",
    (names) => {
      const keys = new Set(names.map((name) => `symbol:${name}`));
      const known = new KnownNames(keys);
      for (const key of keys) expect(known.shownByName(key)[0]).toBe(key);
      for (const key of known.shownByWords(wordsIn(names.join(" ")))) expect(keys).toContain(key);
    },
  );

  test("reads a long word with many pieces within a second", () => {
    const known = new KnownNames(new Set(["symbol:pourTea"]));
    const started = performance.now();
    expect([...known.shownByWords(wordsIn("aB".repeat(200_000)))]).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("a fact that is shown in another form before its use", () => {
  const neededAfter = (shown: string, use: string) => {
    const session = sketchSession(`
      user      fix it
      call      a Read {"file_path":"src/a.ts"}
      usage     read=0 in=10 out=5
      result    a src/old/menu/tea.ts has claims.pourTea, menu_rows and docs/RULES.md
      user      go on
      call      b Bash {"command":"git status"}
      usage     read=0 in=10 out=5
      result    b ${shown}
      say       ${use}
      usage     read=0 in=10 out=5
    `);
    return (quarterCut(session, 1).needed?.entities ?? []).map(({ known }) => known.entity.key);
  };

  test.each([
    ["a listing's short path", ".../old/menu/tea.ts | 12 +", "src/old/menu/tea.ts"],
    ["a bare file name", "see (RULES.md)", "docs/RULES.md"],
    ["another file of the bare name", "M other/RULES.md", "RULES.md"],
    ["a longer path", "/srv/shop/docs/RULES.md-67-text", "RULES.md"],
    ["the bare name of a member", "  pourTea = 1", "claims.pourTea"],
    ["a longer name", "FAIL TestKettle_PourTea/quickly", "claims.pourTea"],
    ["another case", "MenuRows", "menu_rows"],
  ])("%s", (_, shown, use) => {
    expect(neededAfter(shown, use)).toEqual([]);
    expect(neededAfter("nothing", use)).toHaveLength(1);
  });
});
