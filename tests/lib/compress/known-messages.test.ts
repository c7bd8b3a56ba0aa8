import { describe, expect, test } from "vitest";
import { KnownMessages } from "@/lib/compress/known-messages";
import { isSameJson, parseJson } from "@/lib/conversation/exact-json";
import type { Message } from "@/lib/conversation/message";

const said = (id: string, text: string): Message => ({
  id,
  role: "user",
  parts: [{ id: `${id}.0`, type: "text", text }],
});
const called = (input: string): Message =>
  ({
    id: "m1",
    role: "assistant",
    parts: [{ id: "m1.call.0", type: "tool-call", toolCallId: "c", toolName: "t", input: parseJson(input) as object }],
  }) as Message;

describe("the messages of earlier calls", () => {
  test("a resent message is the same object, whatever was sent in between", () => {
    const known = new KnownMessages();
    const [first] = known.same([said("m0", "one"), said("m1", "two")]);
    known.same([said("m0", "another history")]);
    const [again, changed] = known.same([said("m0", "one"), said("m1", "two, changed")]);
    expect(again).toBe(first);
    expect(changed).toEqual(said("m1", "two, changed"));
  });

  test("equal text under another id or role is a different message", () => {
    const known = new KnownMessages();
    const [first] = known.same([said("m0", "one")]);
    const [moved, answered] = known.same([said("m1", "one"), { ...said("m0", "one"), role: "assistant" }]);
    expect([moved?.id, answered?.role]).toEqual(["m1", "assistant"]);
    expect(known.same([said("m0", "one")])[0]).toBe(first);
  });

  test("a number in another notation is a different input, because it is returned as written", () => {
    const known = new KnownMessages();
    const [one] = known.same([called('{"n":1.0}')]);
    const [other] = known.same([called('{"n":1}')]);
    expect(other).not.toBe(one);
    expect(known.same([called('{"n":1.0}')])[0]).toBe(one);
  });

  test("keys in another order are a different input, because they are returned as sent", () => {
    const known = new KnownMessages();
    const [one] = known.same([called('{"a":1,"b":2}')]);
    const [other] = known.same([called('{"b":2,"a":1}')]);
    expect(other).not.toBe(one);
    expect(JSON.stringify(other)).toContain('{"b":2,"a":1}');
  });

  test("only the newest sixteen histories are kept per place, so that a new one is compared with few", () => {
    const known = new KnownMessages();
    const [first] = known.same([said("m0", "history 0")]);
    for (let index = 1; index < 16; index += 1) known.same([said("m0", `history ${index}`)]);
    expect(known.same([said("m0", "history 0")])[0]).toBe(first);
    known.same([said("m0", "history 16")]);
    expect(known.same([said("m0", "history 0")])[0]).not.toBe(first);
  });

  test("keeps no more than the limit allows", () => {
    const known = new KnownMessages(2_000);
    const [first] = known.same([said("m0", "x".repeat(300))]);
    for (let index = 1; index < 20; index += 1) known.same([said(`m${index}`, "y".repeat(300))]);
    expect(known.same([said("m0", "x".repeat(300))])[0]).not.toBe(first);
    const [large] = known.same([said("m0", "z".repeat(5_000))]);
    expect(known.same([said("m0", "z".repeat(5_000))])[0]).not.toBe(large);
  });
});

describe("equal JSON", () => {
  test("depends on keys, their order and values", () => {
    expect(isSameJson({ a: [1, { b: null }], c: "x" }, { a: [1, { b: null }], c: "x" })).toBe(true);
    expect(isSameJson({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(false);
    for (const other of [{ a: 1 }, { a: 1, b: 2, c: 3 }, [1, 2], null, { a: 1, c: 2 }])
      expect(isSameJson({ a: 1, b: 2 }, other)).toBe(false);
    expect(isSameJson([], {})).toBe(false);
  });
});
