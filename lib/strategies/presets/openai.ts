import * as z from "zod";
import { TOKENS } from "../grammar/ceiling";
import { step, when } from "../grammar/combinators";
import { reportShortenedLoops } from "../grammar/guards";
import { oldestAtoms } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { overflow, targetOr } from "../grammar/triggers";

export const openaiTruncationAuto = defineStrategy(
  deterministic({
    id: "openai-truncation-auto",
    family: "cut",
    product: {
      name: "OpenAI Responses API",
      version: 'truncation "auto" (deprecated)',
      date: "2026-11-22",
      read: "2026-11-22",
      source: "https://platform.openai.com/docs/api-reference/responses/create#responses-create-truncation",
    },
    cache: "rewrites-all",
  }),
  z.object({}),
  (_, { budget }) => {
    const limit = budget.target ?? (budget.window === null ? Number.POSITIVE_INFINITY : budget.window - budget.reserve);
    const fromTheFront = step({
      id: "drop-from-the-front",
      select: oldestAtoms,
      transform: drop,
      guards: [reportShortenedLoops],
      ceiling: { measure: TOKENS, limit },
    });
    return when(targetOr(overflow), fromTheFront);
  },
);
