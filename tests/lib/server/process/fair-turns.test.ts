import { expect, test } from "vitest";
import { FairTurns } from "@/lib/server/process/fair-turns";

test("a caller's tasks come one after another, and another caller's task between them", () => {
  const turns = new FairTurns();
  expect([turns.next("a"), turns.next("a"), turns.next("b")]).toEqual([1, 2, 1]);
});

test("a task comes after the running one, even if its caller has no other", () => {
  const turns = new FairTurns();
  const first = [turns.next("a"), turns.next("a")];
  for (const turn of first) {
    turns.begin(turn);
    turns.leave("a", turn);
  }
  expect(turns.next("b")).toBe(3);
});

test("tasks that were aborted in the queue do not delay their caller's next one", () => {
  const turns = new FairTurns();
  for (const turn of [turns.next("a"), turns.next("a"), turns.next("a")]) turns.leave("a", turn);
  expect(turns.next("a")).toBe(1);
});
