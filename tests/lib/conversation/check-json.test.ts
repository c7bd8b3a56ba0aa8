import { expect, test } from "vitest";
import * as z from "zod";
import { checkJson } from "@/lib/conversation/check-json";

const schema = z.object({ model: z.string().max(9), tags: z.array(z.string()).max(2).optional() });
const ODD = { length: { toString: 1 } };

test("an object with a strange length in place of a text or list is an error at its place, not an exception", () => {
  expect(() => schema.safeParse({ model: ODD })).toThrow(TypeError); // once this fails, zod needs no workaround
  const { error } = checkJson(schema, { model: ODD, tags: ODD });
  expect(error?.issues.map(({ path, code }) => [path.join("."), code])).toEqual([
    ["model", "invalid_type"],
    ["tags", "invalid_type"],
  ]);
});

test("valid values come back as zod reads them, and an error in the schema itself is thrown", () => {
  const content = z.object({ content: z.unknown() });
  expect(checkJson(content, { content: ODD }).data).toEqual({ content: ODD });
  const faulty = z.string().refine(() => {
    throw new RangeError("a fault of ours");
  });
  expect(() => checkJson(faulty, "x")).toThrow("a fault of ours");
});
