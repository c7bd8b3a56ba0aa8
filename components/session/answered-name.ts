import type { BreakCause } from "@/lib/cache/break-cause";
import { breakName } from "@/lib/read-models/words/break-name";
import type { RequestCause } from "@/lib/view-models/answer/cause-of-request";
import { nameOf } from "@/lib/view-models/answer/cause-words";
import type { Sentence } from "@/lib/wording/say";

/** A break's name according to the answer, which knows more than the break alone. */
export const answeredName = (answered: RequestCause | undefined, cause: BreakCause): Sentence =>
  answered?.cause ? nameOf(answered.cause) : breakName(cause);
