import { type Part, partText } from "../conversation/part";
import { rootsOf } from "../evaluation/cut-at";
import { ENTITY_KINDS } from "../evaluation/entities/entity";
import { createReaders, type KnownEntity } from "../evaluation/evidence";
import type { Statement } from "../evaluation/statements/find-statements";
import { type CompactionLoss, compactionPlaces, measureCompaction } from "../replay/compaction-loss";
import { endsCompacted, withNextRequest } from "../replay/next-request";
import type { MessageRun, Session, SessionMessage } from "../transcript/session";
import { likelyNeeded, lostAtOnce } from "../view-models/receipt/likely-needed";

export type AfterCompaction = {
  /** One or two lines for the person: what was lost. */
  readonly report: string;
  /** Number of facts that are no longer in the prompt. */
  readonly gone: number;
  /**
   * For the model: the lost facts that it will most likely need, at most `limit` characters; empty if nothing was lost.
   */
  readonly reminder: string;
};

const MAIN = "main";

/**
 * Losses of the main agent's last compaction, judged as soon as it is done, when the future is unknown. If the log does
 * not contain the compaction yet, `summary` is its summary, or null if unknown: the reminder then lists what was in
 * use, regardless of the summary. Null if the log contains no request.
 */
export function afterCompaction(
  session: Session,
  { summary, limit }: { readonly summary: string | null; readonly limit: number },
): AfterCompaction | null {
  const isLogged = endsCompacted(session, MAIN);
  if (!isLogged && session.responses.length === 0) return null;
  const compacted = withNextRequest(isLogged ? session : withSummary(session, summary ?? ""), MAIN);
  const place = compactionPlaces(compacted, MAIN).at(-1);
  if (!place) return null;
  const readers = createReaders((part: Part) => Math.ceil(partText(part).length / 4), rootsOf(session));
  const measured = measureCompaction(compacted, place, readers);
  const known = lostAtOnce(session, measured);
  return {
    gone: known.lost.length,
    report: reportOf(measured, known.lost, known.statements),
    reminder: likelyNeeded(known, isLogged || summary !== null, limit),
  };
}

/**
 * The session as its log will be: the summary replaces everything except what the client sends with each prompt anyway.
 */
function withSummary(session: Session, summary: string): Session {
  const atMessage = session.messages.length;
  const id = `summary-${atMessage}`;
  const message: SessionMessage = {
    id,
    role: "user",
    agent: MAIN,
    origin: "summary",
    parts: [{ id: `${id}.0`, type: "text", text: summary }],
  };
  return {
    ...session,
    messages: [...session.messages, message],
    events: [
      ...session.events,
      {
        type: "compaction",
        agent: MAIN,
        atMessage,
        trigger: "unknown",
        summaryMessageId: id,
        kept: clientsOwn(session),
      },
    ],
  };
}

const clientsOwn = ({ messages }: Session): MessageRun[] =>
  messages.flatMap(({ role, origin }, start) =>
    role === "system" || origin === "client" ? [{ start, end: start + 1 }] : [],
  );

function reportOf(
  { survival, partsGone, evidence }: CompactionLoss,
  lost: readonly KnownEntity[],
  statements: readonly Statement[],
): string {
  const kinds = survival.filter(({ kind, of }) => of > 0 && (ENTITY_KINDS as readonly string[]).includes(kind));
  const kept = kinds.map(({ kind, kept, of }) => `${kind}s ${kept} of ${of}`).join(", ");
  const instructions = statements.filter(({ kind }) => kind === "instruction").length;
  return [
    `Winnow: the compaction took ${partsGone} of ${evidence.blocks.length} parts; ${lost.length} ${lost.length === 1 ? "fact is" : "facts are"} no longer shown (kept: ${kept || "none"}).`,
    ...(instructions > 0
      ? [
          `${instructions === 1 ? "A sentence" : `${instructions} sentences`} in which you asked for something ${instructions === 1 ? "is" : "are"} gone.`,
        ]
      : []),
  ].join(" ");
}
