import type { CommentJson } from "../api/schemas/comment";
import type { CostAnswer } from "../api/schemas/cost-answer";
import type { RequestRow } from "../api/schemas/request-row";
import { ok, type Result } from "../conversation/errors";
import type { ToolDefinition } from "../conversation/message";
import type { SessionEvent, SessionMessage } from "../transcript/session";
import { answerLines } from "../view-models/answer/answer-lines";
import type { Exporter, ExportInput } from "./exporter";
import { type RedactionFinding, type RedactionMode, Redactor, type SecretDetector } from "./redact";
import { mapSame, redactJson, redactPart } from "./redact-part";
import {
  type Selection,
  type SelectionQuery,
  type SessionFrame,
  type SessionReader,
  selectSession,
} from "./select-session";

export type ExportQuery = SelectionQuery & { readonly redact: RedactionMode | null };
export type ExportTables = {
  readonly requests: () => readonly RequestRow[];
  readonly compactions: ExportInput["compactions"];
  readonly comments: readonly CommentJson[];
  /** Null if the session was imported by an older version, which stored no answer. */
  readonly answer: () => CostAnswer | null;
};
/** `findings` is complete once `text` has been read to the end. */
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
    subAgents: reader.frame.agents.flatMap(({ id }) => (id === "main" ? [] : [id])),
    compactions: tables.compactions,
    comments: commentsOf(tables.comments, selected.value, redactor),
    answer: scope.kind === "session" ? answerOf(tables, redactor) : [],
  });
  return ok({ text, findings: () => redactor?.report() ?? [] });
}

function answerOf({ answer }: ExportTables, redactor: Redactor | null): readonly string[] {
  const found = answer();
  const lines = found === null ? [] : answerLines(found);
  return redactor ? lines.map((line) => redactor.text(line, "the answer")) : lines;
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

/** Sets the main agent in a query for a conversation without an agent, because a conversation belongs to one agent. */
function withDefaultAgent(exporter: Exporter, { frame }: SessionReader, query: ExportQuery): SelectionQuery {
  if (!exporter.isConversation || query.agent !== null || query.request !== null || (query.number ?? null) !== null)
    return query;
  const main = frame.agents.find(({ kind }) => kind === "main") ?? frame.agents[0];
  return { ...query, agent: main?.id ?? "main" };
}

/** The selection with every text of its frame and messages redacted. Ids and places stay. */
function redactSelection(selection: Selection, redactor: Redactor): Selection {
  const frame = redactFrame(selection.frame, redactor);
  return {
    ...selection,
    frame,
    *messages() {
      for (const message of selection.messages()) yield redactMessage(message, redactor);
    },
  };
}

function redactMessage(message: SessionMessage, redactor: Redactor): SessionMessage {
  const parts = mapSame(message.parts, (part) => redactPart(part, redactor));
  return parts === message.parts ? message : { ...message, parts };
}

/** Drops captured prompts, because they are only evidence while their bytes match the log's. */
function redactFrame({ captured: _, ...frame }: SessionFrame, redactor: Redactor): SessionFrame {
  const text = (value: string, where: string) => redactor.text(value, where);
  return {
    ...frame,
    title: text(frame.title, "title"),
    project: frame.project === null ? null : text(frame.project, "project"),
    files: frame.files.map((file) => ({
      ...file,
      name: text(file.name, "files"),
      ...(file.path !== undefined && { path: text(file.path, "files") }),
    })),
    agents: frame.agents.map((agent) =>
      agent.title === undefined ? agent : { ...agent, title: text(agent.title, "agents") },
    ),
    tools: frame.tools.map((tool) => redactTool(tool, redactor)),
    events: frame.events.map((event) => redactEvent(event, redactor)),
    issues: frame.issues.map((issue) => ({
      ...issue,
      message: text(issue.message, "issues"),
      excerpt: text(issue.excerpt, "issues"),
    })),
    responses: frame.responses.map(({ prompt: _, ...response }) =>
      response.cacheMissReason === undefined
        ? response
        : { ...response, cacheMissReason: text(response.cacheMissReason, "responses") },
    ),
  };
}

const redactTool = (tool: ToolDefinition, redactor: Redactor): ToolDefinition => ({
  ...tool,
  ...(tool.description !== undefined && { description: redactor.text(tool.description, "tools") }),
  schema: redactJson(tool.schema, redactor, "tools"),
});

function redactEvent(event: SessionEvent, redactor: Redactor): SessionEvent {
  if (event.type === "api-error") return { ...event, message: redactor.text(event.message, "events") };
  if (!("detail" in event) || event.detail === undefined) return event;
  return { ...event, detail: redactor.text(event.detail, "events") };
}
