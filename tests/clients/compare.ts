import { importTranscript } from "@/lib/importers/import-transcript";
import type { Session } from "@/lib/transcript/session";
import { countSession } from "@/lib/view-models/session-counts";
import { type Kind, type LedgerRow, ledgerDifferences, readLedger } from "@/tests/support/client-ledger";
import { logShares } from "@/tests/support/log-shares";
import { diskFile } from "@/tests/support/transcript-file";
import type { Client } from "./clients";
import type { Ran } from "./run-scenario";
import { compareTexts } from "./texts";

/** What a session tells beside what the server knows. */
export type Comparison = {
  readonly sent: number;
  readonly told: number;
  readonly refused: readonly [sent: number, told: number];
  readonly calls: readonly [sent: number, told: number];
  readonly compactions: readonly [sent: number, told: number];
  /** Texts that are equal, of those that are compared. */
  readonly texts: readonly [equal: number, compared: number];
  /** As shares of the prompts: of what is not in the log. */
  readonly unseen: readonly [sent: number, told: number];
  readonly drops: readonly number[];
  readonly breaks: readonly string[];
  /** Known not to be in the log, each with its reason. */
  readonly notLogged: readonly string[];
  /** What should not be. */
  readonly differences: readonly string[];
};

const KINDS: readonly Kind[] = ["user", "assistant", "reasoning", "call", "result"];
/** Gemini CLI logs summaries of thoughts, which it never sends. */
const kindsOf = ({ id }: Client): readonly Kind[] =>
  id === "gemini-cli" ? KINDS.filter((kind) => kind !== "reasoning") : KINDS;

/** Compares the session that a scenario left with the ledger; null if the client asked nothing. */
export async function compare(client: Client, { files, ledger: file }: Ran): Promise<Comparison | null> {
  const ledger = readLedger(file);
  const answered = ledger.filter(({ status }) => status === 200);
  if (answered.length === 0) return null;
  const session = await closestSession(files, ledger);
  if (session === null) return null;
  const texts = compareTexts(session, ledger, kindsOf(client));
  const kinds = session.captured === undefined ? kindsOf(client) : [];
  const found = [...ledgerDifferences(session, ledger, kinds), ...texts.differences];
  const reasons = found.map((one) => client.notLogged.find(({ what }) => what.test(one)));
  const counts = countSession(session);
  const shares = logShares(session, ledger);
  const calls = answered.reduce((sum, row) => sum + row.calls.length, 0);
  return {
    sent: answered.length,
    told: session.responses.length,
    refused: [ledger.length - answered.length, counts.api_errors],
    calls: [calls, counts.tool_calls],
    compactions: [answered.some(({ kind }) => kind === "compaction") ? 1 : 0, counts.compactions],
    texts: [texts.equal, texts.compared],
    unseen: [texts.missing === null ? shares.missing : texts.missing / shares.total, shares.shown],
    drops: shares.drops,
    breaks: shares.breaks.map(([request, cause]) => `#${request} ${cause}`),
    notLogged: reasons.flatMap((reason) => (reason ? [reason.why] : [])),
    differences: found.filter((_, at) => reasons[at] === undefined),
  };
}

/** A database may hold several sessions, and a client may leave stubs: the one is meant that differs least. */
async function closestSession(files: readonly string[], ledger: readonly LedgerRow[]): Promise<Session | null> {
  if (files.length === 0) return null;
  const imported = await importTranscript(files.map(diskFile));
  const sessions = imported.ok ? imported.value.sessions : [];
  const distance = (session: Session) => ledgerDifferences(session, ledger, []).length;
  return sessions.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
