import { expect, test } from "vitest";
import * as z from "zod";
import { checkJson } from "@/lib/conversation/check-json";

const schema = z.object({ model: z.string().max(9), tags: z.array(z.string()).max(2).optional() });
const ODD = { length: { toString: 1 } };

test("an object with an odd length where a text or a list belongs is a fault at its place, not a throw", () => {
  expect(() => schema.safeParse({ model: ODD })).toThrow(TypeError); // once this fails, zod needs no help
  const { error } = checkJson(schema, { model: ODD, tags: ODD });
  expect(error?.issues.map(({ path, code }) => [path.join("."), code])).toEqual([
    ["model", "invalid_type"],
    ["tags", "invalid_type"],
  ]);
});

test("what fits comes back as zod reads it, and an error of the schema itself is thrown", () => {
  const content = z.object({ content: z.unknown() });
  expect(checkJson(content, { content: ODD }).data).toEqual({ content: ODD });
  const faulty = z.string().refine(() => {
    throw new RangeError("a fault of ours");
  });
  expect(() => checkJson(faulty, "x")).toThrow("a fault of ours");
});
