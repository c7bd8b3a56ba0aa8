import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import type { AlignedRow, InsertedRow } from "@/lib/view-models/compare/aligned-transcript";
import { OWN_RECIPE, type StrategyChoice } from "@/lib/view-models/compare/strategy-choice";
import type { Say } from "@/lib/wording/say";
import { sentence } from "@/lib/wording/say";

/** A chosen strategy with its description from `GET /api/strategies`. */
export type Chosen = { readonly choice: StrategyChoice; readonly info: StrategyAnswer };
export type { StrategyChoice };

/** An open cell of the aligned transcript: a row and a strategy's column. */
export type OpenCell = { readonly row: AlignedRow | InsertedRow; readonly strategy: number };

export const FAMILIES = [
  {
    id: "in-place",
    title: sentence("In place"),
    line: sentence("the history keeps its structure; single parts get smaller"),
  },
  {
    id: "cut",
    title: sentence("Drop"),
    line: sentence("entire messages are removed, oldest first or from the middle"),
  },
  { id: "fold", title: sentence("Summarise"), line: sentence("older messages become a summary") },
] as const;

/** When a strategy decides. */
export const MODE_LINES = {
  "late-cut": sentence("changes what was already sent"),
  "as-messages-arrive": sentence("decides about each message when it is first sent, then leaves it unchanged"),
} as const;

/** The entry for the reader's custom recipe. */
export const OWN_RECIPE_INFO: StrategyAnswer = {
  id: OWN_RECIPE,
  title: sentence(
    "Several strategies combined: in sequence, with a fallback, with a trigger, or in turn until a limit is met",
  ),
  also_called: [],
  variant_of: null,
  family: "in-place",
  product: { name: sentence("your own"), version: "", date: "", read: "", source: "" },
  version: "1",
  needs_model: false,
  model: "optional",
  deterministic: true,
  reversible: false,
  cache: "rewrites-suffix",
  mode: "late-cut",
  keeps_edits: false,
  guide: {
    use_when: sentence("no single strategy meets your needs"),
    trigger: sentence("what the recipe says"),
    fallback: sentence("what the recipe says"),
    cost: sentence("that of its strategies"),
    published: null,
  },
  params: {},
};

/** A strategy's family name for a badge. */
export const familyTitle = ({ id, family }: StrategyAnswer, say: Say): string =>
  id === OWN_RECIPE
    ? say("custom recipe")
    : say(FAMILIES.find((known) => known.id === family)?.title ?? family).toLowerCase();
