import { expect, test } from "vitest";
import { parseJson } from "@/lib/conversation/exact-json";
import type { JsonValue } from "@/lib/conversation/part";
import { stableJson } from "@/lib/conversation/stable-json";

const stable = (text: string) => stableJson(parseJson(text) as JsonValue);

test("sorts keys at every depth and leaves out null members", () => {
  expect(stable('{"b":[{"d":1,"c":null}],"a":2}')).toBe('{"a":2,"b":[{"d":1}]}');
});

test("numbers that differ only beyond the precision of a double stay different", () => {
  expect(stable('{"id":1894839483948394801,"a":0}')).not.toBe(stable('{"id":1894839483948394802,"a":0}'));
  expect(stable('{"b":[{"id":1894839483948394801}],"a":[1894839483948394801]}')).toBe(
    '{"a":[1894839483948394801],"b":[{"id":1894839483948394801}]}',
  );
});
