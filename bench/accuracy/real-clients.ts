/**
 * Compares the requests in real clients' sessions with what a scripted model server received: those of
 * Claude Code block by block, those of other clients by their breaks and by the share of the prompts that
 * the log lacks.
 *
 * node scripts/run-ts.mjs bench/accuracy/real-clients.ts
 */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { importTranscript } from "@/lib/importers/import-transcript";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { windowUse } from "@/lib/read-models/context-window";
import { costOf } from "@/lib/read-models/session-cost";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { promptTokens } from "@/lib/transcript/usage";
import { type LedgerRow, readScenario, sentBlocks, unloggedTokens } from "@/tests/support/claude-ledger";
import { printShares } from "./log-shares";
import { percent, printTable } from "./print-table";

const CLIENTS = path.resolve("../shared/real-clients");
const FOLDER = path.join(CLIENTS, "claude-code-2.1.331");
const COLUMNS = [
  "scenario",
  "requests sent / shown",
  "usage equal",
  "blocks equal",
  "with a changed path",
  "not in the log, shown / true",
  "tools, shown / true",
  "cost, ours / the client's",
  "window",
  "breaks",
];

async function rowOf(scenario: string): Promise<string[]> {
  const { files, ledger } = readScenario(path.join(FOLDER, scenario));
  const imported = await importTranscript(files);
  const [session] = imported.ok ? imported.value.sessions : [];
  if (!session) throw new Error(`${scenario} does not import`);
  const analysis = analyzeSession(session, loadVocabulary);
  const rows = inOrder(ledger.filter(({ status }) => status === 200));
  const pairs = rows.map((row, at) => [row, session.responses[at]] as const);
  const equal = pairs.filter(([{ usage }, response]) => isEqual(usage, response?.usage ?? null)).length;
  const blocks = pairs.flatMap(([row, response]) => {
    const told = response?.prompt ? sentBlocks(session, response.prompt) : [];
    return told.map(({ hash }, at) => hash === row.blocks[at]?.[2]);
  });
  const all = sum(rows, ({ total }) => total);
  const asked = unloggedTokens(rows);
  return [
    scenario,
    `${rows.length} / ${session.responses.length}`,
    `${equal} of ${rows.length}`,
    `${blocks.filter(Boolean).length} of ${blocks.length}`,
    `${blocks.filter((isSame) => !isSame).length}`,
    `${shareOf(analysis, "unseen")} / ${percent(asked / all)}`,
    `${shareOf(analysis, "tools")} / ${percent(sum(rows, ({ kinds }) => kinds.tools ?? 0) / all)}`,
    `$${costOf(analysis).amount?.toFixed(4)} / $${session.totals?.cost?.toFixed(4)}`,
    `${windowUse(session, analysis.requests).tokens}`,
    analysis.cache.breaks.map(({ cause, confidence }) => `${cause}, ${confidence}`).join("; ") || "–",
  ];
}

/** The calls of sub-agents come after those of the main agent, as in a session. */
const inOrder = (rows: readonly LedgerRow[]) => [
  ...rows.filter(({ kind }) => kind !== "sub"),
  ...rows.filter(({ kind }) => kind === "sub"),
];

function isEqual(sent: LedgerRow["usage"], told: Parameters<typeof promptTokens>[0] | null): boolean {
  return (
    told !== null && promptTokens(told) === sent.total && told.cacheRead === sent.read && told.output === sent.output
  );
}

function shareOf({ requests }: Analysis, kind: "unseen" | "tools"): string {
  return percent(
    sum(requests, ({ composition }) => composition[kind]) / sum(requests, (one) => one.promptTokens.tokens),
  );
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0);

if (!existsSync(FOLDER)) console.log(`Nothing to compare with: ${FOLDER} is absent.`);
else {
  const rows: string[][] = [];
  for (const scenario of readdirSync(FOLDER)) rows.push(await rowOf(scenario));
  printTable("Claude Code 2.1.331, request by request", COLUMNS, rows);
  await printShares(CLIENTS);
}
