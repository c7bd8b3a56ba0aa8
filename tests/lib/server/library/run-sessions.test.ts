import { expect, test } from "vitest";
import type { Db } from "@/lib/server/db/get-db";
import { whichExist } from "@/lib/server/library/run-sessions";

test("finds the existing ones among any number of sessions", async () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `s${index}`);
  const findMany = async ({ where }: { where: { id: { in: string[] } } }) => where.id.in.map((id) => ({ id }));
  const db = { session: { findMany } } as unknown as Db;
  expect((await whichExist(db, ids)).size).toBe(ids.length);
});
