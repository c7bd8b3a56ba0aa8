import { partText } from "@/lib/conversation/part";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { toolSource } from "@/lib/spend/source";
import { spendOf } from "@/lib/spend/spend-of-session";
import type { Session } from "@/lib/transcript/session";
import { digest } from "@/tests/clients/model-server/prefix-cache";
import { sentBlocks } from "./claude-ledger";
import { type LedgerRow, matchedRequests } from "./client-ledger";
import { COUNTED, unlogged } from "./log-shares";

type Pair = readonly [sent: number, told: number];

/**
 * The spenders of a session's prompts on its page, compared with what a model server received. o200k tokens over all
 * requests that both have.
 */
export type SpendBeside = {
  readonly requests: number;
  readonly total: number;
  readonly tools: ReadonlyMap<string, Pair>;
  readonly subAgents: Pair;
  readonly notLogged: Pair;
};

export function spendBeside(session: Session, rows: readonly LedgerRow[]): SpendBeside {
  const pairs = matchedRequests(session, rows).filter(([row]) => !isRetold(row));
  // The server counts images like Gemini.
  const ledger = buildTokenLedger(session, session.format === "gemini-cli" ? { ...COUNTED, id: "gemini" } : COUNTED);
  const all = reconstructRequests(session, ledger);
  const prefixes = promptPrefixes(session, ledger, all);
  const requests = pairs.map(([, index]) => all[index] as (typeof all)[number]);
  const told = spendOf({ session, ledger, requests, prefixes });
  const [main, ...others] = told.agents;
  const sent = sentByTool(pairs, session);
  const own = new Map<string, number>();
  for (const { group, name, sent } of main?.rows ?? []) if (IS_TOOL.has(group)) add(own, name, sent);
  const names = [...new Set([...sent.keys(), ...own.keys()])];
  const unknown = told.agents.flatMap((agent) => agent.rows).filter(({ group }) => group === "not-in-log");
  return {
    requests: pairs.length,
    total: sum(pairs, ([{ usage }]) => usage.total),
    tools: new Map(names.map((name) => [name, [sent.get(name) ?? 0, own.get(name) ?? 0]])),
    subAgents: [
      sum(pairs, ([{ kind, usage }]) => (kind === "sub" ? usage.total : 0)),
      sum(others, (agent) => agent.sent),
    ],
    notLogged: [missingIn(pairs, session), sum(unknown, (row) => row.sent)],
  };
}

/** A compaction call that sends the conversation as one text (OpenCode), so the server cannot attribute its parts. */
const isRetold = ({ kind, blocks }: LedgerRow): boolean =>
  kind === "compaction" && !blocks.some(([block]) => block === "call" || block === "result");

/** The tool that differs most, and by how many tokens. */
export function largestDifference({ tools }: SpendBeside): readonly [name: string, tokens: number] {
  const off = [...tools].map(([name, [sent, told]]) => [name, Math.abs(sent - told)] as const);
  return off.sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
}

const IS_TOOL: ReadonlySet<string> = new Set(["tool", "mcp-server", "skill", "sub-agent"]);

/** Definitions, calls, results and their images in the main agent's prompts, by tool. */
function sentByTool(pairs: readonly (readonly [LedgerRow, number])[], session: Session): Map<string, number> {
  const sums = new Map<string, number>();
  const ownersOf = ownersByHash(session);
  for (const [{ kind: agent, blocks }] of pairs) {
    if (agent === "sub") continue;
    const open: string[] = [];
    let last = "";
    for (const [kind, tokens, hash, name] of blocks) {
      if (kind === "tools" && session.captured === undefined) continue;
      const owners = ownersOf.get(hash);
      if (kind === "tools") last = toolSource(name).name;
      else if (kind === "call") {
        last = owners?.[0] ?? toolSource(name).name;
        open.push(last);
      } else if (kind === "result") {
        // Two tools may have the same result; it belongs to a call that is still unanswered.
        const at = Math.max(0, owners ? open.findIndex((one) => owners.includes(one)) : 0);
        last = open.splice(at, 1)[0] ?? owners?.[0] ?? "";
      } else if (kind !== "image") continue;
      add(sums, last, tokens);
    }
  }
  return sums;
}

/** The owner of each logged call and result, by its hash: its tool, or the sub-agent that it started. */
function ownersByHash({ messages, agents }: Session): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  const note = (block: string, owner: string) =>
    owners.set(digest(block), [...(owners.get(digest(block)) ?? []), owner]);
  const names = new Map<string, string>();
  const started = new Map(agents.map(({ toolCallId, title, id }) => [toolCallId, title ?? id]));
  for (const part of messages.flatMap(({ parts }) => parts))
    if (part.type === "tool-call") {
      const name = started.get(part.toolCallId) ?? toolSource(part.toolName).name;
      names.set(part.toolCallId, name);
      note(`call\0${part.toolName}${partText(part)}`, name);
    } else if (part.type === "tool-result") note(`result\0${partText(part)}`, names.get(part.toolCallId) ?? "");
  return owners;
}

/**
 * Tokens of these requests whose text is not in the log. For a request logged as sent: blocks without a logged
 * counterpart, neither the same text nor another of their kind at the same place (paths in the shared logs differ from
 * those sent). For other requests of such a log: what none of its logged requests sent.
 */
function missingIn(pairs: readonly (readonly [LedgerRow, number])[], session: Session): number {
  const promptOf = (index: number) => session.responses[index]?.prompt;
  const held = new Set(
    pairs.flatMap(([{ blocks }, index]) => (promptOf(index) ? blocks.map(([, , hash]) => hash) : [])),
  );
  return sum(pairs, ([row, index]) => {
    const prompt = promptOf(index);
    if (prompt === undefined && session.captured === undefined) return unlogged(row, session, index);
    const told = prompt === undefined ? [] : sentBlocks(session, prompt);
    const known = prompt === undefined ? held : new Set(told.map(({ hash }) => hash));
    const missing = row.blocks.filter(([kind, , hash], at) => !known.has(hash) && told[at]?.kind !== kind);
    return sum(missing, ([, tokens]) => tokens);
  });
}

const add = (sums: Map<string, number>, key: string, tokens: number) => sums.set(key, (sums.get(key) ?? 0) + tokens);
const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0);
