import fc from "fast-check";

/** Numbers as programs write them, most of them not as JSON.stringify would. */
const numberText = fc.oneof(
  fc.constantFrom("0", "-0", "1.0", "-0.0", "1e400", "-1E+2", "12345678901234567890", "0.10", "9007199254740993"),
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.stringMatching(/^\d{1,25}$/), fc.integer({ min: -400, max: 400 }))
    .map(([whole, fraction, exponent]) => `${whole}.${fraction}e${exponent}`),
);

/** Keys that JavaScript neither reorders nor treats specially, so that an object's text is preserved. */
const key = fc.stringMatching(/^[a-z][a-z0-9 "\\{},:[\]]{0,6}$/).filter((name) => name !== "constructor");

/** JSON texts without white space, each key once. */
export function arbitraryJsonText(): fc.Arbitrary<string> {
  return fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      numberText,
      fc.string().map((text) => JSON.stringify(text)),
      fc.constantFrom("true", "false", "null"),
      tie("list"),
      tie("object"),
    ),
    list: fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    object: fc
      .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 4, selector: ([name]) => name })
      .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`),
  })).object;
}
