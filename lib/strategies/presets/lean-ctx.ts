import * as z from "zod";
import type { ToolResultPart } from "../../conversation/part";
import { filterCommand } from "../crush/commands";
import { step, when } from "../grammar/combinators";
import { noInflation } from "../grammar/guards";
import { flag } from "../grammar/params";
import { isFailure } from "../grammar/selectors";
import { arriving, defineStrategy } from "../grammar/strategy";
import { maskOutput } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { factsOf, firstOfEqual, textOf, textResults } from "./on-arrival";

const FAILED = /\b([1-9]\d* (failed|errors?)|FAILED|error(\[E\d+\]|:| TS\d+)|panicked at|Traceback \(most recent)/;

/** Replaces an unchanged repeated read with a line; shortens shell output, except that of failing builds and tests. */
export const leanCtx = defineStrategy(
  arriving({
    id: "lean-ctx",
    product: {
      name: "lean-ctx",
      version: "3.9.18 (8b4b1734)",
      date: "2026-08-08",
      // The rules follow a description of this date; on 2026-11-23 only the commit and the version's date were
      // checked.
      read: "2026-11-22",
      source: "https://github.com/yvgude/lean-ctx/tree/8b4b1734",
    },
  }),
  z.object({
    reads: flag(true, "A read that repeats what an earlier one showed becomes a line of about 13 tokens"),
    shell: flag(true, "Outputs of known commands are shortened; those of failing builds and tests are kept verbatim"),
  }),
  ({ reads, shell }) =>
    when(always, (view) => {
      const again = reads ? firstOfEqual(view, (result) => isRead(result, view)) : new Map<string, string>();
      const transform = maskOutput((result) => {
        if (again.has(result.id)) return `[unchanged since it was read: ${pathOf(result, view)}]`;
        return shell ? shortened(result, view) : null;
      });
      const select = textResults("arriving-output", (result) => !isFailure(result, view));
      return step({ id: "lean-ctx", select, transform, guards: [noInflation] })(view);
    }),
);

const isRead = (result: ToolResultPart, view: View): boolean =>
  !isFailure(result, view) && factsOf(result, view)?.operation === "read";

const pathOf = (result: ToolResultPart, view: View): string => factsOf(result, view)?.paths[0] ?? "the file";

function shortened(result: ToolResultPart, view: View): string | null {
  const facts = factsOf(result, view);
  if (facts?.operation !== "run" || facts.command === null) return null;
  const found = filterCommand(facts.command, textOf(result));
  return found === null || (found.isCheck && FAILED.test(textOf(result))) ? null : found.text;
}
