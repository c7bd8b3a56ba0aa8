import type { ReasoningPart } from "../conversation/part";
import type { Tokenizer } from "../tokenizers/tokenizer";
import type { Session } from "../transcript/session";
import { apportion } from "./apportion";
import type { PartEstimate } from "./estimate-part";
import { overheadsOf } from "./part-overheads";

/**
 * By part: tokens of encrypted reasoning that the provider counted and that is sent again with the next prompt
 * (OpenAI). Each answer's reported count is split in proportion to the length of the encrypted text. Only a summary is
 * readable, so a local count would be far off. Other providers do not resend reasoning, or do not count it separately.
 */
export function reportedReasoning(session: Session, tokenizer: Tokenizer): Map<string, PartEstimate> {
  const tokens = new Map<string, PartEstimate>();
  if (tokenizer.id !== "o200k") return tokens;
  const hidden = hiddenByResponse(session);
  for (const { id, usage } of session.responses) {
    const parts = hidden.get(id) ?? [];
    if (parts.length === 0 || (usage?.reasoning ?? null) === null) continue;
    const lengths = parts.map(hiddenLength);
    const shares = apportion(usage?.reasoning ?? 0, lengths);
    const frames = apportion(overheadsOf(tokenizer).reasoning, lengths);
    parts.forEach((part, index) => {
      tokens.set(part.id, { text: 0, fixed: shares[index] ?? 0, frame: frames[index] ?? 0 });
    });
  }
  return tokens;
}

const hiddenLength = (part: ReasoningPart): number => (part.redactedData ?? part.signature ?? "").length;

function hiddenByResponse(session: Session): Map<string, ReasoningPart[]> {
  const byResponse = new Map<string, ReasoningPart[]>();
  for (const { responseId, parts } of session.messages)
    for (const part of parts)
      if (responseId !== undefined && part.type === "reasoning" && hiddenLength(part) > 0) {
        const own = byResponse.get(responseId) ?? [];
        own.push(part);
        byResponse.set(responseId, own);
      }
  return byResponse;
}
