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
};

export const candidateOf = (family: Family, trigger: number): Candidate => ({
  id: `${family.id}@${trigger}`,
  family,
  trigger,
});
