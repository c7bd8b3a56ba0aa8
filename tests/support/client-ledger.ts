import { readFileSync } from "node:fs";
import type { Part } from "@/lib/conversation/part";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { promptTokens, sumKnown, type Usage } from "@/lib/transcript/usage";

/** One request as received and recorded by a model server. */
export type LedgerRow = {
  readonly n: number;
  readonly kind: "main" | "sub" | "side" | "compaction";
  /** The API; not in older ledgers. */
  readonly wire?: string;
  readonly status: number;
  readonly model: string;
  /** `[kind, tokens, hash, name, mark]` of each block of the prompt, in order. */
  readonly blocks: readonly (readonly [string, number, string, string, number])[];
  /** What the answer called. */
  readonly calls: readonly unknown[];
  readonly usage: { readonly total: number; readonly read: number; readonly write: number; readonly output: number };
};

export const readLedger = (file: string): LedgerRow[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

/**
 * Kinds of blocks that are compared; other kinds are missing from some clients' logs (tools, system prompt, injected
 * texts).
 */
export type Kind = "assistant" | "reasoning" | "call" | "result" | "user";

/**
 * Every difference between a session and the ledger, one sentence each: missing requests, usage, models, and the order
 * of what was sent. Requests are compared in order, separately for each agent.
 */
export function ledgerDifferences(session: Session, ledger: readonly LedgerRow[], kinds: readonly Kind[]): string[] {
  const answered = ledger.filter(({ status }) => status === 200);
  const isMain = (index: number) => session.responses[index]?.agent === "main";
  const own = session.responses.map((_, index) => index);
  return [
    ...compare(
      session,
      answered.filter(({ kind }) => kind !== "sub"),
      own.filter(isMain),
      kinds,
    ),
    ...compare(
      session,
      answered.filter(({ kind }) => kind === "sub"),
      own.filter((index) => !isMain(index)),
      kinds,
    ),
  ];
}

/** Each answered request that is in the session, in ledger order, with its index in the session. */
export function matchedRequests(session: Session, ledger: readonly LedgerRow[]): (readonly [LedgerRow, number])[] {
  const taken = new Set<number>();
  return ledger
    .filter(({ status }) => status === 200)
    .flatMap((row) => {
      const found = session.responses.findIndex(
        ({ agent }, index) =>
          !taken.has(index) && (agent !== "main") === (row.kind === "sub") && isRequest(session, index, row),
      );
      if (found < 0) return [];
      taken.add(found);
      return [[row, found] as const];
    });
}

function compare(session: Session, rows: readonly LedgerRow[], responses: readonly number[], kinds: readonly Kind[]) {
  const differences: string[] = [];
  let next = 0;
  for (const row of rows) {
    const found = responses.findIndex((index, at) => at >= next && isRequest(session, index, row));
    if (found < 0) {
      differences.push(`${row.kind} call of ${row.usage.total} tokens`);
      continue;
    }
    for (const index of responses.slice(next, found)) differences.push(`invented: ${describe(session, index)}`);
    differences.push(...requestDifferences(session, responses[found] as number, row, kinds));
    next = found + 1;
  }
  for (const index of responses.slice(next)) differences.push(`invented: ${describe(session, index)}`);
  return differences;
}

const promptOf = (usage: Usage | null | undefined) => (usage ? promptTokens(usage) : null);

const isRequest = (session: Session, index: number, { usage }: LedgerRow) =>
  promptOf(session.responses[index]?.usage) === usage.total;

const describe = (session: Session, index: number) =>
  `request ${index} of ${promptOf(session.responses[index]?.usage)} tokens`;

function requestDifferences(session: Session, index: number, row: LedgerRow, kinds: readonly Kind[]): string[] {
  const { usage, model } = session.responses[index] as Session["responses"][number];
  const written = usage && sumKnown([usage.cacheWrite5m, usage.cacheWrite1h, usage.cacheWriteUnsplit]);
  const pairs = [
    ["read", usage?.cacheRead ?? 0, row.usage.read],
    ["written", written ?? 0, row.usage.write],
    ["output", usage?.output, row.usage.output],
    ["model", model, row.model],
    ["prompt", sentBy(session, index, kinds), receivedIn(row, kinds)],
  ] as const;
  return pairs.flatMap(([name, ours, theirs]) =>
    ours === theirs ? [] : [`#${row.n} ${row.kind} ${name}: ${differenceOf(`${ours}`, `${theirs}`)}`],
  );
}

/** A compaction's own prompt ends with an instruction that no log contains. */
const differenceOf = (ours: string, theirs: string): string =>
  `${ours}u` === theirs ? "the instruction at its end" : `${ours}, truly ${theirs}`;

/** The kinds of a request's blocks in order: `u` for a user's text, `c` for a call, and so on. */
function sentBy(session: Session, index: number, kinds: readonly Kind[]): string {
  const { messages } = contextAt(session, index);
  return messages
    .flatMap((message) => message.parts.map((part) => kindOf(part, message as SessionMessage)))
    .filter((kind) => kind !== null && (kinds as readonly string[]).includes(kind))
    .map((kind) => LETTER[kind as Kind])
    .join("");
}

const receivedIn = ({ blocks }: LedgerRow, kinds: readonly Kind[]): string =>
  blocks
    .map(([kind]) => kind)
    .filter((kind) => (kinds as readonly string[]).includes(kind))
    .map((kind) => LETTER[kind as Kind])
    .join("");

const LETTER: Readonly<Record<Kind, string>> = { assistant: "a", reasoning: "t", call: "c", result: "r", user: "u" };

function kindOf(part: Part, { role, origin }: SessionMessage): Kind | null {
  if (part.type === "tool-call") return "call";
  if (part.type === "tool-result") return "result";
  if (part.type === "reasoning") return "reasoning";
  if (part.type !== "text" || part.text === "") return null;
  if (role === "assistant") return origin === "summary" ? null : "assistant";
  return role === "user" ? "user" : null;
}
