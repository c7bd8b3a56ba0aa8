import type { CountingSummary } from "../../api/schemas/session";
import { formatShare } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** One line on the reliability of the parts' token counts. */
export function countingText(
  { tokenizer, basis, error_before, error_after, steps }: CountingSummary,
  say: Say = english,
): string {
  const counted =
    tokenizer === "generic"
      ? say("The model's tokenizer is unknown, so parts are counted with o200k as an estimate.")
      : say("Parts are counted with {tokenizer} ({basis}).", { tokenizer, basis: say.known(basis) });
  if (error_before === null || error_after === null) return counted;
  const [before, after] = [formatShare(error_before), formatShare(error_after)];
  if (basis === "exact")
    return say(
      "{counted} The counts differ from the reported growth by {before} over {steps} steps, because parts are missing from the log.",
      {
        counted,
        before,
        steps,
      },
    );
  return say(
    "{counted} The counts differ from the reported growth by {before} before calibration and {after} after ({steps} steps, each checked against the others).",
    { counted, before, after, steps },
  );
}
