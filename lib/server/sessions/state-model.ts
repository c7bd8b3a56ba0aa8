import { Problem } from "@/lib/api/problem";
import { type ModelStatementBody, modelStatementBody } from "@/lib/api/schemas/model-statement";
import { type LibraryRow, statementScope } from "@/lib/api/schemas/session";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { clientSubject, fileSubject, sessionSubject } from "@/lib/transcript/state-model";
import { getDb } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { asServer } from "../process/caller-context";
import { parseJsonBody } from "../workers/parse-json";
import { rereadSessions } from "./reread-sessions";
import { findSession, loadRequestRows, loadSessionSummary } from "./sessions";

type Scope = ModelStatementBody["scope"];

/** Stores the model of a session or its whole client, and re-reads the affected sessions; this one immediately. */
export async function stateModel(id: string, body: Uint8Array) {
  const parsed = checkJson(modelStatementBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { scope, model, window, changes = [] } = parsed.data;
  const { subject, concerned } = await subjectOf(id, scope);
  await refuseLaterChanges(id, changes);
  const changesJson = changes.length === 0 ? null : JSON.stringify(changes);
  const said = { model: model?.trim() ?? null, window, changesJson };
  const db = await getDb();
  const save = () => db.modelStatement.upsert({ where: { subject }, create: { subject, ...said }, update: said });
  await withReserve(save);
  return answer(id, concerned);
}

/** A change after the last request would affect nothing. */
async function refuseLaterChanges(id: string, changes: NonNullable<ModelStatementBody["changes"]>): Promise<void> {
  const last = changes.at(-1);
  if (last === undefined) return;
  await findSession(id);
  const { length } = await loadRequestRows(id, "main");
  if (last.index_in_agent < length) return;
  const detail = `the main thread has ${length} requests`;
  throw new Problem(422, "no-such-request", detail, { errors: [{ pointer: "$.changes", detail }] });
}

/** Stores the window of one session, unless its model was already set by hand. */
export async function stateWindow(id: string, window: number): Promise<void> {
  const subject = sessionSubject(id);
  const db = await getDb();
  if (await db.modelStatement.findUnique({ where: { subject } })) return;
  await withReserve(() => db.modelStatement.create({ data: { subject, model: null, window } }));
  await rereadSessions([id], id);
}

/** Forgets the model set for the session, or for its whole client. */
export async function unstateModel(id: string, scope: string | null) {
  const parsed = checkJson(statementScope, scope);
  if (!parsed.success) throw new Problem(422, "invalid-parameter", "scope must be session, file or client");
  const { subject, concerned } = await subjectOf(id, parsed.data);
  const db = await getDb();
  await withReserve(() => db.modelStatement.deleteMany({ where: { subject } }));
  return answer(id, concerned);
}

async function answer(id: string, concerned: readonly string[]) {
  const rereading = await rereadSessions(concerned, id);
  return { stated: (await loadSessionSummary(id)).stated, sessions_rereading: rereading };
}

/** The key of the setting, and the affected sessions. */
async function subjectOf(id: string, scope: Scope): Promise<{ subject: string; concerned: readonly string[] }> {
  await findSession(id);
  if (scope === "session") return { subject: sessionSubject(id), concerned: [id] };
  // A model set for a file or client applies in every project, whichever the admin's pages show.
  return asServer(() => (scope === "file" ? subjectOfFile(id) : subjectOfClient(id)));
}

async function subjectOfClient(id: string): Promise<{ subject: string; concerned: readonly string[] }> {
  const db = await getDb();
  const rows = await db.session.findMany({ select: { id: true, rowJson: true } });
  const subjects = rows.map((row) => ({ id: row.id, subject: clientSubject(JSON.parse(row.rowJson) as LibraryRow) }));
  const own = subjects.find((row) => row.id === id)?.subject ?? sessionSubject(id);
  return { subject: own, concerned: subjects.filter(({ subject }) => subject === own).map((row) => row.id) };
}

async function subjectOfFile(id: string): Promise<{ subject: string; concerned: readonly string[] }> {
  const db = await getDb();
  const { file } = await db.session.findUniqueOrThrow({
    where: { id },
    select: { file: { select: { sha256: true } } },
  });
  const rows = await db.session.findMany({ where: { file: { sha256: file.sha256 } }, select: { id: true } });
  return { subject: fileSubject(file.sha256), concerned: rows.map((session) => session.id) };
}
