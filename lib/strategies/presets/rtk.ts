import * as z from "zod";
import { filterCommand } from "../crush/commands";
import { step, when } from "../grammar/combinators";
import { noInflation } from "../grammar/guards";
import { flag } from "../grammar/params";
import { isFailure } from "../grammar/selectors";
import { arriving, defineStrategy } from "../grammar/strategy";
import { maskOutput } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import { factsOf, textOf, textResults } from "./on-arrival";

/** Outputs of shell commands as rtk's own wrappers write them, before the model first sees them. */
export const rtk = defineStrategy(
  arriving({
    id: "rtk",
    product: {
      name: "rtk",
      version: "0.16.0 (d67ade9)",
      date: "2026-02-14",
      // The rules follow a description of this date; on 2026-11-23 only the commit and the version's date were checked.
      read: "2026-11-22",
      source: "https://github.com/rtk-ai/rtk/tree/d67ade9/src",
    },
  }),
  z.object({
    keepErrors: flag(false, "Failed commands stay in full; the product shortens failing builds and tests too"),
  }),
  ({ keepErrors }) => {
    const select = textResults("command-output", (result, view) => !(keepErrors && isFailure(result, view)));
    const transform = maskOutput((result, view) => {
      const facts = factsOf(result, view);
      if (facts?.operation !== "run" || facts.command === null) return null;
      return filterCommand(facts.command, textOf(result))?.text ?? null;
    });
    return when(always, step({ id: "rtk", select, transform, guards: [noInflation] }));
  },
);
