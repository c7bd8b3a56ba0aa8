import { describe, expect, test } from "vitest";
import type { LibraryItem } from "@/lib/read-models/library-item";
import {
  describeFollowFailures,
  describeFollowing,
  describeFound,
  knownFiles,
  newestFound,
  toFoundRoots,
} from "@/lib/view-models/library/found-sessions";

const SINCE = "2026-01-05T09:00:00.000Z";
const item = (fileName: string, bytes: number) => ({ fileName, bytes }) as LibraryItem;
const file = (path: string, bytes: number) => ({
  path,
  bytes,
  modified_at: "2026-01-05T09:00:00.000Z",
  companions: 0,
  log_bytes: 0,
  imported: false,
});
const root = (...files: ReturnType<typeof file>[]) => ({
  id: "cline.code",
  title: "Cline (VS Code)",
  place: "~/x",
  format: "cline",
  sessions: files.length,
  bytes: 3,
  truncated: false,
  files,
});
const fresh = (files: ReturnType<typeof file>[], items: LibraryItem[]) => {
  const isKnown = knownFiles(items);
  const marked = files.map((one) => ({ ...one, imported: isKnown({ ...one, logBytes: one.log_bytes }) }));
  return toFoundRoots([root(...marked)])[0]?.fresh.map(({ path }) => path);
};

test("finds the newest file over all folders", () => {
  const at = (path: string, modified_at: string) => ({ ...file(path, 1), modified_at });
  const old = root(at("old.jsonl", "2026-01-01T00:00:00.000Z"));
  const young = root(at("young.jsonl", "2026-02-01T00:00:00.000Z"), at("older.jsonl", "2025-02-01T00:00:00.000Z"));
  expect(newestFound(toFoundRoots([old, young, root()]))?.file.path).toBe("young.jsonl");
  expect(newestFound(toFoundRoots([root()]))).toBeNull();
});

describe("what is new", () => {
  test("tasks whose files have equal names and sizes are distinguished by their folder", () => {
    const files = [file("17/api.json", 3), file("18/api.json", 3)];
    expect(fresh(files, [item("17/api.json", 3)])).toEqual(["18/api.json"]);
  });
  test("an upload may include more folders, or none", () => {
    expect(fresh([file("p/a.jsonl", 3)], [item("projects/p/a.jsonl", 3)])).toEqual([]);
    expect(fresh([file("p/a.jsonl", 3)], [item("a.jsonl", 3)])).toEqual([]);
    expect(fresh([file("p/a.jsonl", 3)], [item("b.jsonl", 3), item("xa.jsonl", 3)])).toEqual(["p/a.jsonl"]);
  });
  test("a grown file is new", () =>
    expect(fresh([file("p/a.jsonl", 4)], [item("p/a.jsonl", 3)])).toEqual(["p/a.jsonl"]));
  test("a database whose log has grown is new, even if the database has not", () => {
    const store = (logBytes: number) => ({ ...file("a/crush.db", 4), companions: 1, log_bytes: logBytes });
    const known = { ...item("a/crush.db", 4), logBytes: 20 } as LibraryItem;
    expect(fresh([store(20)], [known])).toEqual([]);
    expect(fresh([store(30)], [known])).toEqual(["a/crush.db"]);
    expect(fresh([store(20)], [item("a/crush.db", 4)])).toEqual(["a/crush.db"]);
    expect(fresh([store(0)], [item("a/crush.db", 4)])).toEqual([]);
  });
  test("names with direction marks are recognised and shown with the marks' numbers", () => {
    expect(fresh([file("p/\u202ea.jsonl", 3)], [item("p/‹U+202E›a.jsonl", 3)])).toEqual([]);
    expect(describeFound({ path: "p\n/\u202ea.jsonl", bytes: 1, modifiedAt: "", companions: 0 })).toMatchObject({
      project: "p‹U+000A›",
      name: "‹U+202E›a.jsonl",
    });
  });
});

describe("following", () => {
  const roots = toFoundRoots([root()]);
  test("says that it is off, and who is live", () => {
    expect(describeFollowing(roots, [])).toMatch(/^Off/);
    expect(describeFollowing(roots, [{ id: "cline.code", since: SINCE, live: 1, failures: [] }])).toBe(
      "Cline (VS Code), 1 live now",
    );
    expect(describeFollowing(roots, [{ id: "cline.code", since: SINCE, live: 0, failures: [] }])).toBe(
      "Cline (VS Code), none live now",
    );
  });
  test("names the first file that could not be read", () => {
    expect(describeFollowFailures([{ id: "x", since: SINCE, live: 0, failures: [] }])).toBeNull();
    const failures = [
      { path: "p/a.jsonl", code: "not-a-transcript", message: "no transcript" },
      { path: "p/b.jsonl", code: "too-large", message: "too large" },
    ];
    expect(describeFollowFailures([{ id: "x", since: SINCE, live: 0, failures }])).toBe(
      "Could not read a.jsonl (and 1 more): no transcript",
    );
  });
});
