import { z } from "zod";
import type { ReplayPolicy } from "../replay/replay-types";
import { recipeSchema } from "../strategies/recipe/recipe";

/** Policies of one replay, the log not counted. */
const MOST_POLICIES = 8;
const BUILT_IN = ["logged", "keep-all"] as const;

const trigger = z.strictObject({
  tokens: z.int().min(1).optional(),
  fraction: z.number().gt(0).max(2).optional(),
  regrowth: z.int().min(0).optional(),
});

const recipePolicy = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(100)
    .refine((id) => !BUILT_IN.some((name) => name === id), "the name of a built-in policy"),
  /** null: the default recipe. */
  recipe: recipeSchema.nullable(),
  trigger: trigger.default({}),
});

const policy = z.union([z.enum(BUILT_IN), recipePolicy]);
const idOf = (entry: z.infer<typeof policy>): string => (typeof entry === "string" ? entry : entry.id);

/** Body of POST /api/replay. Strict: a misspelt parameter must not be silently ignored. */
export const replayBody = z.strictObject({
  session: z.strictObject({ id: z.string().min(1).max(128) }),
  /** `main` where it is not given. */
  agent: z.string().min(1).max(200).optional(),
  policies: z
    .array(policy)
    .max(MOST_POLICIES)
    .refine((entries) => new Set(entries.map(idOf)).size === entries.length, "two policies have the same id"),
});
export type ReplayBody = z.infer<typeof replayBody>;

/** The log always comes first: everything else is told against it. */
export function policiesOf({ policies }: ReplayBody): ReplayPolicy[] {
  const others = policies.filter((entry) => entry !== "logged").map(toPolicy);
  return [{ kind: "logged", id: "logged" }, ...others];
}

function toPolicy(entry: ReplayBody["policies"][number]): ReplayPolicy {
  if (typeof entry === "string") return { kind: entry, id: entry };
  const { id, recipe, trigger: sent } = entry;
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { kind: "recipe", id, recipe, trigger: Object.fromEntries(given) };
}
