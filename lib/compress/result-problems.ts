import { Problem } from "../api/problem";
import { brokenOnWire } from "../evaluation/validity";
import { wirePointer } from "../formats/wire-pointer";
import type { Compression } from "../strategies/grammar/compression";
import type { Warning } from "../strategies/grammar/procedure";
import type { ConversationSource } from "./conversation-source";

/** JSON paths of the request parameters that failures refer to. */
export type RequestPlaces = { readonly strategy: string; readonly limit: string };

/** The problem for a failed strategy: a 422 with extra members that help to correct the call. */
export function failureProblem(
  compression: Compression,
  { strategy: pointer, limit }: RequestPlaces,
  wire: ConversationSource["wire"] = null,
): Problem {
  const failure = compression.failure ?? { code: "strategy-failed", message: "the strategy failed" };
  const refused = failedSummary(compression);
  if (refused) return summaryProblem(refused);
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

/** Why there is no summary, if only that made the strategy fail; otherwise null. */
export function failedSummary({ failure, warnings }: Compression): Warning | null {
  if (failure?.code !== "strategy-failed") return null;
  return warnings.findLast(({ code }) => /^(summary|item)-/.test(code)) ?? null;
}

/** JSON path of a part or message in the body; for a stored session, the path of `session`. */
const pointerTo = (wire: ConversationSource["wire"], id: string): string =>
  wire ? wirePointer(wire, id) : id.startsWith("$") ? id : "$.session";

/** The problem if the summariser failed and the strategy has no fallback, so nothing was changed. */
function summaryProblem({ code, message }: Warning): Problem {
  const repair = 'try again, name another summarizer, or use "summarizer": "extractive", which needs no model';
  return new Problem(424, code, message, { errors: [{ pointer: "$.summarizer", detail: repair }] });
}

/**
 * Checks an answer before it is sent: it must keep every rule of the wire format that the input kept. A violation is a
 * bug and throws a 500 that contains the rule. If a `faithful` parameter breaks the rule on purpose, or a `state` was
 * changed, a 422 is thrown instead.
 */
export function assertAccepted(
  source: ConversationSource,
  compression: Compression,
  encoded: unknown,
  hasState = false,
): void {
  const { codec, conversation, wire } = source;
  const after = codec.validate(encoded);
  if (after.length === 0) return; // the usual case, in which the input need not be checked
  const before = codec.validate(wire ? codec.encode(conversation, wire) : codec.encode(conversation));
  const broken = brokenOnWire(conversation, before, after);
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
