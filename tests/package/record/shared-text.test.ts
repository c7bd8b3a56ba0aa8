import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { SharedTexts } from "@/lib/importers/recording/shared-text";

const piece = fc.string({ minLength: 0, maxLength: 400, unit: "grapheme" });

test.prop([fc.array(fc.tuple(piece, piece, piece), { maxLength: 30 })])(
  "texts come back unchanged, whatever they share",
  (drawn) => {
    const [writer, reader] = [new SharedTexts(), new SharedTexts()];
    drawn.forEach(([head, middle, tail], at) => {
      const text = drawn[0]?.[0].repeat(3) + head + middle + tail + drawn[0]?.[2].repeat(3);
      const written = JSON.parse(JSON.stringify(writer.shorten(at, text)));
      expect(reader.restore(at, written)).toBe(text);
    });
  },
);

test("a conversation grows with what is new, not with its square", () => {
  const writer = new SharedTexts();
  let written = 0;
  let whole = 0;
  let messages = "";
  for (let at = 0; at < 100; at += 1) {
    messages += `{"role":"user","content":"${`message ${at} `.repeat(50)}"},`;
    const body = `{"model":"m","messages":[${messages}],"tools":"${"t".repeat(20_000)}"}`;
    written += JSON.stringify(writer.shorten(at, body)).length;
    whole += body.length;
  }
  expect(whole / written).toBeGreaterThan(40);
});

test("a text that depends on a missing one is not invented", () => {
  expect(new SharedTexts().restore(2, { from: 1, head: 300, tail: 0, text: "x" })).toBeNull();
});
