import type { Conversation } from "../conversation/message";
import type { Codec } from "../formats/codec";
import type { Compression } from "../strategies/compression";
import { type Economics, evaluateEconomics } from "./economics";
import { evaluateValidity, type Validity } from "./validity";

/** An evaluation as the API gives it; further members are added, never changed. */
export type Evaluation = { readonly validity: Validity; readonly economics: Economics };

export function evaluate(
  original: Conversation,
  compression: Compression,
  codecs: readonly Pick<Codec, "encode" | "validate">[] = [],
): Evaluation {
  return {
    validity: evaluateValidity(original, compression, codecs),
    economics: evaluateEconomics(compression),
  };
}
