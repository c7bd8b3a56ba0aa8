import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FollowStore } from "@/components/library/follow-store";

const followed = (changes: number) => ({ changes, roots: [{ id: "codex", live: 1, failures: [] }] });
const nothing = { changes: 0, roots: [] };
const page = { hidden: false, addEventListener: () => {}, removeEventListener: () => {} };

let answers: { status: number; body: unknown }[] = [];
let asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    asked.push(init.method ?? "GET");
    const { status, body } = answers.shift() ?? { status: 200, body: nothing };
    return new Response(JSON.stringify(body), { status });
  });
  answers = [];
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the store of followed folders", () => {
  test("polls once if nothing is followed", async () => {
    const store = new FollowStore();
    const leave = store.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual(["GET"]);
    expect(store.snapshot()).toEqual(nothing);
    leave();
  });

  test("polls every two seconds while something is followed, and reports each answer", async () => {
    answers = [1, 2, 3].map((changes) => ({ status: 200, body: followed(changes) }));
    const store = new FollowStore();
    const seen: (number | undefined)[] = [];
    const leave = store.subscribe(() => seen.push(store.snapshot()?.changes));
    await vi.advanceTimersByTimeAsync(4_100);
    expect(seen).toEqual([1, 2, 3]);
    leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(3);
  });

  test("a refused change shows its reason and keeps the known state; the next answer removes the message", async () => {
    answers = [
      { status: 200, body: nothing },
      { status: 404, body: { detail: "there is no such folder" } },
      { status: 200, body: followed(0) },
    ];
    const store = new FollowStore();
    const leave = store.subscribe(() => {});
    await settle();
    await store.change("x", true);
    expect([store.failure(), store.snapshot()]).toEqual(["there is no such folder", nothing]);
    await store.change("codex", true);
    expect([store.failure(), store.snapshot()?.roots[0]?.id]).toEqual([null, "codex"]);
    expect(asked).toEqual(["GET", "PUT", "PUT"]);
    leave();
  });
});
