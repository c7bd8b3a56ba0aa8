import * as z from "zod";
import { artifactIndex } from "../facts/artifact-index";
import { TOKENS } from "../grammar/ceiling";
import { pipe, sayingNoLimit, step, until, when } from "../grammar/combinators";
import { reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import { share, whole } from "../grammar/params";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import { putAside, putAsideAll, thinExcerpts } from "./winnow-steps";

/** Share of the ceiling that the artifact index may take. */
const INDEX_SHARE = 0.05;

export const winnow = defineStrategy(
  deterministic({
    id: "winnow",
    version: "3",
    title: "Winnow: cache-aware composite",
    family: "in-place",
    product: { name: "Winnow", version: "3", date: "2026-11-22", read: "2026-11-22", source: "docs/strategies.md" },
    reversible: false,
    cache: "rewrites-suffix",
    keepsEdits: true,
  }),
  z.object({
    minCharacters: whole(1000, "Outputs and inputs of at least this many characters are large", 1),
    keepNewest: whole(3, "What this many newest requests brought stays in full", 1),
    keepInputs: whole(24, "What this many newest requests wrote into calls stays in full: edits quote it", 1),
    excerpt: share(0.3, "Share of a text that stays as its excerpt: the lines that say what nothing else says"),
    horizon: whole(0, "Requests within which a rewrite of cached tokens must pay; 0: half as many as there have been"),
    batch: whole(5, "Decisions are made only every this many requests", 1),
  }),
  ({ horizon, ...rest }, { budget }) => {
    const rule = { ...rest, horizon: horizon === 0 ? null : horizon };
    const window = budget.window === null ? Number.POSITIVE_INFINITY : Math.max(1, budget.window - budget.reserve);
    const limit = Math.min(window, budget.target ?? Number.POSITIVE_INFINITY);
    const ceiling = { measure: TOKENS, limit };
    const room = Math.min(1500, Math.floor(limit * INDEX_SHARE));
    const fold = { select: oldestDialogue, transform: drop };
    return when(
      always,
      sayingNoLimit(
        pipe(
          putAside(rule),
          until(ceiling, [
            putAsideAll("put-aside-large", rule, ceiling),
            putAsideAll("put-aside-all", { ...rule, minCharacters: 300, keepInputs: rule.keepNewest }, ceiling),
            thinExcerpts("thin", 0.3, ceiling),
            thinExcerpts("bare", 0, ceiling),
            step({
              ...fold,
              id: "fold",
              guards: [reportShortenedLoops, artifactIndex(room)],
              ceiling: { measure: TOKENS, limit: limit - room },
            }),
            step({ ...fold, id: "drop-oldest", guards: [reportShortenedLoops], ceiling }),
          ]),
        ),
      ),
    );
  },
);
