import * as z from "zod/mini";
import { pipe, sayingNoLimit, when } from "../grammar/combinators";
import { share, whole } from "../grammar/params";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { always } from "../grammar/triggers";
import { cutDown } from "./winnow-cut";
import { OWN_SHARE, OWN_TRIGGER } from "./winnow-limits";
import { putAside } from "./winnow-walk";

/** The default: cache-aware, puts large texts aside if that pays, and cuts the rest if needed. */
export const winnow = defineStrategy(
  deterministic({
    id: "winnow",
    version: "7",
    alsoCalled: ["the default"],
    family: "in-place",
    product: { name: "Winnow", version: "7", date: "2026-11-25", read: "2026-11-25", source: "docs/strategies.md" },
    reversible: false,
    cache: "rewrites-suffix",
    keepsEdits: true,
    hasOwnTrigger: true,
  }),
  z.object({
    minCharacters: whole(500, "Outputs and inputs of at least this many characters count as large", 1),
    keepNewest: whole(3, "Number of newest requests whose new content stays in full", 1),
    keepInputs: whole(1000, "Number of newest requests whose tool inputs stay in full, because edits quote them", 1),
    excerpt: share(0.22, "Share of a text to keep as an excerpt: the lines found nowhere else"),
    horizon: whole(
      0,
      "Number of requests within which a rewrite of cached tokens must pay for itself; 0: half the number of requests made so far",
    ),
    batch: whole(5, "Decides only once per this many requests", 1),
    trigger: whole(OWN_TRIGGER, "A prompt of this many tokens is cut, if that pays; 0: only if the window is full"),
    leave: share(
      OWN_SHARE,
      "Minimum share of the messages to keep, unless a floor, a target or the window requires less",
    ),
    floor: whole(
      0,
      "If set, a prompt at the trigger is cut to about this many tokens, including dialogue; 0: `leave` decides",
    ),
    indexNames: whole(3000, "Maximum tokens for the list of dropped names; it lists names only, not content"),
  }),
  ({ horizon, ...rest }) => {
    const rule = { ...rest, horizon: horizon === 0 ? null : horizon };
    return when(always, sayingNoLimit(pipe(putAside(rule), cutDown(rule))));
  },
);
