import type { Message } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { digest } from "@/tests/clients/model-server/prefix-cache";
import { type LedgerRow, matchedRequests } from "./client-ledger";

/**
 * How much of a session's prompts is missing from its log, as shares of the logged requests, and its breaks by ledger
 * request.
 */
export type LogShares = {
  readonly matched: number;
  /** Tokens of the logged requests' prompts. */
  readonly total: number;
  readonly missing: number;
  /** The missing tokens according to Winnow, counted as the server does. */
  readonly toldAsServerCounts: number;
  /** The missing tokens as shown on pages: counted for the model, and fitted to the server's report. */
  readonly shown: number;
  /** Requests of the main conversation that read less than the previous one. */
  readonly drops: readonly number[];
  readonly breaks: readonly (readonly [number | undefined, string])[];
};

/** The server counted in o200k, without the frames that a provider adds around calls. */
export const COUNTED: Tokenizer = { ...createTokenizer("o200k", loadVocabulary), id: "generic" };

/** Compares a session with the ledger of its requests. */
export function logShares(session: Session, ledger: readonly LedgerRow[]): LogShares {
  const pairs = matchedRequests(session, ledger);
  const { requests: shown, cache } = analyzeSession(session, loadVocabulary);
  const counted = reconstructRequests(session, buildTokenLedger(session, COUNTED));
  const total = sum(pairs, ([{ usage }]) => usage.total);
  const unseen = (requests: typeof shown) =>
    sum(pairs, ([, index]) => requests[index]?.composition.unseen ?? 0) / total;
  const numberOf = new Map(pairs.map(([{ n }, index]) => [index, n]));
  return {
    matched: pairs.length,
    total,
    missing: sum(pairs, ([row, index]) => unlogged(row, session, index)) / total,
    toldAsServerCounts: unseen(counted),
    shown: unseen(shown),
    drops: drops(ledger),
    breaks: cache.breaks.map(({ request, cause }) => [numberOf.get(request), cause] as const),
  };
}

/** Kinds of blocks as named on both sides. */
const KIND_OF_BLOCK: Readonly<Record<string, string>> = { "system-message": "system" };

/**
 * Tokens of the request whose text is not in the log. A block is paired with its logged text, whatever its kind when
 * sent (another model gets thoughts as answers). The remaining blocks and texts of a kind are paired in order; what a
 * block has beyond its text was not logged. Texts that were not sent, such as summaries of thoughts, are ignored.
 */
export function unlogged({ blocks }: LedgerRow, session: Session, index: number): number {
  const texts = contextAt(session, index).messages.flatMap((message) => [
    ...message.parts.map((part) => toldAs(part, message)),
    ...imagesIn(message),
  ]);
  const take = (isIt: (text: (typeof texts)[number]) => boolean): string | undefined => {
    const at = texts.findIndex(isIt);
    return at < 0 ? undefined : texts.splice(at, 1)[0]?.[1];
  };
  const isLogged = ([kind, , hash]: LedgerRow["blocks"][number]) =>
    take(([, text]) => text !== "" && digest(`${kind}\0${text}`) === hash) !== undefined;
  return sum(
    blocks.filter((block) => !isLogged(block)),
    ([kind, tokens]) => {
      const text = take(([told]) => told === (KIND_OF_BLOCK[kind] ?? kind));
      if (text === undefined) return tokens;
      return kind === "image" ? 0 : Math.max(0, tokens - COUNTED.count(text));
    },
  );
}

/** Images of a message and of its results, which a request may send separately. */
const imagesIn = ({ parts }: Message): (readonly [string, string])[] =>
  parts
    .flatMap((part): readonly { readonly type: string }[] => (part.type === "tool-result" ? part.output : [part]))
    .flatMap(({ type }) => (type === "file" ? [["image", ""] as const] : []));

function toldAs(part: Part, { role }: Message): readonly [string, string] {
  if (part.type === "tool-call") return ["call", part.toolName + partText(part)];
  if (part.type === "tool-result") return ["result", partText(part)];
  if (part.type === "reasoning") return ["reasoning", part.text];
  return [role === "tool" ? "user" : role, partText(part)];
}

function drops(ledger: readonly LedgerRow[]): number[] {
  const main = ledger.filter(({ status, kind }) => status === 200 && kind === "main");
  return main.flatMap(({ n, usage }, at) => (usage.read < (main[at - 1]?.usage.read ?? 0) ? [n] : []));
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0);
