import { type ValidateBody, validateBody, withoutOurs } from "@/lib/api-schemas/convert-body";
import type { Violation } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import { removedParts, repairHistory } from "@/lib/conversation/repair-history";
import type { Codec, WireContext } from "@/lib/formats";
import { isStructural } from "@/lib/formats/structural";
import { problemOfZod } from "../zod-problem";
import type { BodyInput, BodyOutput } from "./body-task";
import { violationsOf } from "./conversation-source";
import { loadContext } from "./load-context";
import { parseJsonBody } from "./parse-json";
import { codecFor, codecOf, sentBody } from "./sent-body";

/** Told in an answer; a log with thousands of orphans has one cause. */
const MAX_VIOLATIONS = 1_000;

/** POST /api/validate: whether a provider would take the history, and, where asked, a mended one. */
export function validateTask({ body }: BodyInput): BodyOutput {
  const parsed = validateBody.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { codec, sent } = read(parsed.data);
  const decoded = codec.decode(sent);
  if (!decoded.ok) {
    const { code, message, at } = decoded.error;
    const violations = [{ code, message, pointer: at ?? "$", structural: true }];
    return answer({ format: codec.id, valid: false, violations });
  }
  const { conversation, wire } = decoded.value;
  const violations = violationsOf(codec, sent, conversation);
  return answer({
    format: codec.id,
    valid: violations.length === 0,
    violations: violations.slice(0, MAX_VIOLATIONS).map(violationJson),
    ...(parsed.data.repair && { repaired: repairedJson(codec, conversation, wire) }),
  });
}

const answer = (value: unknown): BodyOutput => ({ json: JSON.stringify(value), outputs: [] });

/** A stored session is looked at as the format named would send it. */
function read(body: ValidateBody): { codec: Codec; sent: unknown } {
  const given = sentBody(body);
  if (given) return { codec: codecFor(body.format, given, body.model), sent: withoutOurs(body) };
  const { id, request } = body.session as NonNullable<ValidateBody["session"]>;
  const stored = loadContext(id, request ?? null);
  const codec = codecOf(body.format === "auto" ? "openai-chat" : body.format);
  return { codec, sent: codec.encode(stored.conversation) };
}

const violationJson = (violation: Violation) => ({
  code: violation.code,
  message: violation.message,
  pointer: violation.partId ?? violation.messageId,
  structural: isStructural(violation),
});

/** The mended body, what was left out of it, and what no repair can mend. */
function repairedJson(codec: Codec, conversation: Conversation, wire: WireContext) {
  const repaired = repairHistory(conversation);
  const body = codec.encode(repaired, wire);
  return {
    ...(Array.isArray(body) ? { messages: body } : (body as Record<string, unknown>)),
    violations: codec.validate(body).map(violationJson),
    removed: removedParts(conversation, repaired).map(({ part, message }) => ({
      part_id: part.id,
      type: part.type,
      message,
      ...("toolCallId" in part && { tool_call_id: part.toolCallId }),
    })),
  };
}
