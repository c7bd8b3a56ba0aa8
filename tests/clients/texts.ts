import { type Part, partText } from "@/lib/conversation/part";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { sentBlocks } from "@/tests/support/claude-ledger";
import { type Kind, type LedgerRow, matchedRequests } from "@/tests/support/client-ledger";
import { digest } from "./model-server/prefix-cache";

/** The texts of a session's requests compared with those that the server received. */
export type Texts = {
  readonly equal: number;
  readonly compared: number;
  /** For a log with entire requests, one sentence for each that differs from what was sent. */
  readonly differences: readonly string[];
  /** For such a log, the tokens of missing blocks; null for others. */
  readonly missing: number | null;
};

/** Compares character for character: entire requests if the log has them, otherwise the texts of each kind in order. */
export function compareTexts(session: Session, ledger: readonly LedgerRow[], kinds: readonly Kind[]): Texts {
  const pairs = matchedRequests(session, ledger);
  const compared = pairs.map(([row, index]) => ({ row, ...ofRequest(session, index, row, kinds) }));
  const isCaptured = session.captured !== undefined;
  return {
    equal: sum(compared, ({ equal }) => equal),
    compared: sum(compared, ({ all }) => all),
    missing: isCaptured ? sum(compared, ({ lacking }) => lacking) : null,
    differences: isCaptured ? compared.flatMap(differenceOf) : [],
  };
}

type Compared = {
  readonly equal: number;
  readonly all: number;
  readonly lacking: number;
  /** Whether the log contains this request as it was sent. */
  readonly isWhole: boolean;
};

function differenceOf({ row, equal, all, isWhole }: Compared & { readonly row: LedgerRow }): string[] {
  if (!isWhole) return [`#${row.n} ${row.kind}: not in the log as it was sent`];
  return equal < all ? [`#${row.n} ${row.kind}: ${all - equal} of ${all} blocks are not those that were sent`] : [];
}

function ofRequest(session: Session, index: number, row: LedgerRow, kinds: readonly Kind[]): Compared {
  const prompt = session.responses[index]?.prompt;
  if (prompt)
    return ofCaptured(
      sentBlocks(session, prompt).map(({ hash }) => hash),
      row,
    );
  const sent = row.blocks.filter(([kind]) => (kinds as readonly string[]).includes(kind));
  const told = new Map<string, string[]>();
  for (const { role, parts } of contextAt(session, index).messages)
    for (const part of parts) {
      const [kind, text] = kindAndText(part, role);
      told.set(kind, [...(told.get(kind) ?? []), digest(`${kind}\0${text}`)]);
    }
  const equal = sent.filter(([kind, , hash]) => told.get(kind)?.shift() === hash).length;
  return { equal, all: sent.length, lacking: 0, isWhole: false };
}

function ofCaptured(told: readonly string[], { blocks }: LedgerRow): Compared {
  const equal = blocks.filter(([, , hash], at) => told[at] === hash).length;
  const known = new Set(told);
  const lacking = sum(blocks, ([, tokens, hash]) => (known.has(hash) ? 0 : tokens));
  return { equal, all: Math.max(blocks.length, told.length), lacking, isWhole: true };
}

function kindAndText(part: Part, role: string): readonly [string, string] {
  if (part.type === "tool-call") return ["call", part.toolName + partText(part)];
  if (part.type === "tool-result") return ["result", partText(part)];
  if (part.type === "reasoning") return ["reasoning", part.text];
  return [role, partText(part)];
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0);
