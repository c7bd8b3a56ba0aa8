"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import type { ComparedStrategy } from "@/lib/api/schemas/compare";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { type StrategyChoice, toRecipe } from "@/lib/view-models/compare/strategy-choice";
import { comparisonBody } from "../shared/use-comparison";

type Place = { readonly session: SessionRequest; readonly force: boolean };

const DELAY_MS = 250;
/** The most strategies that the server compares in one request. */
const MAX_AT_ONCE = 8;

const keyOf = (choice: StrategyChoice): string => JSON.stringify(toRecipe(choice));

/**
 * The effect of each choice with its current parameters, by id; missing while it is computed. Known effects are kept,
 * so that a changed parameter asks for one strategy only. Choices are asked for in their order.
 */
export function usePreviews(place: Place, choices: readonly StrategyChoice[]): ReadonlyMap<string, ComparedStrategy> {
  const at = JSON.stringify(place);
  const [known, setKnown] = useState<Known>({ at, results: new Map() });
  const results = known.at === at ? known.results : NOTHING;
  const missing = choices.filter((choice) => !results.has(keyOf(choice))).slice(0, MAX_AT_ONCE);
  const wanted = JSON.stringify(missing);
  useEffect(() => {
    const asked = JSON.parse(wanted) as StrategyChoice[];
    if (asked.length === 0) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const found = await ask(comparisonBody({ ...(JSON.parse(at) as Place), choices: asked }), abort.signal);
      if (found) setKnown((before) => add(before, at, asked, found));
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [at, wanted]);
  return new Map(choices.flatMap((choice) => entryOf(choice, results.get(keyOf(choice)))));
}

type Known = { readonly at: string; readonly results: ReadonlyMap<string, ComparedStrategy> };
const NOTHING: Known["results"] = new Map();

const entryOf = ({ id }: StrategyChoice, result: ComparedStrategy | undefined): [string, ComparedStrategy][] =>
  result ? [[id, result]] : [];

function add(before: Known, at: string, asked: readonly StrategyChoice[], found: readonly ComparedStrategy[]): Known {
  const pairs = asked.flatMap((choice, index): [string, ComparedStrategy][] => {
    const result = found[index];
    return result ? [[keyOf(choice), lightened(result)]] : [];
  });
  return { at, results: new Map([...(before.at === at ? before.results : NOTHING), ...pairs]) };
}

/** Drops the edits, which a preview does not show and of which there may be thousands. */
const lightened = (result: ComparedStrategy): ComparedStrategy => ({ ...result, edits: [], provenance: [] });

/** Asks the server for the effects; null on failure, whose cause the run itself will show. */
async function ask(body: string, signal: AbortSignal): Promise<readonly ComparedStrategy[] | null> {
  const called = await callApi("POST /api/compress/compare", { body, signal });
  return called.ok ? called.value.results : null;
}
