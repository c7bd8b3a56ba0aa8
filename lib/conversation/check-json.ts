type Schema<Checked> = { safeParse(json: unknown): Checked };

/**
 * A schema's result for JSON from outside. zod compares the `length` of any value with a limit, even of an object where
 * a text or list is expected, and throws if that length is an object that does not convert to a number (`{"length":
 * {"toString": 1}}`, zod 4.6.7). Such a length is removed from a copy, which zod then treats like any other object.
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
