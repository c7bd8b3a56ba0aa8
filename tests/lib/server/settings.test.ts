import { afterEach, expect, test } from "vitest";
import { assertLoopback, databaseUrl } from "@/lib/server/settings";

afterEach(() => {
  delete process.env.DATABASE_URL;
});

test("only loopback addresses are listened on while no keys exist", () => {
  for (const host of [undefined, "", "127.0.0.1", "localhost", "::1"]) expect(() => assertLoopback(host)).not.toThrow();
  for (const host of ["0.0.0.0", "::", "192.168.0.4", "127.0.0.1.nip.io"])
    expect(() => assertLoopback(host)).toThrow("loopback only");
});

test("a database that is not supported yet is refused with a sentence, without its password", () => {
  process.env.DATABASE_URL = "postgres://user:secret@db/winnow";
  expect(() => databaseUrl()).toThrow("postgres: is not supported yet");
  expect(() => databaseUrl()).not.toThrow("secret");
  process.env.DATABASE_URL = "file:/tmp/other.db";
  expect(databaseUrl()).toBe("file:/tmp/other.db");
});
