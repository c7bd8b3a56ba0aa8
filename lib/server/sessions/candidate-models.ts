import { Problem } from "@/lib/api/problem";
import type { ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";
import type { LibraryEntry } from "@/lib/api/schemas/session";
import { resolveModel } from "@/lib/models/resolve-model";
import { type Db, getDb } from "../db/get-db";
import { countedModel } from "../library/item-row";
import { readRows } from "../library/read-rows";
import { libraryDb } from "../library/refresh-items";
import { runTask } from "./healing-task";
import { findSession, loadSessionSummary } from "./sessions";

/** GET /api/sessions/:id/model. Disconnecting cancels the work. */
export async function answerCandidates(id: string, request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams.get("ask");
  if (asked !== null && resolveModel(asked) === null)
    throw new Problem(422, "unknown-model", "the model table has no model of that name", {
      errors: [{ pointer: "ask", detail: "see GET /api/models" }],
    });
  await findSession(id);
  const { stated } = await loadSessionSummary(id);
  const db = await libraryDb();
  const [own] = (await readRows(db, [id])).map(({ entry }) => entry);
  const inFile = (await readRows(db, await othersInFile(id))).map(({ entry }) => entry);
  const isUnnamed = ({ models }: LibraryEntry) =>
    models.length === 0 || (stated !== null && models[0] === stated.model);
  const input = { sessionId: id, asked, named: own ? await namedBy(db, own) : [] };
  const found = await runTask({ kind: "candidates", input }, { lane: "interactive", signal: request.signal });
  const answer: ModelCandidatesAnswer = {
    stated,
    ...found,
    others_in_file: inFile.filter((entry) => isUnnamed(entry)).length,
    others_of_client: own ? (await countUnnamed(db, own, stated?.model ?? null)) - (isUnnamed(own) ? 1 : 0) : 0,
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

/**
 * How many other logs of the client name each model. Only logs with usage count, because the others' models may come
 * from the reader.
 */
async function namedBy(db: Db, own: LibraryEntry): Promise<{ model: string; logs: number }[]> {
  const prefix = countedModel(own, "");
  const rows = await db.libraryCount.findMany({
    where: { kind: "named", value: { startsWith: prefix }, sessions: { gt: 0 } },
  });
  const named = new Map<string, number>();
  for (const { value, sessions } of rows) {
    const model = value.slice(prefix.length);
    named.set(model, (named.get(model) ?? 0) + sessions);
  }
  const ownModel = own.cost.basis === "unknown" ? null : own.model;
  return [...named].flatMap(([model, logs]) => {
    const others = model === ownModel ? logs - 1 : logs;
    return others > 0 ? [{ model, logs: others }] : [];
  });
}

/** Sessions of the client whose log names no model, or whose first model was set by the reader. */
async function countUnnamed(db: Db, own: LibraryEntry, stated: string | null): Promise<number> {
  const values = ["", ...(stated === null ? [] : [stated])].map((model) => countedModel(own, model));
  const rows = await db.libraryCount.findMany({ where: { kind: "first", value: { in: values } } });
  return rows.reduce((sum, { sessions }) => sum + sessions, 0);
}

async function othersInFile(id: string): Promise<string[]> {
  const db = await getDb();
  const row = await db.session.findUnique({
    where: { id },
    select: { file: { select: { sessions: { select: { id: true } } } } },
  });
  return (row?.file.sessions ?? []).map((session) => session.id).filter((other) => other !== id);
}
