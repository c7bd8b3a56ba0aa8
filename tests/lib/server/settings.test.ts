import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { assertLoopback, databaseUrl, dataDir } from "@/lib/server/settings";

afterEach(() => {
  delete process.env.DATABASE_URL;
  delete process.env.WINNOW_DATA_DIR;
});

test("only loopback addresses are listened on while no keys exist", () => {
  for (const host of [undefined, "", "127.0.0.1", "localhost", "::1"]) expect(() => assertLoopback(host)).not.toThrow();
  for (const host of ["0.0.0.0", "::", "192.168.0.4", "127.0.0.1.nip.io"])
    expect(() => assertLoopback(host)).toThrow("loopback only");
});

test("a database that is not supported is refused with a sentence, without its password", () => {
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

test("a PostgreSQL database has a data directory of its own, unless one is named", () => {
  const usual = dataDir();
  process.env.DATABASE_URL = "postgres://user@db/winnow";
  expect(dataDir()).toBe(path.join(usual, "postgres"));
  process.env.WINNOW_DATA_DIR = "/elsewhere";
  expect(dataDir()).toBe("/elsewhere");
});
