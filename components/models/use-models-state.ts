"use client";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { MODEL_COLUMN_IDS, MODEL_SETS } from "@/lib/view-models/models/model-table";
import { UNITS } from "@/lib/view-models/models/token-converter";

const KINDS = ["prose", "code", "chinese"] as const;

const PARSERS = {
  q: parseAsString.withDefault(""),
  set: parseAsStringLiteral(MODEL_SETS).withDefault("published"),
  provider: parseAsString,
  sort: parseAsStringLiteral(MODEL_COLUMN_IDS).withDefault("released"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("asc"),
  scale: parseAsStringLiteral(["log", "linear"] as const).withDefault("log"),
  model: parseAsString,
  amount: parseAsString.withDefault("131,072"),
  unit: parseAsStringLiteral(UNITS).withDefault("tokens"),
  kind: parseAsStringLiteral(KINDS).withDefault("prose"),
  with: parseAsString.withDefault("claude-sonnet-4-5"),
};

/** The state of the Models page in the URL. Typing replaces the URL, so that it does not fill the browser's history. */
export const useModelsState = () => useQueryStates(PARSERS, { history: "replace", scroll: false, throttleMs: 120 });
