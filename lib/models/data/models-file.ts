import * as z from "zod";
import { TOKENIZER_IDS } from "../../tokenizers/tokenizer";

/**
 * The shape of models.json, one line per model. `tests/lib/models/models-file.test.ts` checks the file against it and
 * writes models.schema.json, which editors use to complete and check lines.
 */

const DAY = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const NAME = z.string().min(1);
const TOKENS = z.int().positive();
const SECONDS = z.int().positive();
const TOKENIZER = z.enum(TOKENIZER_IDS);

const RATES = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
  .describe("Dollars per million tokens: input, output, cache read, 5-minute write, 1-hour write.");

const SOURCE = z.strictObject({ source: z.string().min(1), asOf: DAY.describe("The day on which it was read.") });
const SOURCES = z
  .record(z.string(), z.union([NAME, SOURCE]))
  .describe("By field, where its figure was read: the name of a source that several rows share, or source and day.");

const CACHE = z.strictObject({
  policy: NAME.describe("The id of a policy in lib/cache/policies; unknown if none is known."),
  minimumTokens: TOKENS.nullable().describe("Shorter prompts are not cached; null if that is not published."),
  defaultTtlSeconds: SECONDS.nullable().describe("Life after the last use; null if that is not published."),
});

const NAMES = z.strictObject({
  prices: NAME.nullable()
    .optional()
    .describe("genai-prices: an id of the provider's own list, or provider/id of another's."),
  dev: NAME.nullable().optional().describe("models.dev: a file name, or a path from the root of the repository."),
  pi: NAME.nullable().optional().describe("pi-ai: an id of the provider's own list, or provider/id of another's."),
});

const MODEL = z
  .strictObject({
    id: NAME,
    title: NAME,
    aliases: z.array(NAME).optional().describe("Other names of this model, besides dated, prefixed and -latest forms."),
    names: NAMES.optional().describe(
      "What it is called elsewhere, if not by its id. null: not there, or not the same thing.",
    ),
    window: TOKENS.nullable().optional(),
    extendedWindow: TOKENS.optional().describe("A larger window that has to be asked for."),
    maxOutput: TOKENS.nullable().optional(),
    rates: RATES.nullable().optional(),
    later: z
      .array(z.strictObject({ from: DAY, rates: RATES }))
      .optional()
      .describe("Rates that replaced `rates` on a day, oldest first."),
    longContext: z.tuple([TOKENS, RATES]).optional().describe("Rates of the whole request if its prompt is longer."),
    released: DAY.nullable().optional(),
    tokenizer: TOKENIZER.optional(),
    cache: z
      .strictObject({
        policy: z.exactOptional(CACHE.shape.policy),
        minimumTokens: z.exactOptional(CACHE.shape.minimumTokens),
        defaultTtlSeconds: z.exactOptional(CACHE.shape.defaultTtlSeconds),
      })
      .optional(),
    sources: SOURCES.optional(),
  })
  .describe("A figure written here is a pin: it wins over package-facts.json, and `sources` says where it was read.");

const PROVIDER = z
  .strictObject({
    provider: NAME,
    note: z.string().optional().describe("What somebody who edits the rows should know."),
    lists: z
      .strictObject({ prices: NAME, pi: NAME, dev: z.array(NAME) })
      .describe("The provider's name in other lists: genai-prices, pi-ai, and folders of models.dev, best first."),
    prefix: NAMES.optional().describe("What stands before an id in another list, for all rows without a name there."),
    tokenizer: TOKENIZER,
    cache: CACHE,
    sources: SOURCES,
    models: z.array(MODEL),
  })
  .describe("What most models of a provider share. A row may say otherwise.");

export const modelsFile = z.strictObject({
  $schema: z.string(),
  sources: z.record(NAME, SOURCE).describe("Sources that several rows share, by name."),
  providers: z.array(PROVIDER).describe("In the order in which they are listed."),
});

export type ModelsFile = z.infer<typeof modelsFile>;
