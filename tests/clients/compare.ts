import { importTranscript } from "@/lib/importers/import-transcript";
import { usageOf } from "@/lib/importers/part-drafts";
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import { costOf } from "@/lib/read-models/session-cost";
import { countSession } from "@/lib/read-models/session-counts";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { type Session, SUMMARISER } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { type Kind, type LedgerRow, ledgerDifferences, readLedger } from "@/tests/support/client-ledger";
import { logShares } from "@/tests/support/log-shares";
import { diskFile } from "@/tests/support/transcript-file";
import type { Client } from "./clients";
import { compareLogged, type LoggedRequests } from "./logged-requests";
import { passedUnchanged, recordedBodies } from "./recorded";
import { compareContents } from "./recorded-contents";
import type { Ran } from "./run-scenario";
import { compareStatements, statementsIn } from "./statements";
import { compareTexts } from "./texts";
import { breakDifferences } from "./true-breaks";

/** A session's figures compared with the server's. */
export type Comparison = {
  readonly sent: number;
  readonly told: number;
  readonly refused: readonly [sent: number, told: number];
  readonly calls: readonly [sent: number, told: number];
  readonly compactions: readonly [sent: number, told: number];
  /** Equal texts, out of those compared. */
  readonly texts: readonly [equal: number, compared: number];
  /**
   * The number of exchanges whose bytes passed the recorder unchanged in both directions, and of all; null without a
   * recorder.
   */
  readonly passed: readonly [equal: number, all: number] | null;
  /**
   * Recorded prompts with the same tokens by kind, tools and calls as the model received and sent; null without a
   * recorder.
   */
  readonly contents: readonly [equal: number, compared: number] | null;
  /** Requests in the client's log that equal the recorded ones, out of those it logs as sent; null if it logs none. */
  readonly asLogged: readonly [equal: number, logged: number] | null;
  /**
   * What is missing from the log, as shares of the prompts except those of compaction calls, which some clients do not
   * log.
   */
  readonly unseen: readonly [sent: number, told: number | null];
  /** Requests that read less than the previous one, and by how much. */
  readonly drops: readonly string[];
  readonly breaks: readonly string[];
  /** What is known to be missing from the log, each with its reason. */
  readonly notLogged: readonly string[];
  /** Figures reported by the client that equal ours, out of those compared. */
  readonly statements: readonly [equal: number, compared: number];
  /** Unexpected differences. */
  readonly differences: readonly string[];
};

const KINDS: readonly Kind[] = ["user", "assistant", "reasoning", "call", "result"];
/** Gemini CLI logs summaries of thoughts, but never sends them. */
const kindsOf = ({ id }: Client): readonly Kind[] =>
  id === "gemini-cli" ? KINDS.filter((kind) => kind !== "reasoning") : KINDS;

