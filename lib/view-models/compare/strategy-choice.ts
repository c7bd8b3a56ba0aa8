import { recipeFor } from "@/lib/advice/candidate";
import { DEFAULT_FAMILIES } from "@/lib/advice/families";
import type { StrategyAnswer } from "../../api/schemas/strategy";
import { strategyName } from "../../strategies/names";
import { english, type Say } from "../../wording/say";

/** A strategy chosen for comparison. `slot` (1–6) fixes its colour and mark while it is chosen. */
export type StrategyChoice = {
  readonly slot: number;
  readonly id: string;
  /** Only differences from the defaults. */
  readonly params: Readonly<Record<string, unknown>>;
};

export const MAX_CHOICES = 6;

/** The id of a chosen custom recipe; the recipe itself is its parameter `recipe`. */
export const OWN_RECIPE = "recipe";

/**
 * Whether a rule wrote a strategy's summary because no model was called in this run. It replaces the product's summary,
 * so it is labelled and never recommended. Unknown for custom recipes.
 */
export const isSummaryByRule = ({ id, model }: Pick<StrategyAnswer, "id" | "model">, isByModel: boolean): boolean =>
  id !== OWN_RECIPE && model !== "none" && !isByModel;

/** The name of a chosen strategy: the same on every page. */
export const choiceName = (id: string, say: Say = english): string =>
  id === OWN_RECIPE ? say("Custom recipe") : say.known(strategyName(id));

/**
 * The strategies that matter most for a session, chosen until the reader chooses others: its client's own
 * compaction first, then those that its advice weighs. Compare and Replay begin with them.
 */
export function firstStrategies(client: string | null): readonly string[] {
  const families = [...DEFAULT_FAMILIES].sort(
    (one, other) => Number(other.isFold ?? false) - Number(one.isFold ?? false),
  );
  return [...new Set(families.map((family) => recipeFor(family, client)))].filter(
    (recipe) => typeof recipe === "string",
  );
}

/** Initial custom recipe. */
const FIRST_RECIPE = { pipe: ["dcp-dedup", { id: "swe-agent-last-n", params: { n: 10 } }] };

/** `2.swe-agent-last-n~n=10~keepErrors=true`: short enough to read in a link; values are JSON. */
export function encodeChoice({ slot, id, params }: StrategyChoice): string {
  const pairs = Object.entries(params).map(
    ([name, value]) => `~${name}=${JSON.stringify(value).replaceAll("~", "\\u007e")}`,
  );
  return `${slot}.${id}${pairs.join("")}`;
}

/** null for text that is not from one of our links. */
export function decodeChoice(text: string): StrategyChoice | null {
  const [head = "", ...pairs] = text.split("~");
  const match = head.match(/^([1-6])\.([a-z0-9][a-z0-9.-]{0,60})$/);
  if (!match) return null;
  const params: Record<string, unknown> = Object.create(null);
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const value = parseJson(pair.slice(at + 1));
    if (at < 1 || value === undefined) return null;
    params[pair.slice(0, at)] = value;
  }
  return { slot: Number(match[1]), id: match[2] as string, params: { ...params } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds a strategy in the first free slot, or removes it; at most six. */
export function toggleChoice(choices: readonly StrategyChoice[], id: string): StrategyChoice[] {
  if (choices.some((choice) => choice.id === id)) return choices.filter((choice) => choice.id !== id);
  if (choices.length >= MAX_CHOICES) return [...choices];
  const slot = [1, 2, 3, 4, 5, 6].find((free) => choices.every((choice) => choice.slot !== free)) ?? 1;
  return [...choices, { slot, id, params: {} }];
}

/** Puts another strategy in a chosen one's slot. */
export const replaceChoice = (choices: readonly StrategyChoice[], old: string, id: string): StrategyChoice[] =>
  choices.map((choice) => (choice.id === old ? { slot: choice.slot, id, params: {} } : choice));

/** Sets a parameter; a default value is removed from the link. */
export function setParam(choice: StrategyChoice, name: string, value: unknown, otherwise: unknown): StrategyChoice {
  const { [name]: _, ...rest } = choice.params;
  return { ...choice, params: JSON.stringify(value) === JSON.stringify(otherwise) ? rest : { ...rest, [name]: value } };
}

/** As `strategy` of `POST /api/compress`. */
export function toRecipe({ id, params }: StrategyChoice) {
  if (id === OWN_RECIPE) return params.recipe ?? FIRST_RECIPE;
  return Object.keys(params).length === 0 ? id : { id, params };
}
