import path from "node:path";
import { describe, expect, test } from "vitest";
import { problemOfPlatform } from "@/lib/server/http/problem";
import { dataDir } from "@/lib/server/process/settings";

const failure = (code: string, more: object = {}) => Object.assign(new Error(`${code}: refused`), { code, ...more });

describe("platform failures have an answer that says what to do", () => {
  test("a full disk", () => {
    expect(problemOfPlatform(failure("ENOSPC"))).toMatchObject({ status: 507, code: "storage-full" });
    expect(problemOfPlatform(failure("SQLITE_FULL"))).toMatchObject({ status: 507, code: "storage-full" });
  });

  test("a data directory that is not writable", () => {
    const blob = path.join(dataDir(), "incoming", "x");
    for (const error of [failure("EROFS"), failure("SQLITE_READONLY"), failure("EACCES", { path: blob })])
      expect(problemOfPlatform(error)).toMatchObject({ status: 507, code: "storage-read-only" });
  });

  test("another unreadable file says nothing about the data directory", () => {
    expect(problemOfPlatform(failure("EACCES", { path: "/somewhere/else" }))).toBeNull();
    expect(problemOfPlatform(new Error("a bug"))).toBeNull();
  });
});
