import { brokenOnWire } from "@/lib/evaluation/validity";
import { wirePointer } from "@/lib/formats/wire-pointer";
import type { Compression } from "@/lib/strategies/grammar/compression";
import type { Warning } from "@/lib/strategies/grammar/procedure";
import { Problem } from "../problem";
import type { ConversationSource } from "./conversation-source";

/** Where a request says what a failure is about, as JSON paths. */
export type RequestPlaces = { readonly strategy: string; readonly limit: string };

/** What a strategy could not do, as 422: the repair is in the extra members. */
export function failureProblem(
  compression: Compression,
  { strategy: pointer, limit }: RequestPlaces,
  wire: ConversationSource["wire"] = null,
): Problem {
  const failure = compression.failure ?? { code: "strategy-failed", message: "the strategy failed" };
  const refused = compression.warnings.findLast(({ code }) => /^(summary|item)-/.test(code));
  if (refused && failure.code === "strategy-failed") return summaryProblem(refused);
  const violations = (compression.violations ?? []).map(({ code, message, partId, messageId }) => ({
    pointer: pointerTo(wire, partId ?? messageId),
    detail: `${code}: ${message}`,
  }));
  const at = failure.at === undefined ? pointer : `${pointer}${failure.at.replace(/^\$/, "")}`;
  const isTarget = failure.code === "budget-unachievable" || failure.code === "limits-invalid";
  return new Problem(422, failure.code, failure.message, {
    errors: violations.length > 0 ? violations : [{ pointer: isTarget ? limit : at, detail: failure.message }],
    extra: {
      ...(failure.bestTokens !== undefined && { best_achievable_tokens: failure.bestTokens }),
      ...(failure.protectedTokens !== undefined && { protected_tokens: failure.protectedTokens }),
    },
  });
}

/** The place in the body of what we know by an id; a stored session has none but its own. */
export const pointerTo = (wire: ConversationSource["wire"], id: string): string =>
  wire ? wirePointer(wire, id) : id.startsWith("$") ? id : "$.session";

/** The summariser failed, and the strategy has nothing to fall back on: nothing was changed. */
function summaryProblem({ code, message }: Warning): Problem {
  const repair = 'try again, name another summarizer, or use "summarizer": "extractive", which needs no model';
  return new Problem(424, code, message, { errors: [{ pointer: "$.summarizer", detail: repair }] });
}

/**
 * The last look before an answer leaves: rules of the wire format that the input kept must be kept. A bug is a 500
 * with the rule; what a `faithful` switch breaks on purpose, or a `state` that was tampered with, is a 422.
 */
export function assertAccepted(
  source: ConversationSource,
  compression: Compression,
  encoded: unknown,
  hasState = false,
): void {
  const { codec, conversation, wire } = source;
  const before = codec.validate(wire ? codec.encode(conversation, wire) : codec.encode(conversation));
  const broken = brokenOnWire(conversation, before, codec.validate(encoded));
  if (broken.length === 0) return;
  const isChosen = hasState || JSON.stringify(compression.strategy.params).includes('"faithful":true');
  const rules = [...new Set(broken.map(({ code }) => code))].join(", ");
  throw new Problem(
    isChosen ? 422 : 500,
    "invalid-result",
    `the result would break the rules of ${source.codec.id}: ${rules}`,
    {
      errors: broken
        .slice(0, 20)
        .map(({ code, message, messageId }) => ({ pointer: messageId, detail: `${code}: ${message}` })),
    },
  );
}
