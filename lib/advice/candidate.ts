import type { Recipe } from "../strategies/recipe/recipe";

/** A way to compress whose trigger is searched. */
export type Family = {
  /** Unique among the families of a search. */
  readonly id: string;
  readonly recipe: Recipe;
  /** What runs instead in sessions of some clients (`Session.client`). */
  readonly byClient?: Readonly<Record<string, Recipe>>;
  /** Everything is summarised. */
  readonly isFold?: true;
  /** The share of the conversation that a run leaves; null: the strategy decides. */
  readonly floorShare: number | null;
};

/** The recipe of a family for a client's sessions; null: unknown. */
export const recipeFor = ({ recipe, byClient }: Family, client: string | null): Recipe =>
  (client !== null && byClient !== undefined && Object.hasOwn(byClient, client) ? byClient[client] : null) ?? recipe;

/** One policy in a search. */
export type Candidate = {
  readonly id: string;
  readonly family: Family;
  /** Prompt tokens. */
  readonly trigger: number;
  /** Prompt tokens; null: the strategy decides. */
  readonly floor: number | null;
};

/** A policy with a trigger. `start`: tokens that every prompt holds, which no floor counts. */
export const candidateOf = (family: Family, trigger: number, start: number): Candidate => ({
  id: `${family.id}@${trigger}`,
  family,
  trigger,
  floor: family.floorShare === null ? null : roundedUp(start + Math.max(0, trigger - start) * family.floorShare),
});

/** A number that a person would type. */
const roundedUp = (tokens: number): number => Math.ceil(tokens / 1_000) * 1_000;
