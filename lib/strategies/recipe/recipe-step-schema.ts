import * as z from "zod";

/** The grammar's primitive as data: which parts to select, how to change them, and when to stop. */

const RESULTS = ["results", "duplicate-calls", "duplicate-reads", "stale-reads", "superseded-reads"] as const;
const CALLS = ["calls", "superseded-writes"] as const;
const PARTS = ["reasoning", "files"] as const;
const ATOMS = ["oldest", "oldest-dialogue"] as const;
export type What = (typeof RESULTS | typeof CALLS | typeof PARTS | typeof ATOMS)[number];

const toolNames = z.array(z.string().min(1).max(100)).min(1).max(50);
const count = z.number().int().min(0);

const selectSchema = z.strictObject({
  what: z.enum([...RESULTS, ...CALLS, ...PARTS, ...ATOMS]).describe("What is chosen, in the order in which it goes"),
  tools: toolNames.optional().describe("Chooses only content of these tools"),
  exceptTools: toolNames.optional().describe("Chooses no content of these tools"),
  errors: z.enum(["only", "never"]).optional().describe("Failed tool results: only these, or none of them"),
  keepTurns: count.default(0).describe("Newest turns, or other units, that are not looked at"),
  unit: z
    .enum(["turn", "step", "message"])
    .default("turn")
    .describe("What keepTurns counts: typed prompts, answers of the model, or messages"),
  keepNewest: count.default(0).describe("Number of the newest chosen items that stay"),
  minTokens: count.default(0).describe("Chooses only items of at least this many tokens"),
});

const text = z.string().min(1).max(500);
const transformSchema = z.union([
  z.literal("drop"),
  z.strictObject({ mask: text.describe("Text that replaces an output or a file") }),
  z.strictObject({ clip: z.strictObject({ head: count, tail: count }).describe("Characters that stay at both ends") }),
  z.strictObject({
    "put-aside": z.strictObject({ characters: count.max(100_000).describe("Maximum characters of a preview") }),
  }),
  z.strictObject({ "clear-inputs": text.describe("Text that replaces every text of a call's input") }),
]);

export const stepSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,39}$/)
      .default("step")
      .describe("Names the step in edits and reports"),
    select: selectSchema,
    transform: transformSchema,
    minGain: count.default(0).describe("The step does nothing if it would save fewer tokens than this"),
    ceiling: z
      .union([
        z.strictObject({ tokens: z.number().int().min(1) }),
        z.strictObject({ fraction: z.number().gt(0).max(1) }),
      ])
      .optional()
      .describe("Stops as soon as the request is within it; without one everything chosen is transformed"),
  })
  .superRefine(({ select, transform }, context) => {
    const kind = kindOf(select.what);
    const fits = FITS[nameOf(transform)];
    if (fits.includes(kind)) return;
    const message = `${nameOf(transform)} takes ${fits.join(" or ")}, and ${select.what} are ${kind}`;
    context.addIssue({ code: "custom", message, path: ["transform"] });
  });
export type StepRecipe = z.output<typeof stepSchema>;

type Kind = "results" | "calls" | "reasoning" | "files" | "messages";
export type TransformRecipe = z.output<typeof transformSchema>;
type TransformName = "drop" | "mask" | "clip" | "put-aside" | "clear-inputs";

const has = (list: readonly string[], what: What) => list.includes(what);

function kindOf(what: What): Kind {
  if (has(RESULTS, what)) return "results";
  if (has(CALLS, what)) return "calls";
  return what === "reasoning" || what === "files" ? what : "messages";
}

const nameOf = (transform: TransformRecipe): TransformName =>
  typeof transform === "string" ? transform : (Object.keys(transform)[0] as TransformName);

/** Reasoning is never edited, and only a tool's output can be stored and fetched back. */
const FITS: Readonly<Record<TransformName, readonly Kind[]>> = {
  drop: ["results", "calls", "reasoning", "files", "messages"],
  mask: ["results", "files"],
  clip: ["results"],
  "put-aside": ["results"],
  "clear-inputs": ["calls"],
};
