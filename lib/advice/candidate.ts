import type { Recipe } from "../strategies/recipe/recipe";

/** A way to compress whose trigger is searched. */
export type Family = {
  /** Unique among the families of a search. */
  readonly id: string;
  readonly recipe: Recipe;
  /** What runs instead in the sessions of some clients (`Session.client`). */
  readonly byClient?: Readonly<Record<string, Recipe>>;
  /** Where a run stops, as a share of the trigger; null: where the strategy itself stops. */
  readonly floorShare: number | null;
};

/** What a family runs in the sessions of a client; null: unknown. */
export const recipeFor = ({ recipe, byClient }: Family, client: string | null): Recipe =>
  (client !== null && byClient !== undefined && Object.hasOwn(byClient, client) ? byClient[client] : null) ?? recipe;

/** One policy of a search. */
export type Candidate = {
  readonly id: string;
  readonly family: Family;
  /** Prompt tokens. */
  readonly trigger: number;
  /** Prompt tokens; null: if the strategy itself stops. */
  readonly floor: number | null;
};

/** A policy with a trigger. */
export const candidateOf = (family: Family, trigger: number): Candidate => ({
  id: `${family.id}@${trigger}`,
  family,
  trigger,
  floor: family.floorShare === null ? null : Math.round(trigger * family.floorShare),
});
