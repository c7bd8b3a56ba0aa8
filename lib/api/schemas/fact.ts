import * as z from "zod";

const schema = z.looseObject({ id: z.string().describe("What was observed, in kebab-case.") }).meta({
  id: "Fact",
  description: "An observation as an id with its values. The accompanying sentence states the same.",
});

/** A schema for observations that a type in the code describes by their ids and values. */
export const factOf = <Fact extends { readonly id: string }>(): z.ZodType<Fact> => schema as unknown as z.ZodType<Fact>;
