import { convertBody } from "@/lib/api/schemas/convert";
import { problemOfZod } from "@/lib/api/zod-problem";
import { type ConversationSource, readConversation } from "@/lib/compress/conversation-source";
import { codecOf } from "@/lib/compress/sent-body";
import { checkJson } from "@/lib/conversation/check-json";
import { jsonText } from "@/lib/conversation/exact-json";
import type { Conversation } from "@/lib/conversation/message";
import type { JsonValue } from "@/lib/conversation/part";
import { type RemovedPart, removedParts, repairHistory } from "@/lib/conversation/repair-history";
import { encodeNewUiMessages } from "@/lib/formats/ai-sdk/encode-ui-messages";
import { LOSS_TEXTS, type Loss, type LossCode, lossesOf } from "@/lib/formats/losses";
import type { BodyInput, BodyOutput } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { removedKeys } from "./removed-keys";
import { WORKER_SURROUNDINGS } from "./surroundings";

/** Maximum number of parts named per warning; the warning's count includes all parts. */
const NAMED_PARTS = 100;

/** POST /api/convert: a conversation in another format, with warnings about everything that could not be converted. */
export function convertTask({ body }: BodyInput): BodyOutput {
  const parsed = checkJson(convertBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { to, ...fields } = parsed.data;
  const target = codecOf(to, "$.to");
  // Calls and results without a partner are left out and reported; each format orders the rest in its own way.
  const source = readConversation({ ...fields, onBroken: "leave-out-halves" }, {}, WORKER_SURROUNDINGS);
  const conversation = repairHistory(source.conversation);
  const removed = [...source.removed, ...removedParts(source.conversation, conversation)];
  const isSame = source.wire !== null && source.codec === target && !to.startsWith("ai-sdk-");
  const warnings = [
    ...removedWarning(removed),
    ...(isSame ? [] : lossWarnings(lossesOf(conversation, target.id))),
    ...[...removedKeys(body), ...source.warnings].map((warning) => ({ ...warning, count: 1, parts: [] })),
  ];
  const encoded = bodyOf(to, conversation, source, isSame) as Record<string, unknown>;
  return { json: jsonText({ format: source.codec.id, to: target.id, ...encoded, warnings }), outputs: [] };
}

function bodyOf(to: string, conversation: Conversation, source: ConversationSource, isSame: boolean): JsonValue {
  if (to === "ai-sdk-ui") return encodeNewUiMessages(conversation);
  return isSame && source.wire ? source.codec.encode(conversation, source.wire) : codecOf(to).encode(conversation);
}

type Named = { readonly part_id: string; readonly message: number };

const warning = (code: string, message: string, parts: readonly Named[]) => ({
  code,
  message,
  count: parts.length,
  parts: parts.slice(0, NAMED_PARTS),
});

function removedWarning(removed: readonly RemovedPart[]) {
  if (removed.length === 0) return [];
  const parts = removed.map(({ part, message }) => ({
    part_id: part.id,
    message,
    ...("toolCallId" in part && { tool_call_id: part.toolCallId }),
  }));
  return [warning("orphan-dropped", "calls without a result and results without a call are left out", parts)];
}

function lossWarnings(losses: readonly Loss[]) {
  const byCode = new Map<LossCode, Named[]>();
  for (const { code, partId, message } of losses) {
    const named = byCode.get(code) ?? [];
    named.push({ part_id: partId, message });
    byCode.set(code, named);
  }
  return [...byCode].map(([code, parts]) => warning(code, LOSS_TEXTS[code], parts));
}
