import { Problem } from "@/lib/api/problem";
import { withoutOurs } from "@/lib/api/schemas/convert";
import type { ValidateBody } from "@/lib/api/schemas/validate";
import { validateBody } from "@/lib/api/schemas/validate";
import { problemOfZod } from "@/lib/api/zod-problem";
import { violationsOf } from "@/lib/compress/conversation-source";
import { lintMarks } from "@/lib/compress/lint-marks";
import { choiceOf } from "@/lib/compress/request-choice";
import { codecFor, codecOf, sentBody } from "@/lib/compress/sent-body";
import { checkJson } from "@/lib/conversation/check-json";
import { jsonText, withNumbersOf } from "@/lib/conversation/exact-json";
import type { Violation } from "@/lib/conversation/invariants";
import type { Conversation } from "@/lib/conversation/message";
import { removedParts, repairHistory } from "@/lib/conversation/repair-history";
import type { Codec, WireContext } from "@/lib/formats";
import { isStructural } from "@/lib/formats/structural";
import { wirePointer } from "@/lib/formats/wire-pointer";
import { createView } from "@/lib/strategies/grammar/create-view";
import { createEnvironment } from "@/lib/strategies/grammar/environment";
import { lintChange, lintPrompt, type PromptFinding } from "@/lib/strategies/lint/lint-prompt";
import type { BodyInput, BodyOutput } from "./body-task";
import { loadContext } from "./load-context";
import { parseJsonBody } from "./parse-json";

/** Maximum number of violations in an answer. Thousands of orphans in a log have a single cause. */
const MAX_VIOLATIONS = 1_000;

/** POST /api/validate: checks whether a provider would accept the history and, if requested, repairs it. */
export function validateTask({ body }: BodyInput): BodyOutput {
  const given = parseJsonBody(body);
  const parsed = checkJson(validateBody, given);
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { codec, sent } = read(withNumbersOf(given as object, parsed.data));
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
    violations: violations.slice(0, MAX_VIOLATIONS).map((violation) => violationJson(violation, wire)),
    ...(parsed.data.lint && { findings: findingsIn(conversation, previousOf(codec, parsed.data), sent) }),
    ...(parsed.data.repair && { repaired: repairedJson(codec, conversation, wire) }),
  });
}

const answer = (value: unknown): BodyOutput => ({ json: jsonText(value), outputs: [] });

/** Reads the sent body, or a stored session as the given format would send it. */
function read(body: ValidateBody): { codec: Codec; sent: unknown } {
  const given = sentBody(body);
  if (given) return { codec: codecFor(body.format, given, body.model), sent: withoutOurs(body) };
  const session = body.session as NonNullable<ValidateBody["session"]>;
  const stored = loadContext(session.id, choiceOf(session));
  const codec = codecOf(body.format === "auto" ? "openai-chat" : body.format);
  return { codec, sent: codec.encode(stored.conversation) };
}

function previousOf(codec: Codec, { previous }: ValidateBody): Conversation | null {
  if (!previous) return null;
  const decoded = codec.decode(previous);
  if (decoded.ok) return decoded.value.conversation;
  const { code, message, at } = decoded.error;
  throw new Problem(422, code, message, {
    errors: [{ pointer: `$.previous${(at ?? "$").slice(1)}`, detail: message }],
  });
}

/** The linter's findings. It looks at texts and calls, so nothing is counted. */
function findingsIn(conversation: Conversation, previous: Conversation | null, sent: unknown): PromptFinding[] {
  const view = createView(conversation, createEnvironment({ count: () => 0 }));
  const marks = lintMarks(sent, conversation);
  return [...lintPrompt(view), ...marks, ...(previous ? lintChange(previous, conversation) : [])];
}

const violationJson = (violation: Violation, wire: WireContext) => ({
  code: violation.code,
  message: violation.message,
  pointer: wirePointer(wire, violation.partId ?? violation.messageId),
  structural: isStructural(violation),
});

/** The repaired body, the removed parts, and the remaining violations. */
function repairedJson(codec: Codec, conversation: Conversation, wire: WireContext) {
  const repaired = repairHistory(conversation);
  const body = codec.encode(repaired, wire);
  return {
    ...(Array.isArray(body) ? { messages: body } : (body as Record<string, unknown>)),
    violations: codec.validate(body).map((violation) => violationJson(violation, wire)),
    removed: removedParts(conversation, repaired).map(({ part, message }) => ({
      part_id: part.id,
      type: part.type,
      message,
      ...("toolCallId" in part && { tool_call_id: part.toolCallId }),
    })),
  };
}
