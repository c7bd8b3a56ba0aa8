type Schema<Checked> = { safeParse(json: unknown): Checked };

/**
 * What a schema says of JSON that somebody sent. zod compares the `length` of any value with a limit, also of an object
 * where a text or a list is expected, and throws if that length is an object that is no number (`{"length": {"toString": 1}}`,
 * zod 4.6.7). Such a length is then left out of a copy, of which zod says what it says of any other object.
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
