import type { Recipe } from "../strategies/recipe/recipe";

/** A kind of compression whose trigger is searched. */
export type Family = {
  /** Unique among the families of a search. */
  readonly id: string;
  readonly recipe: Recipe;
  /** Recipes that replace `recipe` in sessions of some clients, by `Session.client`. */
  readonly byClient?: Readonly<Record<string, Recipe>>;
  /** True if the compression summarises everything. */
  readonly isFold?: true;
};

/** The recipe of a family in sessions of a client; null if the client is unknown. */
export const recipeFor = ({ recipe, byClient }: Family, client: string | null): Recipe =>
  (client !== null && byClient !== undefined && Object.hasOwn(byClient, client) ? byClient[client] : null) ?? recipe;

/** One policy in a search. */
export type Candidate = {
  readonly id: string;
  readonly family: Family;
  /** Prompt tokens. */
  readonly trigger: number;
};

export const candidateOf = (family: Family, trigger: number): Candidate => ({
  id: `${family.id}@${trigger}`,
  family,
  trigger,
});
