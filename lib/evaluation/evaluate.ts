import type { Codec } from "../formats/codec";
import type { Compression } from "../strategies/grammar/compression";
import { notMeasurable } from "./dimensions";
import { type Economics, evaluateEconomics } from "./economics";
import type { Loss } from "./loss";
import { type Cut, measureLoss } from "./measure-loss";
import { evaluateValidity, type Validity } from "./validity";

/** All measures of one compression. New members may be added, but existing ones must not change. */
export type Evaluation = { readonly validity: Validity; readonly economics: Economics; readonly loss: Loss };

/** If `cut.needed` is null, nothing follows in the log, and measures that need it are null. */
export function evaluate(
  cut: Cut,
  compression: Compression,
  codecs: readonly Pick<Codec, "encode" | "validate">[] = [],
): Evaluation {
  const { conversation, edits } = compression;
  const validity = evaluateValidity(cut.evidence.original, compression, codecs);
  const measured = scoreIfValid(measureLoss(cut, { conversation, edits }), validity);
  const loss = scoreIfChanged(measured, compression.status === "applied");
  return { validity, economics: evaluateEconomics(compression.cache, loss), loss };
}

/** The loss, without scores if no provider would accept the result. */
export const scoreIfValid = (loss: Loss, { valid }: Validity): Loss =>
  valid ? loss : { ...loss, dimensions: notMeasurable("invalid") };

/** The loss, without scores if there is no result: the strategy could not act, was rejected, or changed nothing. */
export const scoreIfChanged = (loss: Loss, isChanged: boolean): Loss =>
  isChanged ? loss : { ...loss, dimensions: notMeasurable("unchanged") };
