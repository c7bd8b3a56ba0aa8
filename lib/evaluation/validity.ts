import { findViolations, type Violation, type ViolationCode } from "../conversation/invariants";
import type { Conversation } from "../conversation/message";
import type { Codec } from "../formats/codec";
import type { Compression } from "../strategies/grammar/compression";

export type Validity = { readonly valid: boolean; readonly violations: readonly Violation[] };

/**
 * Structural rules that a compression breaks and its original kept: the general ones, and those of each given wire
 * format. For a result that the engine rejected, the rules it would have broken.
 */
export function evaluateValidity(
  original: Conversation,
  compression: Compression,
  codecs: readonly Pick<Codec, "encode" | "validate">[] = [],
): Validity {
  const refused = compression.violations ?? [];
  const own = broughtIn(findViolations(original), findViolations(compression.conversation));
  const onWire = codecs.flatMap((codec) =>
    brokenOnWire(
      original,
      codec.validate(codec.encode(original)),
      codec.validate(codec.encode(compression.conversation)),
    ),
  );
  const violations = [...refused, ...own, ...onWire];
  return { valid: violations.length === 0, violations };
}

/** Wire-format rules that the encoded result breaks and the encoded original kept. */
export function brokenOnWire(
  original: Conversation,
  before: readonly Violation[],
  after: readonly Violation[],
): readonly Violation[] {
  const follows = followingRules(original);
  return broughtIn(before, after).filter(({ code }) => !follows.has(code));
}

const LOOSE_RESULTS = new Set<ViolationCode>(["orphan-result", "result-before-call", "duplicate-result"]);

/**
 * Rules broken because the original has a result without a call. The place of such a result in the body depends on its
 * neighbours, so no edit is responsible.
 */
function followingRules(original: Conversation): ReadonlySet<ViolationCode> {
  const isLoose = findViolations(original).some(({ code }) => LOOSE_RESULTS.has(code));
  return new Set<ViolationCode>(isLoose ? ["result-not-first"] : []);
}

/** The new violations, compared by count per code, because encoding and editing give messages new ids. */
function broughtIn(before: readonly Violation[], after: readonly Violation[]): Violation[] {
  const allowed = new Map<string, number>();
  for (const { code } of before) allowed.set(code, (allowed.get(code) ?? 0) + 1);
  return after.filter(({ code }) => {
    const left = allowed.get(code) ?? 0;
    allowed.set(code, left - 1);
    return left <= 0;
  });
}
