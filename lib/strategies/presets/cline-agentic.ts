import * as z from "zod";
import { isTypedUser } from "../../conversation/message";
import { assumingWindow, when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { TOKEN_COUNT } from "../grammar/gauges";
import { noteKind } from "../grammar/notes";
import { choice, whole } from "../grammar/params";
import { selectSpan, unitTokens } from "../grammar/spans";
import { defineStrategy, folding, type Product } from "../grammar/strategy";
import { compares, targetOr } from "../grammar/triggers";
import { snapTo, type Unit } from "../grammar/units";
import type { View } from "../grammar/view";
import { withFiles } from "../summaries/file-section";
import { fold } from "../summaries/fold";
import { cutBy, elseCut } from "../summaries/fold-cuts";
import { CLINE } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { clineBasic, clineLimits, DEFAULT_INPUT } from "./cline-sdk";

/** With this many turns or more, the target is half the input limit if the request reserves room for the answer. */
const MANY_TURNS = 5;

/** Target size of an automatic run, in tokens of the request. */
export function agenticTarget(environment: Environment, turns: number): number {
  const { budget } = environment;
  const { input, trigger } = clineLimits(environment);
  if (budget.target !== undefined) return budget.target;
  const isHalved = turns >= MANY_TURNS && budget.reserve > 0 && budget.reserve < input;
  return Math.min(trigger - 1, Math.floor(isHalved ? 0.5 * input : 0.7 * trigger));
}

/**
 * Index of the first message that stays; 0 = nothing to summarise. At least `tail` tokens stay, as does the newest
 * typed message unless it begins the history. The cut moves back to an assistant or typed message.
 */
function agenticCut(units: readonly Unit[], tail: number, sizeOf: (unit: Unit) => number): number {
  let sum = 0;
  let index = units.length;
  while (index > 0 && sum < tail) {
    index -= 1;
    sum += sizeOf(units[index] as Unit);
  }
  if (sum < tail) return 0;
  const lastTurn = units.findLastIndex(({ message }) => isTypedUser(message) && noteKind(message) === null);
  const cut = snapTo("turn-item-back", units, lastTurn > 0 ? Math.min(index, lastTurn) : index);
  return cut < 2 ? 0 : cut;
}

const turnsIn = ({ conversation }: View) => conversation.messages.filter(isTypedUser).length;

const agentic = (id: string, product: Product, tokens: number) =>
  defineStrategy(
    folding({ id, product }),
    z.object({
      tail: whole(20_000, "Tokens of the newest messages to keep", 1),
      comparison: choice(
        [">=", ">"],
        "Starts when the token count reaches (>=) or exceeds (>) the trigger, 81 % of the window",
      ),
      instructions,
      summaryTokens: summaryTokens(tokens),
    }),
    ({ tail, comparison, instructions, summaryTokens }, environment) => {
      const basic = clineBasic.bind({ comparison });
      if (!basic.ok) throw new Error(basic.error.message);
      const find = (units: readonly Unit[], view: View) => {
        const room = Math.min(tail, agenticTarget(environment, turnsIn(view)));
        return { start: 0, end: agenticCut(units, room, (unit) => unitTokens(unit, view)) };
      };
      const folded = fold({
        id: "compact",
        cut: cutBy("compact", selectSpan({ by: "message", systemMessages: "apart", straddling: "keep", find })),
        style: CLINE,
        place: "start",
        maxTokens: summaryTokens,
        instructions,
        complete: withFiles("Files"),
      });
      const trigger = compares(TOKEN_COUNT, comparison, clineLimits(environment).trigger);
      return assumingWindow(DEFAULT_INPUT, when(targetOr(trigger), elseCut(folded, basic.value.build(environment))));
    },
  );

export const clineAgentic = agentic("cline-agentic", clineBasic.product, 4096);

export const clineAgentic86 = agentic(
  "cline-agentic-0.0.86",
  { ...clineBasic.product, version: "core 0.0.86", date: "2026-11-22" },
  8192,
);
