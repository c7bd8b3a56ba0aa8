/**
 * Compares what a session's tools and sub-agents took, as GET /api/sessions/:id/spend says, with the bodies that a scripted model
 * server received from real clients. Both sides count in o200k, without frames.
 *
 *     node scripts/run-ts.mjs bench/accuracy/spend.ts
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { SpendRow } from "@/lib/api/schemas/spend";
import { importTranscript } from "@/lib/importers/import-transcript";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { toolSource } from "@/lib/spend/source";
import { spendOf } from "@/lib/spend/spend-of-session";
import { createTokenizer, type Tokenizer } from "@/lib/tokenizers/tokenizer";
import type { Session } from "@/lib/transcript/session";
import { type LedgerRow, matchedRequests, readLedger } from "@/tests/support/client-ledger";
import { diskFile } from "@/tests/support/transcript-file";
import { percent, printTable } from "./print-table";

const COUNTED: Tokenizer = { ...createTokenizer("o200k", loadVocabulary), id: "generic" };
const ROOT = path.resolve("../shared/real-clients");

type Sums = Map<string, number>;
const add = (sums: Sums, key: string, tokens: number) => sums.set(key, (sums.get(key) ?? 0) + tokens);

/** Tokens of definitions, calls and results of each tool over these requests. A result has no name: it is that of the call at its place. */
function sentByTool(rows: readonly LedgerRow[], hasDefinitions: boolean): Sums {
  const sums: Sums = new Map();
  for (const { blocks } of rows) {
    const calls = blocks.filter(([kind]) => kind === "call").map(([, , , name]) => name);
    let results = 0;
    for (const [kind, tokens, , name] of blocks)
      if (kind === "tools" && hasDefinitions) add(sums, keyOf(name), tokens);
      else if (kind === "call") add(sums, keyOf(name), tokens);
      else if (kind === "result") add(sums, keyOf(calls[results++] ?? ""), tokens);
  }
  return sums;
}

const keyOf = (tool: string): string => toolSource(tool).name;

const rowsOf = (session: Session) => {
  const ledger = buildTokenLedger(session, COUNTED);
  const requests = reconstructRequests(session, ledger);
  return spendOf({ session, ledger, requests, prefixes: promptPrefixes(session, ledger, requests) });
};

async function sessionIn(files: readonly string[], ledger: readonly LedgerRow[]): Promise<Session | null> {
  const imported = await importTranscript(files.map(diskFile));
  const sessions = imported.ok ? imported.value.sessions : [];
  const matched = (session: Session) => matchedRequests(session, ledger).length;
  return sessions.toSorted((one, other) => matched(other) - matched(one))[0] ?? null;
}

async function compare(name: string, files: readonly string[], ledger: readonly LedgerRow[]): Promise<string[][]> {
  const session = await sessionIn(files, ledger);
  if (session === null) return [];
  const answer = rowsOf(session);
  const matched = matchedRequests(session, ledger).map(([row]) => row);
  // The database of this scenario is not there: another one's session was found.
  if (matched.length < 0.7 * ledger.filter(({ status }) => status === 200).length) return [];
  const total = matched.reduce((sum, { usage }) => sum + usage.total, 0);
  const main = answer.agents[0]?.rows ?? [];
  const truth = sentByTool(
    matched.filter(({ kind }) => kind !== "sub"),
    session.captured !== undefined,
  );
  const told = new Map(main.filter(isTool).map((row) => [row.name, row.sent]));
  const tools = [...new Set([...truth.keys(), ...told.keys()])].map(
    (tool) => [truth.get(tool) ?? 0, told.get(tool) ?? 0, tool] as const,
  );
  const subs = matched.filter(({ kind }) => kind === "sub").reduce((sum, { usage }) => sum + usage.total, 0);
  const toldSubs = answer.agents.slice(1).reduce((sum, { sent }) => sum + sent, 0);
  const off = tools
    .map(([true_, own, tool]) => [Math.abs(true_ - own) / total, tool] as const)
    .sort(([a], [b]) => b - a)[0];
  return [
    [
      name,
      `${matched.length}`,
      `${tools.length}`,
      `${tools.reduce((sum, [tokens]) => sum + tokens, 0)} / ${tools.reduce((sum, [, tokens]) => sum + tokens, 0)}`,
      off ? `${percent(off[0])} (${off[1]})` : "–",
      `${subs} / ${toldSubs}`,
    ],
  ];
}

const isTool = ({ group }: SpendRow) =>
  group === "tool" || group === "mcp-server" || group === "skill" || group === "sub-agent";
const rows: string[][] = [];
for (const client of existsSync(ROOT) ? readdirSync(ROOT) : [])
  for (const scenario of client.match(/\d$/) ? readdirSync(path.join(ROOT, client)) : []) {
    const folder = path.join(ROOT, client, scenario);
    const ledger = path.join(folder, "ledger.jsonl");
    if (!existsSync(ledger)) continue;
    const own = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /\.jsonl?$/.test(file) && path.basename(file) !== "ledger.jsonl",
    );
    const files = client.startsWith("opencode")
      ? [path.join(ROOT, client, "opencode.db")]
      : own.sort().map((file) => path.join(folder, file));
    rows.push(...(await compare(`${client} ${scenario}`, files, readLedger(ledger))));
  }
printTable(
  "Calls and results of tools, sub-agents",
  [
    "scenario",
    "requests",
    "tools",
    "tokens of tools, true / told",
    "largest difference of a tool, of all",
    "sub-agents, true / told",
  ],
  rows,
);
