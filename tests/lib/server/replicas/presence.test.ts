import { expect, test, vi } from "vitest";
import { whenLeading } from "@/lib/server/replicas/presence";

const database = vi.hoisted(() => ({ taken: false }));
vi.mock("@/lib/server/replicas/channel", () => {
  const client = { query: async () => ({ rows: [{ taken: database.taken }] }) };
  const channel = { client: async () => client, onConnect: new Set() };
  return { channel: () => channel };
});
vi.mock("@/lib/server/process/settings", () => ({ databaseUrl: () => "postgres://localhost/winnow" }));

test("a process does the work of the leader once it leads, and not before", async () => {
  vi.useFakeTimers();
  const work = vi.fn();
  whenLeading(work);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).not.toHaveBeenCalled();
  database.taken = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
