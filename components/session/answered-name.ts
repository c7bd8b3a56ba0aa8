import type { BreakCause } from "@/lib/cache/break-cause";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";
import { nameOf } from "@/lib/view-models/answer/cause-words";
import type { Sentence } from "@/lib/wording/say";
import { breakName } from "./break-name";

/** A break's name according to the answer, which knows more than the break alone. */
export const answeredName = (answered: RequestCause | undefined, cause: BreakCause): Sentence =>
  answered?.cause ? nameOf(answered.cause) : breakName(cause);