/** Compares a scenario's session with the ledger; null if the client sent no request. */
export async function compare(client: Client, ran: Ran, isRecorded: boolean): Promise<Comparison | null> {
  const { ledger: file } = ran;
  const ledger = readLedger(file);
  const answered = ledger.filter(({ status }) => status === 200);
  if (answered.length === 0) return null;
  const logged = await closestSession(isRecorded ? ran.recordings : ran.files, ledger);
  if (logged === null) return null;
  const hasUsage = logged.responses.some(({ usage }) => usage !== null);
  const session = hasUsage ? logged : withUsage(logged, answered);
  const analysis = analyzeSession(logged, loadVocabulary);
  const said = compareStatements(analysis, statementsIn(ran));
  const compared = compareTexts(session, ledger, kindsOf(client));
  const recorded = isRecorded ? recordedBodies(ran) : null;
  const passed = isRecorded ? passedUnchanged(ran) : null;
  const own = isRecorded ? compareLogged(ran) : null;
  const texts =
    recorded && passed ? { ...compared, differences: [...recorded.differences, ...passed.differences] } : compared;
  const kinds = session.captured === undefined ? kindsOf(client) : [];
  const paired = isRecorded
    ? ledger.map((row) => (isBeside(session, row) ? { ...row, kind: "sub" as const } : row))
    : ledger;
  const contents = isRecorded ? compareContents(session, paired) : null;
  const shares = logShares(session, ledger);
  const found = [
    ...ledgerDifferences(session, paired, kinds),
    ...(contents?.differences ?? []),
    ...(isRecorded ? breakDifferences(shares.breaks, ledger) : []),
    ...texts.differences,
    ...costDifferences(analysis),
    ...said.differences,
    ...(own?.differences ?? []),
    ...unloggedIn(own, ledger),
    ...issuesOf(logged),
  ];
  const reasons = found.map((one) => client.notLogged.find(({ what }) => what.test(one)));
  const counts = countSession(session);
  const ordinary = answered.filter(({ kind }) => kind !== "compaction");
  const { missing, shown, total } = logShares(session, ordinary);
  const calls = answered.reduce((sum, row) => sum + row.calls.length, 0);
  return {
    sent: answered.length,
    told: session.responses.length,
    refused: [ledger.length - answered.length, counts.api_errors],
    calls: [calls, counts.tool_calls],
    compactions: [answered.some(({ kind }) => kind === "compaction") ? 1 : 0, counts.compactions],
    texts: recorded?.texts ?? [texts.equal, texts.compared],
    passed: passed?.passed ?? null,
    contents: contents && [contents.equal, contents.compared],
    asLogged: own && [own.equal, own.logged],
    unseen: [
      recorded ? 1 - recorded.texts[0] / recorded.texts[1] : texts.missing === null ? missing : texts.missing / total,
      hasUsage ? shown : null,
    ],
    drops: dropsIn(answered),
    breaks: (hasUsage ? shares.breaks : []).map(([request, cause]) => `#${request} ${cause}`),
    notLogged: [
      ...reasons.flatMap((reason) => (reason ? [reason.why] : [])),
      ...(hasUsage ? [] : ["no usage of any request is logged"]),
    ],
    statements: [said.equal, said.compared],
    differences: found.filter((_, at) => reasons[at] === undefined),
  };
}

/** A recording also has the calls outside the conversation, as other agents; the summary's agent is named. */
const isBeside = ({ responses, agents }: Session, { kind, usage }: LedgerRow): boolean =>
  kind === "side" ||
  (kind === "compaction" &&
    responses.some(
      ({ agent, usage: told }) =>
        told !== null &&
        promptTokens(told) === usage.total &&
        agents.some(({ id, title }) => id === agent && title === SUMMARISER),
    ));

/** Claude Code logs every request but those of compactions. */
function unloggedIn(own: LoggedRequests | null, ledger: readonly LedgerRow[]): string[] {
  const rest = (own?.unlogged ?? 0) - ledger.filter(({ kind }) => kind === "compaction").length;
  return rest > 0 ? [`${rest} recorded requests are not in the client's log`] : [];
}

/** The import's own issues with the log, once per kind. */
const issuesOf = ({ issues }: Session): string[] => [
  ...new Map(issues.map(({ code, message }) => [code, `the import says: ${message}`])).values(),
];

/** Where the client logs its own cost of the session. */
function costDifferences({ session, ledger }: Analysis): string[] {
  const said = session.totals?.cost ?? null;
  const ours = costOf({ session, ledger }).amount;
  const isEqual = said === null || (ours !== null && Math.abs(ours - said) < 0.000_05);
  return isEqual ? [] : [`the session cost $${ours}, the client's log says $${said}`];
}

/** Requests in a log without usage can only be paired by order, so each gets the server's usage. */
function withUsage(session: Session, answered: readonly LedgerRow[]): Session {
  const responses = session.responses.map((response, at) => {
    const row = answered[at];
    if (!row) return response;
    const { total, read, write, output } = row.usage;
    return {
      ...response,
      usage: usageOf({ uncachedInput: total - read - write, cacheRead: read, cacheWriteUnsplit: write, output }),
    };
  });
  return { ...session, responses };
}

function dropsIn(answered: readonly LedgerRow[]): string[] {
  const main = answered.filter(({ kind }) => kind === "main");
  return main.flatMap(({ n, usage }, at) => {
    const less = (main[at - 1]?.usage.read ?? 0) - usage.read;
    return less > 0 ? [`#${n} by ${less}`] : [];
  });
}

/** A database may contain several sessions, and a client may leave stubs; picks the one that differs least. */
async function closestSession(files: readonly string[], ledger: readonly LedgerRow[]): Promise<Session | null> {
  if (files.length === 0) return null;
  const imported = await importTranscript(files.map(diskFile));
  const sessions = imported.ok ? imported.value.sessions : [];
  const distance = (session: Session) => ledgerDifferences(session, ledger, []).length;
  return sessions.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}
