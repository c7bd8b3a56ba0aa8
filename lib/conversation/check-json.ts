type Schema<Checked> = { safeParse(json: unknown): Checked };

/**
 * Validates JSON from outside against a schema. zod 4.6.7 compares the `length` of any value with a limit, even of an
 * object found in place of a text or list, and throws if that length is an object that does not convert to a number
 * (`{"length": {"toString": 1}}`). Such a length is removed from a copy, which zod then treats like any other object.
 */
export function checkJson<Checked>(schema: Schema<Checked>, json: unknown): Checked {
  try {
    return schema.safeParse(json);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return schema.safeParse(withoutOddLengths(json));
  }
}

const withoutOddLengths = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value) => (name === "length" && typeof value === "object" ? undefined : value)),
  );
