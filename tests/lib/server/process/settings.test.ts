import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fileOfUrl } from "@/lib/server/process/file-url";
import { allowedHosts, databaseUrl, dataDir, isExposed } from "@/lib/server/process/settings";

// Plain JavaScript that the start script runs; it has no types.
const { isExposedBy } = (await import("../../../../scripts/front-door.mjs" as string)) as {
  isExposedBy(environment: object): boolean;
};

afterEach(() => {
  vi.unstubAllEnvs();
  delete process.env.DATABASE_URL;
  delete process.env.WINNOW_DATA_DIR;
});

test("another address or another name makes the server require keys", () => {
  const exposedBy = (HOST: string | undefined, WINNOW_ALLOWED_HOSTS?: string) => {
    vi.stubEnv("HOST", HOST);
    vi.stubEnv("WINNOW_ALLOWED_HOSTS", WINNOW_ALLOWED_HOSTS);
    // The front door, which has no access to the program, decides the same.
    expect(isExposedBy(process.env)).toBe(isExposed());
    return isExposed();
  };
  for (const host of [undefined, "", "127.0.0.1", "localhost", "::1", "[::1]"]) {
    expect(exposedBy(host)).toBe(false);
    expect(exposedBy(host, " , ")).toBe(false);
    expect(exposedBy(host, "winnow.internal")).toBe(true);
  }
  for (const host of ["0.0.0.0", "::", "192.168.0.4", "127.0.0.1.nip.io"]) expect(exposedBy(host)).toBe(true);
  exposedBy("192.168.0.4");
  expect(allowedHosts()).toEqual(["192.168.0.4"]);
});

test("refuses an unsupported database with a sentence, without its password", () => {
  process.env.DATABASE_URL = "mysql://user:secret@db/winnow";
  expect(() => databaseUrl()).toThrow("mysql: is not supported");
  expect(() => databaseUrl()).not.toThrow("secret");
  process.env.DATABASE_URL = "secret";
  expect(() => databaseUrl()).not.toThrow("secret");
  process.env.DATABASE_URL = "file:/tmp/other.db";
  expect(databaseUrl()).toBe("file:/tmp/other.db");
  for (const url of ["postgres://user@db/winnow", "postgresql:///winnow?host=/tmp"]) {
    process.env.DATABASE_URL = url;
    expect(databaseUrl()).toBe(url);
  }
});

test("any folder may hold the database", () => {
  for (const folder of ["/c# & d?", "/100%", "/a%20b", "/Ü x"]) {
    process.env.WINNOW_DATA_DIR = folder;
    expect(fileOfUrl(databaseUrl())).toBe(path.join(folder, "winnow.db"));
  }
  expect(["file:./a b%.db", "file:///tmp/a%20b.db"].map(fileOfUrl)).toEqual(["./a b%.db", "/tmp/a b.db"]);
});

test("a PostgreSQL database has a separate data directory, unless one is configured", () => {
  const usual = dataDir();
  process.env.DATABASE_URL = "postgres://user@db/winnow";
  expect(dataDir()).toBe(path.join(usual, "postgres"));
  process.env.WINNOW_DATA_DIR = "/elsewhere";
  expect(dataDir()).toBe("/elsewhere");
});
