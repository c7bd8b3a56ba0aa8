import * as z from "zod";
import { isTokenizerId, TOKENIZER_IDS, type TokenizerId } from "../tokenizers/tokenizer";
import type { FieldSource, ModelInfo, Prices } from "./model-info";

/** Old names that files may still use. */
const RENAMED_POLICIES: Readonly<Record<string, string>> = { "deepseek-disk": "deepseek-units" };

export const MODEL_NAME = z.string().min(1).max(300);
const tokens = z.int().min(1).max(1_000_000_000);
const rate = z.number().min(0).max(1_000_000);

const prices = z.strictObject({
  input: rate,
  output: rate,
  cache_read: rate.optional(),
  cache_write_5m: rate.optional(),
  cache_write_1h: rate.optional(),
});

/** A row of models.json. A missing field keeps the shipped value. */
export const ownRow = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  provider: z.string().min(1).max(100).optional(),
  aliases: z.array(MODEL_NAME).max(100).optional(),
  window: tokens.optional(),
  extended_window: tokens.optional(),
  max_output: tokens.optional(),
  tokenizer: z
    .string()
    .refine(isTokenizerId, { error: `no such tokenizer; known: ${TOKENIZER_IDS.join(", ")}` })
    .optional(),
  prices: prices.optional(),
  cache: z
    .strictObject({
      policy: z
        .string()
        .max(100)
        .overwrite((id) => RENAMED_POLICIES[id] ?? id)
        .optional(),
      minimum_tokens: tokens.optional(),
      default_ttl_seconds: tokens.optional(),
    })
    .optional(),
  release_date: z
    .string()
    .regex(/^\d{4}-\d\d(?:-\d\d)?$/, { error: "expected a date such as 2026-11-22" })
    .optional(),
});
export type OwnRow = z.infer<typeof ownRow>;

export const YOURS = "yours, models.json";

const UNKNOWN_MODEL: Omit<ModelInfo, "id" | "title"> = {
  provider: "yours",
  aliases: [],
  window: null,
  extendedWindow: null,
  maxOutput: null,
  tokenizer: "generic",
  prices: null,
  cache: { policy: "unknown", minimumTokens: null, defaultTtlSeconds: null },
  releaseDate: null,
  sources: [],
};

/** The known model with the row's fields replaced. `asOf`: the file's date, used for these fields. */
export function toOwnModel(id: string, row: OwnRow, known: ModelInfo | null, asOf: string): ModelInfo {
  const base = known ?? { ...UNKNOWN_MODEL, id, title: id };
  const given = sourcesOf(row, asOf);
  return {
    ...base,
    provider: row.provider ?? base.provider,
    title: row.title ?? base.title,
    aliases: [...base.aliases, ...(row.aliases ?? []), ...(base.id === id ? [] : [id])],
    window: row.window ?? base.window,
    extendedWindow: row.extended_window ?? base.extendedWindow,
    maxOutput: row.max_output ?? base.maxOutput,
    tokenizer: (row.tokenizer as TokenizerId | undefined) ?? base.tokenizer,
    prices: row.prices ? toPrices(row.prices, asOf) : base.prices,
    cache: {
      ...base.cache,
      ...(row.cache?.policy && { policy: row.cache.policy }),
      ...(row.cache?.minimum_tokens !== undefined && { minimumTokens: row.cache.minimum_tokens }),
      ...(row.cache?.default_ttl_seconds !== undefined && { defaultTtlSeconds: row.cache.default_ttl_seconds }),
    },
    releaseDate: row.release_date ?? base.releaseDate,
    sources: [...given, ...base.sources.filter(({ field }) => !given.some((own) => own.field === field))],
  };
}

const FIELDS: Readonly<Partial<Record<keyof OwnRow, string>>> = {
  window: "window",
  max_output: "maxOutput",
  tokenizer: "tokenizer",
  prices: "prices",
  cache: "cache",
  release_date: "releaseDate",
};

const sourcesOf = (row: OwnRow, asOf: string): FieldSource[] =>
  (Object.keys(row) as (keyof OwnRow)[]).flatMap((key) => {
    const field = FIELDS[key];
    return field === undefined || row[key] === undefined ? [] : [{ field, source: YOURS, asOf }];
  });

function toPrices(own: NonNullable<OwnRow["prices"]>, asOf: string): Prices {
  const write5m = own.cache_write_5m ?? own.input;
  return {
    input: own.input,
    output: own.output,
    cacheRead: own.cache_read ?? own.input,
    cacheWrite5m: write5m,
    cacheWrite1h: own.cache_write_1h ?? write5m,
    currency: "USD",
    longContext: null,
    asOf,
    source: YOURS,
  };
}
