import type { CommentJson } from "../api/schemas/comment";
import type { RequestRow } from "../api/schemas/request-row";
import { ok, type Result } from "../conversation/errors";
import type { Exporter, ExportInput } from "./exporter";
import { type RedactionFinding, type RedactionMode, Redactor, type SecretDetector } from "./redact";
import { redactSelection } from "./redact-selection";
import { type Selection, type SelectionQuery, type SessionReader, selectSession } from "./select-session";

export type ExportQuery = SelectionQuery & { readonly redact: RedactionMode | null };
export type ExportTables = {
  readonly requests: () => readonly RequestRow[];
  readonly compactions: ExportInput["compactions"];
  readonly comments: readonly CommentJson[];
};
/** `findings` is complete once `text` was read to the end. */
export type SessionExport = { readonly text: Iterable<string>; findings(): RedactionFinding[] };

/**
 * A session (or one agent's history, or the context of a request) as text in one format. `detect` finds secrets in addition to
 * Winnow's own rules.
 */
export function exportSession(
  exporter: Exporter,
  reader: SessionReader,
  tables: ExportTables,
  query: ExportQuery,
  detect?: SecretDetector,
): Result<SessionExport> {
  const selected = selectSession(reader, withDefaultAgent(exporter, reader, query));
  if (!selected.ok) return selected;
  const redactor = query.redact === null ? null : new Redactor(query.redact, detect);
  const selection = redactor ? redactSelection(selected.value, redactor) : selected.value;
  const { agent } = query;
  const { scope } = selected.value;
  const isChosen = (row: RequestRow) =>
    (scope.kind !== "request" || row.index === scope.request) && (agent === null || row.agent === agent);
  const text = exporter.write({
    selection,
    redactor,
    requests: () => tables.requests().filter(isChosen),
    compactions: tables.compactions,
    comments: commentsOf(tables.comments, selected.value, redactor),
  });
  return ok({ text, findings: () => redactor?.report() ?? [] });
}

function commentsOf(
  comments: readonly CommentJson[],
  { scope }: Selection,
  redactor: Redactor | null,
): readonly CommentJson[] {
  const isChosen = ({ agent, index_in_agent }: CommentJson) =>
    scope.kind === "session" ||
    (agent === scope.agent && (scope.kind === "agent" || index_in_agent === scope.indexInAgent));
  const chosen = comments.filter(isChosen);
  if (!redactor) return chosen;
  return chosen.map((comment) => ({
    ...comment,
    text: redactor.text(comment.text, `comment on request ${comment.index_in_agent + 1}`),
  }));
}

/** Adds the main agent to a query for a conversation, because a conversation belongs to one agent. */
function withDefaultAgent(exporter: Exporter, { frame }: SessionReader, query: ExportQuery): SelectionQuery {
  if (!exporter.isConversation || query.agent !== null || query.request !== null || (query.number ?? null) !== null)
    return query;
  const main = frame.agents.find(({ kind }) => kind === "main") ?? frame.agents[0];
  return { ...query, agent: main?.id ?? "main" };
}
