import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { sameNames } from "@/lib/evaluation/entities/same-name";

describe("sameNames", () => {
  const known = [
    "path:cmd/x/explain.go",
    "path:src/index.ts",
    "path:lib/index.ts",
    "path:notes.md",
    "symbol:env.SimulateStop",
    "symbol:a.runNow",
    "symbol:b.runNow",
    "symbol:loadTheme",
    "number:1.24.0",
  ];
  const same = sameNames(known);

  test.each([
    ["path:explain.go", "path:cmd/x/explain.go"],
    ["path:x/explain.go", "path:cmd/x/explain.go"],
    ["path:/home/me/repo/cmd/x/explain.go", "path:cmd/x/explain.go"],
    ["path:other/explain.go", "path:other/explain.go"],
    ["path:index.ts", "path:index.ts"],
    ["path:/home/me/notes.md", "path:/home/me/notes.md"],
    ["symbol:SimulateStop", "symbol:env.SimulateStop"],
    ["symbol:runNow", "symbol:runNow"],
    ["symbol:theme.loadTheme", "symbol:loadTheme"],
    ["number:24.0", "number:24.0"],
  ])("%s is %s", (key, expected) => expect(same(key)).toBe(expected));

  test("if the project's folder is known, a file elsewhere on the disk is not the project's file with the same ending", () => {
    const within = sameNames([...known, "path:/srv/other/src/main.ts"], ["/home/me/repo"]);
    expect(within("path:src/main.ts")).toBe("path:src/main.ts");
    expect(within("path:/srv/other/cmd/x/explain.go")).toBe("path:/srv/other/cmd/x/explain.go");
    expect(within("path:explain.go")).toBe("path:cmd/x/explain.go");
  });

  const segment = fc.constantFrom("a", "b", "c.ts", "d.ts");
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `path:${segments.join("/")}`);
  property.prop([fc.array(path, { maxLength: 12 }), path])(
    "returns a known name or the key itself, and is idempotent",
    (keys, key) => {
      const nameOf = sameNames(keys);
      expect([key, ...keys]).toContain(nameOf(key));
      expect(nameOf(nameOf(key))).toBe(nameOf(key));
    },
  );
});
