import type { Codec } from "../formats/codec";
import type { Compression } from "../strategies/compression";
import { type Economics, evaluateEconomics } from "./economics";
import { type Cut, type Loss, measureLoss } from "./measure-loss";
import { evaluateValidity, type Validity } from "./validity";

/** Everything measured about one compression; further members are added, never changed. */
export type Evaluation = { readonly validity: Validity; readonly economics: Economics; readonly loss: Loss };

/** `cut.needed` null: the log has no future there, and what only hindsight tells is null. */
export function evaluate(
  cut: Cut,
  compression: Compression,
  codecs: readonly Pick<Codec, "encode" | "validate">[] = [],
): Evaluation {
  const { conversation, edits } = compression;
  return {
    validity: evaluateValidity(cut.evidence.original, compression, codecs),
    economics: evaluateEconomics(compression),
    loss: measureLoss(cut, { conversation, edits }),
  };
}
