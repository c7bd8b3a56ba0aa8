/**
 * Statements of the answers about randomly drawn sessions, to be checked against the raw logs by other
 * means. The sessions of earlier seeds (40 each) can be left out, so that fixes are measured on new
 * sessions.
 *
 * node scripts/run-ts.mjs bench/answer/statements.ts [seed] [sessions] [seeds to leave out…]
 * node scripts/run-ts.mjs bench/answer/statements.ts <files of one client…>   every session in them
 */
import { importTranscript } from "@/lib/importers/import-transcript";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import { formatAmount } from "@/lib/read-models/words/format-amount";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import type { Session } from "@/lib/transcript/session";
import { counted } from "@/lib/view-models/answer/answer-lines";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { formatCauseMoney } from "@/lib/view-models/answer/ranked-causes";
import { corpusSession, drawSessions, transcriptFile } from "../corpus-sessions";

const DRAWN_BEFORE = 40;

const LISTED = 40;

function placesIn(places: readonly { agent: string; number: number }[]): string {
  const listed = places.slice(0, LISTED).map(({ agent, number }) => `#${number}${agent === "main" ? "" : `@${agent}`}`);
  return [...listed, ...(places.length > LISTED ? [`and ${places.length - LISTED} more`] : [])].join(" ");
}

function statementsOf(session: Session) {
  const analysis = analyzeSession(session, loadVocabulary);
  const answer = answerOf(analysis);
  const { window, cache, models } = toSessionSummary(analysis, answer);
  const { causes, unexplained, cost, list_price, breaks, checked, unanswerable, ...said } = answer;
  return {
    ...said,
    models,
    cost: formatAmount(cost),
    list_price: list_price && formatAmount(list_price),
    breaks: { ...breaks, money: formatAmount(breaks.money) },
    peak_tokens_of_main_agent: window.peak_tokens,
    read_share: cache.read_share,
    causes: [...causes, ...(unexplained ? [unexplained] : [])].map(({ evidence, covers, ...cause }) => ({
      ...cause,
      money: formatCauseMoney(cause),
      count: counted(evidence),
      at: placesIn(evidence.requests),
      parts: covers.parts.slice(0, 3),
    })),
    checked: checked.map(({ name, note }) => `${name}: ${note}`),
    unanswerable: unanswerable.map(({ name, note }) => `${name}: ${note}`),
    notes: session.issues.map(({ code, line }) => `${code} ${line ?? ""}`),
  };
}

const drawnWithout = (leftOut: ReadonlySet<string>, seed: number) =>
  drawSessions(seed, Number.POSITIVE_INFINITY).filter(({ id }) => !leftOut.has(id));

async function printDrawn(seed: number, count: number, before: readonly number[]): Promise<void> {
  const leftOut = new Set<string>();
  for (const other of before) for (const { id } of drawnWithout(leftOut, other).slice(0, DRAWN_BEFORE)) leftOut.add(id);
  for (const { id, client, fold, files, ...row } of drawnWithout(leftOut, seed).slice(0, count)) {
    const session = await corpusSession({ id, client, fold, files, ...row });
    if (session !== null) console.log(JSON.stringify({ id, client, fold, files, ...statementsOf(session) }));
  }
}

async function printFiles(files: readonly string[]): Promise<void> {
  const imported = await importTranscript(files.map(transcriptFile));
  if (!imported.ok) throw new Error(JSON.stringify(imported.error));
  for (const session of imported.value.sessions)
    console.log(JSON.stringify({ id: session.id, client: session.format, files, ...statementsOf(session) }));
}

const given = process.argv.slice(2);
const [seed = 7, count = 40, ...before] = given.map(Number);
if (given.some((word) => Number.isNaN(Number(word)))) await printFiles(given);
else await printDrawn(seed, count, before);
