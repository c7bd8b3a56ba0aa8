import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonText } from "@/lib/conversation/exact-json";
import { GrownBodies } from "@/lib/server/workers/grown-body";
import { parseJsonBody } from "@/lib/server/workers/parse-json";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const message = (text: string) => ({ role: "user", content: text });
const bodyOf = (messages: readonly unknown[], more: object = { model: "gpt-5" }) =>
  JSON.stringify({ messages, ...more });

/** The parsed body, serialised again: numbers as sent, and keys in order. */
function readIn(bodies: GrownBodies, text: string): string {
  return outcome(() => bodies.read(bytesOf(text)).value);
}

function outcome(read: () => unknown): string {
  try {
    return jsonText(read());
  } catch (error) {
    return `refused: ${(error as Error).message}`;
  }
}

const alone = (text: string) => outcome(() => parseJsonBody(bytesOf(text)));

function objectsIn(value: unknown, key = "messages"): readonly unknown[] {
  return (value as Record<string, readonly unknown[]>)[key] ?? [];
}

describe("growing bodies", () => {
  test("messages already sent are the same objects, the others are parsed", () => {
    const bodies = new GrownBodies();
    const history = ["one", "two {\\", "three", "four"].map(message);
    const first = objectsIn(bodies.read(bytesOf(bodyOf(history.slice(0, 2)))).value);
    const second = objectsIn(bodies.read(bytesOf(bodyOf(history))).value);
    expect(second).toEqual(history);
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([true, true]);
    const third = objectsIn(bodies.read(bytesOf(bodyOf([...history, message("five")]))).value);
    expect(third.slice(0, 4).every((one, at) => one === second[at])).toBe(true);
  });

  test("a changed message is parsed again, and so are those after it", () => {
    const bodies = new GrownBodies();
    const first = objectsIn(bodies.read(bytesOf(bodyOf(["one", "two", "three"].map(message)))).value);
    const second = objectsIn(bodies.read(bytesOf(bodyOf(["one", "TWO", "three"].map(message)))).value);
    expect(second).toEqual(["one", "TWO", "three"].map(message));
    expect([second[0] === first[0], second[2] === first[2]]).toEqual([true, false]);
  });

  test.each([
    ["a comma without a message", '{"messages":[{"a":1},{"b":2},],"model":"m"}'],
    ["a body that ends in the list", '{"messages":[{"a":1},{"b":2}'],
    ["two messages without a comma", '{"messages":[{"a":1},{"b":2}{"c":3}],"model":"m"}'],
    ["more than JSON", '{"messages":[{"a":1},{"b":2}],"model":"m"} x'],
    ["a list that is named twice", '{"messages":[{"a":1},{"b":2}],"messages":[{"c":3}]}'],
    ["a list that is named again as something else", '{"messages":[{"a":1},{"b":2}],"messages":7}'],
    ["a message behind a key that is taken out", '{"messages":[{"a":1},{"b":2},{"__proto__":{"x":1}}]}'],
    ["a key that is taken out behind the list", '{"messages":[{"a":1},{"b":2}],"constructor":{"prototype":{"x":1}}}'],
    ["numbers as they were written", '{"messages":[{"a":1},{"b":2},{"n":1.0}],"t":2.50}'],
    ["a number among the messages", '{"messages":[{"a":1},{"b":2},1.0]}'],
    ["blanks around the brackets", '{ "messages" : [ {"a":1} , {"b":2} ] }'],
    ["brackets and quotes in a text", '{"messages":[{"a":1},{"b":2},{"c":"]}\\"\\\\"}]}'],
  ])("%s is parsed as if it came alone", (_, text) => {
    const bodies = new GrownBodies();
    readIn(bodies, '{"messages":[{"a":1},{"b":2}],"model":"m"}');
    readIn(bodies, '{ "messages" : [ {"a":1} , {"b":2.0} ] }');
    expect(readIn(bodies, text)).toBe(alone(text));
    expect(readIn(bodies, text)).toBe(alone(text));
  });

  test("a list of numbers that ends differently is not mistaken for its beginning", () => {
    const bodies = new GrownBodies();
    readIn(bodies, '{"input":[1,2]}');
    expect(readIn(bodies, '{"input":[1,23]}')).toBe('{"input":[1,23]}');
  });

  test("reports removed keys each time", () => {
    const bodies = new GrownBodies();
    const text = '{"messages":[{"a":1}],"__proto__":{"x":1}}';
    for (let time = 0; time < 2; time += 1)
      expect(bodies.read(bytesOf(text)).warnings.map(({ code }) => code)).toEqual(["keys-removed"]);
  });

  test("refuses bytes that are not UTF-8 after a known beginning", () => {
    const bodies = new GrownBodies();
    readIn(bodies, bodyOf([message("one")]));
    const broken = bytesOf(bodyOf([message("one"), message("zwo?")]));
    broken[broken.lastIndexOf("?".charCodeAt(0))] = 0xff;
    expect(() => bodies.read(broken)).toThrow("UTF-8");
  });

  test("whatever was sent earlier, a body is parsed as if it came alone", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    const item = fc.oneof(
      { weight: 6, arbitrary: fc.record({ role: fc.constantFrom("user", "tool"), content: text }) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    );
    const key = fc.constantFrom("messages", "input", "contents");
    const step = fc.record({
      key,
      from: fc.nat(8),
      count: fc.nat(8),
      head: fc.boolean(),
      cut: fc.option(fc.nat(400), { freq: 4 }),
      indent: fc.constantFrom(0, 1),
    });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 12 }),
        fc.array(step, { maxLength: 12 }),
        (items, steps) => {
          const bodies = new GrownBodies();
          for (const { key, from, count, head, cut, indent } of steps) {
            const list = items.slice(from > 5 ? 1 : 0, count + 1);
            const value = head ? { model: "m", [key]: list } : { [key]: list, temperature: 0.5 };
            const whole = JSON.stringify(value, null, indent);
            const sent = cut === null ? whole : whole.slice(0, cut);
            expect(readIn(bodies, sent)).toBe(alone(sent));
          }
        },
      ),
    );
  });
});
