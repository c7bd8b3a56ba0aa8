import * as z from "zod";
import { ownRow } from "../../models/own-row";
import { type Answer, count, named, perMillion } from "./fields";

const rates = {
  input: perMillion("Plain input."),
  output: perMillion("Output."),
  cache_read: perMillion("Read from the cache."),
  cache_write_5m: perMillion("Written to the cache for five minutes."),
  cache_write_1h: perMillion("Written to the cache for an hour."),
};
const longContext = z
  .strictObject({ above_tokens: z.int().describe("For prompts longer than this, in tokens."), ...rates })
  .nullable()
  .describe("Other rates for the whole request if its prompt is long.");

const modelPrices = named("ModelPrices", "The prices of a model.", {
  ...rates,
  currency: z.literal("USD"),
  long_context: longContext,
  periods: z
    .array(
      z.strictObject({
        from: z.string().nullable().describe("The first day of the rates."),
        hours_utc: z.tuple([z.string(), z.string()]).nullable().describe("The times of day for the rates, `HH:MM`."),
        ...rates,
        long_context: longContext,
      }),
    )
    .describe("All known prices in chronological order; the rates above are the usual ones on the source's date."),
  as_of: z.string().describe("The date of the source."),
  source: z.string().describe("The source."),
});

const fieldSource = { field: z.string().describe("Which field."), source: z.string(), as_of: z.string() };

const model = named("Model", "A model. null = not published.", {
  id: z.string(),
  provider: z.string(),
  title: z.string(),
  aliases: z.array(z.string()).describe("Aliases besides its id and its dated, prefixed and `-latest` forms."),
  window: z.int().nullable().describe("Context window as served by default, in tokens; null: it depends on the host."),
  extended_window: z.int().nullable().describe("The larger window available on request, in tokens."),
  max_output: z.int().nullable().describe("The longest answer, in tokens."),
  tokenizer: z.string(),
  prices: modelPrices.nullable(),
  cache: z.strictObject({
    policy: z.string().describe("The provider's caching."),
    minimum_tokens: z.int().nullable().describe("Shortest prompt that is cached, in tokens."),
    default_ttl_seconds: z
      .number()
      .nullable()
      .describe("Lifetime after the last use if the request asks for no other, in seconds."),
  }),
  release_date: z.string().nullable(),
  sources: z.array(z.strictObject(fieldSource)).describe("The source of each field."),
  disagreements: z
    .array(z.strictObject({ value: z.union([z.number(), z.string()]), ...fieldSource }))
    .describe("A value stated by another source and not used here."),
});
export type ModelAnswer = Answer<typeof model>;

/** The answer to GET /api/models/:name. */
export const modelDetails = named("ModelDetails", "A model by any of its names, with the user's own row.", {
  ...model.shape,
  requested: z.string().describe("The requested name."),
  own: ownRow.nullable().describe("The user's own row; its fields win."),
});
export type ModelDetails = Answer<typeof modelDetails>;

/** The state of the user's own model file. */
const ownModels = z.strictObject({
  path: z.string().nullable().describe("The user's file; null for callers who are not admins."),
  count: count("Rows in it."),
  error: z.string().nullable().describe("Why it could not be read; null if it was."),
});

/** The answer to GET /api/models. */
export const modelList = named("ModelList", "The current model data.", {
  models: z.array(model),
  overrides: ownModels,
});

/** Body of PATCH /api/models/:name: fields of the user's row. Null resets a field. */
export const modelPatch = z
  .record(z.string(), z.unknown())
  .meta({ id: "ModelPatch", description: "Fields of the user's own row (models.md); null resets one." });

/** The answer to PATCH and DELETE /api/models/:name. */
export const modelChange = named("ModelChange", "The result of changing a row.", {
  model: modelDetails.nullable().describe("null if the model is no longer known."),
  sessions_rereading: count("Sessions of the model being re-read."),
});
