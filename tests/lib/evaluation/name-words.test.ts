import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { findEntities } from "@/lib/evaluation/entities/find-entities";
import { NameWords } from "@/lib/evaluation/entities/name-words";

const piece = fc.constantFrom(
  ...[
    ..."src/auth/user.ts ./src/forms/ a/src/x.go:12:3 C:\\work\\app.cs user.ts saveDraft this.saveDraft pool.connectNow".split(
      " ",
    ),
    ..."std::io_error v1.2.3 3f2a9bc1d4e5 https://ex.org/pull/1380?x=1 `docs/说明.md` (lib/tools/plan.ts) {src/a_b.ts}".split(
      " ",
    ),
    ..."TypeError: cannot read it\n|exit code 3|error: no such column|FAIL tests/x.test.ts|cat: y.txt: No such file or directory".split(
      "|",
    ),
    ...["plain", "words", "\n", "\\n", ", ", "->", "| ", '"', "<b>", "main...topic", "#162", "port 3001"],
  ],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(" "));

describe("a text that is read for certain names", () => {
  test.prop([text, fc.infiniteStream(fc.boolean())], { numRuns: 400 })(
    "contains each of them that the full text contains, and no other",
    (whole, chosen) => {
      const all = [...findEntities(whole).values()].filter(({ kind }) => kind !== "command");
      const wanted = all.filter(() => chosen.next().value);
      const sought = new NameWords();
      for (const entity of wanted) sought.add(entity);
      const found = findEntities(whole, [], sought);
      expect([...found.keys()]).toEqual(expect.arrayContaining(wanted.map(({ key }) => key)));
      expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining([...found.keys()]));
    },
  );

  test("text without any of their words is not read", () => {
    const sought = new NameWords();
    sought.add({ kind: "path", key: "path:src/auth/user.ts", text: "src/auth/user.ts" });
    expect([...findEntities("see src/forms/login.ts and user.ts here", [], sought).keys()]).toEqual(["path:user.ts"]);
    expect(sought.placesIn("TypeError: it failed").mayHoldError).toBe(false);
    expect(findEntities("see src/forms/login.ts", [], new NameWords()).size).toBe(0);
  });

  test("a plain word that is only part of names is not read, but a file named by a plain word is", () => {
    const sought = new NameWords();
    for (const path of ["src/index.ts", "Makefile"]) sought.add({ kind: "path", key: `path:${path}`, text: path });
    const keysIn = (text: string) => [...findEntities(text, [], sought).keys()];
    expect(sought.placesIn("the index, and Index: (index)").stretches).toHaveLength(1);
    expect(keysIn("the index of lib/index.go and indexOf")).toEqual(["path:lib/index.go"]);
    expect(keysIn("run (Makefile) again")).toEqual(["path:Makefile"]);
  });

  test("a name without an ASCII letter makes the reader read every text", () => {
    const sought = new NameWords();
    sought.add({ kind: "path", key: "path:文档", text: "文档" });
    expect(findEntities("see src/forms/login.ts", [], sought).size).toBe(1);
  });
});
