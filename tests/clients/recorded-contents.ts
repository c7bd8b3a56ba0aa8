import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import type { ContentKind } from "@/lib/ledger/content-kind";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import type { Session } from "@/lib/transcript/session";
import { type LedgerRow, matchedRequests } from "@/tests/support/client-ledger";
import { COUNTED } from "@/tests/support/log-shares";

/**
 * Recorded prompts compared with what the model received: the number of equal requests, the total, and a sentence for
 * each difference.
 */
export type RecordedContents = {
  readonly equal: number;
  readonly compared: number;
  readonly differences: readonly string[];
};

/**
 * Compares each prompt's tokens by kind, the names of its tools, and the names of the answer's calls. Both sides count in
 * o200k, so that equal means to the token.
 */
export function compareContents(session: Session, ledger: readonly LedgerRow[]): RecordedContents {
  const isGemini = ledger.some(({ wire }) => wire === "gemini");
  // An image's tokens depend only on the model's id.
  const requests = reconstructRequests(
    session,
    buildTokenLedger(session, { ...COUNTED, ...(isGemini && { id: "gemini" }) }),
  );
  const pairs = matchedRequests(session, ledger);
  const differences = pairs.flatMap(([row, index]) => {
    const found = [
      ...kindDifferences(requests[index]?.composition, row),
      ...listDifference("tools", toolsIn(session, index), namesOf(row, "tools")),
      ...listDifference("calls", callsIn(session, index), callsOf(row)),
    ];
    return found.length === 0 ? [] : [`#${row.n} ${row.kind} holds other ${found.join("; ")}`];
  });
  return { equal: pairs.length - differences.length, compared: pairs.length, differences };
}

/** A block's kinds in our terms, which distinguish files from other results and summaries from other texts. */
const KIND_OF_BLOCK: Readonly<Record<string, string>> = {
  "system-message": "system",
  call: "tool_call",
  result: "tool_result",
  image: "tool_result",
  user: "text",
  assistant: "text",
};
const KIND_OF_CONTENT: Readonly<Partial<Record<ContentKind, string>>> = {
  file: "tool_result",
  summary: "text",
  user: "text",
  assistant: "text",
};

function kindDifferences(composition: Readonly<Record<ContentKind, number>> | undefined, { blocks }: LedgerRow) {
  const hasSummary = (composition?.summary ?? 0) > 0;
  const merged = (kinds: typeof KIND_OF_BLOCK, kind: string) => {
    const known = kinds[kind] ?? kind;
    return known === "text" && !hasSummary ? kind : known;
  };
  const ours = sums(
    Object.entries(composition ?? {}).map(([kind, tokens]) => [merged(KIND_OF_CONTENT, kind), tokens] as const),
  );
  const theirs = sums(blocks.map(([kind, tokens]) => [merged(KIND_OF_BLOCK, kind), tokens] as const));
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((kind) => {
    const more = (ours.get(kind) ?? 0) - (theirs.get(kind) ?? 0);
    return more === 0 ? [] : [`${kind} by ${more}`];
  });
}

function sums(entries: readonly (readonly [string, number])[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [kind, tokens] of entries) found.set(kind, (found.get(kind) ?? 0) + tokens);
  return found;
}

const listDifference = (what: string, ours: readonly string[], theirs: readonly string[]): string[] =>
  ours.join() === theirs.join() ? [] : [`${what}: ${ours.join(", ")}, truly ${theirs.join(", ")}`];

const namesOf = ({ blocks }: LedgerRow, wanted: string): string[] =>
  blocks.flatMap(([kind, , , name]) => (kind === wanted ? [name] : []));
const callsOf = ({ calls }: LedgerRow): string[] => (calls as readonly (readonly [string])[]).map(([name]) => name);

function toolsIn({ captured, responses }: Session, index: number): string[] {
  const names: string[] = [];
  for (let at = responses[index]?.prompt?.leaf ?? -1; at !== -1; at = captured?.blocks[at]?.parent ?? -1) {
    const block = captured?.blocks[at];
    if (block?.kind === "tools") names.push(block.id.replace(/^tool:/, ""));
  }
  return names.reverse();
}

const callsIn = ({ messages, responses }: Session, index: number): string[] =>
  (messages[responses[index]?.messageIndex ?? -1]?.parts ?? []).flatMap((part) =>
    part.type === "tool-call" ? [part.toolName] : [],
  );
