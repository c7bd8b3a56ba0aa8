import { describe, expect, test } from "vitest";
import { type Comparable, copiesAmong, countedOnce } from "@/lib/transcript/copies";

const START = Date.UTC(2026, 10, 28, 10);
const minutes = (count: number) => START + count * 60_000;

const told = (id: string, more: Partial<Comparable> = {}): Comparable => ({
  id,
  format: "claude-code",
  likeness: null,
  clientSession: null,
  firstExchange: null,
  requests: 10,
  startedAt: START,
  endedAt: minutes(10),
  ...more,
});
const recording = (id: string, more: Partial<Comparable> = {}) => told(id, { format: "winnow-recording", ...more });
const copies = (...sessions: Comparable[]) => Object.fromEntries(copiesAmong(sessions));

describe("a recording and the client's log of one session", () => {
  const log = told("log", { clientSession: "c" });
  test("are one by the client's id, and the recording counts", () => {
    expect(copies(log, recording("rec", { clientSession: "c" }))).toEqual({ log: "rec" });
  });
  test("the log counts if the recording has fewer requests, because it has only some turns", () => {
    const turns = [1, 2].map((turn) => recording(`turn ${turn}`, { clientSession: "c", requests: 5 }));
    expect(copies(...turns, log)).toEqual({ "turn 1": "log", "turn 2": "log" });
  });
  test("are two if their ids differ", () => {
    const exchange = { firstExchange: "e" };
    expect(
      copies(told("log", { clientSession: "c", ...exchange }), recording("r", { clientSession: "d", ...exchange })),
    ).toEqual({});
  });
  test("files of one format all count: a sub-agent's file has its parent's id", () => {
    expect(copies(log, told("agent", { clientSession: "c", requests: 2 }))).toEqual({});
  });
});

describe("a recording without the client's id", () => {
  const log = told("log", { format: "pi", clientSession: "c", firstExchange: "e" });
  const later = { startedAt: minutes(8), endedAt: minutes(9), requests: 4 };
  test("matches the log by its first exchange and time", () => {
    expect(copies(log, recording("rec", { firstExchange: "e", ...later }))).toEqual({ rec: "log" });
  });
  test("does not match with another exchange, without one, or at another time", () => {
    expect(copies(log, recording("rec", { firstExchange: "f", ...later }))).toEqual({});
    expect(copies(told("log", { format: "pi" }), recording("rec", later))).toEqual({});
    const nextDay = { startedAt: minutes(1_440), endedAt: minutes(1_450) };
    expect(copies(log, recording("rec", { firstExchange: "e", ...nextDay }))).toEqual({});
    expect(copies(log, recording("rec", { firstExchange: "e", startedAt: null }))).toEqual({});
  });
  test("two logs with the same words are two sessions", () => {
    expect(copies(log, told("other", { format: "gemini-cli", clientSession: null, firstExchange: "e" }))).toEqual({});
  });
});

describe("sessions of the same title, client and start", () => {
  const short = told("short", { likeness: "l", clientSession: "a", requests: 5, endedAt: minutes(5) });
  test("are copies of the longest, or the first of equals", () => {
    expect(copies(short, told("long", { likeness: "l", clientSession: "b" }))).toEqual({ short: "long" });
    expect(copies(told("one", { likeness: "l" }), told("two", { likeness: "l" }))).toEqual({ two: "one" });
  });
  test("a fork continues after its parent's end, and counts", () => {
    const fork = { ...short, id: "fork", endedAt: minutes(20) };
    expect(copies(fork, told("long", { likeness: "l", clientSession: "b" }))).toEqual({});
  });
});

test("only originals are counted, in order", () => {
  const sessions = [told("a", { clientSession: "c" }), told("b"), recording("r", { clientSession: "c" })];
  expect(countedOnce(sessions, (session) => session).map(({ id }) => id)).toEqual(["b", "r"]);
});
