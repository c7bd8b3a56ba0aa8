import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { Problem } from "@/lib/api/problem";
import { type CommentJson, commentBody, commentPatch } from "@/lib/api/schemas/comment";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { type Db, getDb, type Transaction } from "../db/get-db";
import { withReserve } from "../files/reserve";
import { assertThere } from "../library/assert-there";
import { keepGiven } from "../library/given";
import { parseJsonBody } from "../workers/parse-json";
import { findSession, loadRequestRows } from "./sessions";

const MAX_COMMENTS = 1_000;

type Stored = Awaited<ReturnType<Db["comment"]["create"]>>;

/** The comments on a session, by agent and request, oldest first on each. 404 without the session. */
export async function listComments(sessionId: string): Promise<CommentJson[]> {
  await findSession(sessionId);
  const db = await getDb();
  const orderBy = [{ agent: "asc" }, { request: "asc" }, { createdAt: "asc" }, { id: "asc" }] as const;
  const rows = await db.comment.findMany({ where: { sessionId }, orderBy: [...orderBy] });
  return rows.map(toJson);
}

/** Stores a comment. 404 without the session or agent, 422 without the request. */
export async function addComment(sessionId: string, body: Uint8Array): Promise<CommentJson> {
  const { agent, index_in_agent: request, text } = read(commentBody, body);
  const { length } = await loadRequestRows(sessionId, agent);
  if (request >= length) throw refused("no-such-request", `the agent has ${length} requests`, "$.index_in_agent");
  const db = await getDb();
  const data = { id: `com_${randomUUID()}`, sessionId, agent, request, text };
  const create = async (transaction: Transaction) => {
    await assertThere(transaction, [sessionId]); // the session may be deleted at the same time
    if ((await transaction.comment.count({ where: { sessionId } })) >= MAX_COMMENTS)
      throw refused("too-many-comments", `a session may have at most ${MAX_COMMENTS} comments`, "$");
    return transaction.comment.create({ data });
  };
  const row = await withReserve(() => db.$transaction(create));
  await keepGiven([sessionId]);
  return toJson(row);
}

/** Replaces the text of a comment. */
export async function changeComment(sessionId: string, id: string, body: Uint8Array): Promise<CommentJson> {
  await findSession(sessionId);
  const { text } = read(commentPatch, body);
  const db = await getDb();
  const data = { text, changedAt: new Date() };
  const { count } = await withReserve(() => db.comment.updateMany({ where: { id, sessionId }, data }));
  if (count === 0) throw noSuchComment();
  await keepGiven([sessionId]);
  return toJson(await db.comment.findUniqueOrThrow({ where: { id } }));
}

export async function deleteComment(sessionId: string, id: string): Promise<void> {
  await findSession(sessionId);
  const db = await getDb();
  const { count } = await withReserve(() => db.comment.deleteMany({ where: { id, sessionId } }));
  if (count === 0) throw noSuchComment();
  await keepGiven([sessionId]);
}

const toJson = (row: Stored): CommentJson => ({
  id: row.id,
  agent: row.agent,
  index_in_agent: row.request,
  text: row.text,
  created_at: row.createdAt.toISOString(),
  changed_at: row.changedAt?.toISOString() ?? null,
});

function read<Schema extends z.ZodType>(schema: Schema, body: Uint8Array): z.output<Schema> {
  const parsed = checkJson(schema, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data;
}

const refused = (code: string, detail: string, pointer: string) =>
  new Problem(422, code, detail, { errors: [{ pointer, detail }] });

const noSuchComment = () =>
  new Problem(404, "no-such-comment", "the session has no comment with that id; see GET /api/sessions/:id/comments");
