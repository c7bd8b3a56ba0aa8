import type { Conversation, Message } from "./message";
import { matchPairs, type PairIndex } from "./pairs";
import { isSignedReasoning, type JsonValue, type Part } from "./part";
import { indexParts, type PartIndex } from "./part-index";

/**
 * Parts that must be kept or removed together. An assistant message with calls forms one atom with all the results that
 * answer them, even those after a typed message, and the answers to its provider-run tools and approvals. An exchange
 * that starts with signed reasoning also includes the unsigned exchanges that directly follow it, so that what remains
 * of a tool loop always starts with signed reasoning, as the providers require.
 */
export type Atom = {
  readonly kind: "system" | "user" | "assistant" | "exchange" | "result";
  readonly partIds: readonly string[];
  /** Index of the first message that contains one of its parts. */
  readonly start: number;
  readonly end: number;
  /** Consecutive exchanges of one signed-thinking loop share a number; null outside loops. */
  readonly loop: number | null;
};

type Draft = {
  kind: Atom["kind"];
  partIds: string[];
  start: number;
  end: number;
  loop: number | null;
  signed: boolean;
};

/** All atoms, ordered by their first part. Each part id is in exactly one. Linear. */
export function atomsOf(
  conversation: Conversation,
  parts = indexParts(conversation),
  pairs = matchPairs(parts),
): Atom[] {
  return numberLoops(draftAtoms(conversation.messages, parts, pairs));
}

/** True if any atom belongs to a loop. If none does, atoms are not needed to keep loops intact. */
export const hasLoops = ({ messages }: Conversation): boolean =>
  messages.some(({ parts }) => isSignedReasoning(parts[0]) && hasCalls(parts));

/** A draft is added when its first part is reached, so the drafts are ordered by their first part. */
function draftAtoms(messages: readonly Message[], { entries, sharedIds }: PartIndex, { callOf }: PairIndex): Draft[] {
  const ofMessages = messages.map(exchangeDraft);
  const drafts: Draft[] = [];
  const claimed = new Set<string>();
  const asked = new Map<unknown, number>();
  for (const { part, message, messageIndex, number } of entries) {
    if (sharedIds.has(part.id) && !isFirst(part.id, claimed)) continue;
    const answered =
      part.type === "opaque"
        ? answeredMessage(part.value, messageIndex, asked)
        : entries[callOf[number] as number]?.messageIndex;
    let target = answered === undefined ? undefined : ofMessages[answered];
    if (!target && part.type === "tool-result" && message.role !== "assistant") target = draft("result", messageIndex);
    if (!target) target = ofMessages[messageIndex] ??= draft(kindOf(message), messageIndex);
    if (target.partIds.length === 0) drafts.push(target);
    target.partIds.push(part.id);
    target.start = Math.min(target.start, messageIndex);
    target.end = Math.max(target.end, messageIndex);
  }
  return drafts;
}

/** Types of opaque parts that a later opaque part answers: calls of provider-run tools, and requests for approval. */
const ASKING: ReadonlySet<unknown> = new Set([
  "server_tool_use",
  "mcp_tool_use",
  "mcp_approval_request",
  "tool-approval-request",
]);

/**
 * Index of the message that an opaque part answers, which may be an earlier one, because executed code can call the
 * client's tools before its own result. Parts that can be answered are added to `asked`.
 */
function answeredMessage(value: JsonValue, messageIndex: number, asked: Map<unknown, number>): number | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as { readonly [key: string]: JsonValue };
  const asks = ASKING.has(fields.type) ? (fields.id ?? fields.approvalId) : undefined;
  if (typeof asks === "string") asked.set(asks, messageIndex);
  return asked.get(fields.tool_use_id ?? fields.approval_request_id ?? fields.approvalId);
}

/** Adds the id; true if it was new. */
function isFirst(id: string, known: Set<string>): boolean {
  const { size } = known;
  return known.add(id).size > size;
}

function exchangeDraft({ parts }: Message, index: number): Draft | undefined {
  if (!hasCalls(parts)) return undefined;
  const exchange = draft("exchange", index);
  exchange.signed = isSignedReasoning(parts[0]);
  return exchange;
}

const draft = (kind: Atom["kind"], index: number): Draft => ({
  kind,
  partIds: [],
  start: index,
  end: index,
  loop: null,
  signed: false,
});

function kindOf(message: Message): Atom["kind"] {
  if (message.role === "system" || message.role === "assistant") return message.role;
  return "user";
}

const hasCalls = (parts: readonly Part[]) => parts.some(({ type }) => type === "tool-call");

/**
 * Merges unsigned exchanges into the preceding signed one and numbers the loops. A result without a call neither joins
 * nor ends a loop.
 */
function numberLoops(drafts: readonly Draft[]): Atom[] {
  const atoms: Draft[] = [];
  let previous: Draft | undefined;
  let loops = 0;
  for (const current of drafts) {
    const open = previous?.kind === "exchange" && previous.loop !== null ? previous : undefined;
    if (open && current.kind === "exchange" && !current.signed) {
      open.partIds.push(...current.partIds);
      open.end = Math.max(open.end, current.end);
      continue;
    }
    if (current.kind === "exchange" && current.signed) current.loop = open?.loop ?? loops++;
    if (current.kind !== "result") previous = current;
    atoms.push(current);
  }
  return atoms;
}
