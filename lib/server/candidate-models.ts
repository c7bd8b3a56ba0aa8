import { Problem } from "@/lib/api/problem";
import type { ModelCandidatesAnswer } from "@/lib/api/schemas/model-statement";
import type { LibraryEntry } from "@/lib/api/schemas/session";
import { resolveModel } from "@/lib/models/resolve-model";
import { clientSubject } from "@/lib/transcript/state-model";
import { getDb } from "./db/get-db";
import { runTask } from "./healing-task";
import { readLibrary } from "./library/entries";
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
  const { entries } = await readLibrary();
  const all = [...entries.values()].map(({ entry }) => entry).filter((entry) => entry.id !== id);
  const own = entries.get(id)?.entry;
  const ofClient = own ? all.filter((entry) => clientSubject(entry) === clientSubject(own)) : [];
  const input = { sessionId: id, asked, named: namedBy(ofClient) };
  const found = await runTask({ kind: "candidates", input }, { lane: "interactive", signal: request.signal });
  const isUnnamed = ({ models }: LibraryEntry) =>
    models.length === 0 || (stated !== null && models[0] === stated.model);
  const inFile = await othersInFile(id);
  const answer: ModelCandidatesAnswer = {
    stated,
    ...found,
    others_in_file: all.filter((entry) => inFile.has(entry.id) && isUnnamed(entry)).length,
    others_of_client: ofClient.filter(isUnnamed).length,
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

/** How many logs name each model. Only logs with usage count: the others may have theirs from the reader. */
function namedBy(entries: readonly LibraryEntry[]): { model: string; logs: number }[] {
  const counts = new Map<string, number>();
  for (const { model, cost } of entries)
    if (model !== null && cost.basis !== "unknown") counts.set(model, (counts.get(model) ?? 0) + 1);
  return [...counts].map(([model, logs]) => ({ model, logs }));
}

async function othersInFile(id: string): Promise<ReadonlySet<string>> {
  const db = await getDb();
  const row = await db.session.findUnique({
    where: { id },
    select: { file: { select: { sessions: { select: { id: true } } } } },
  });
  return new Set(row?.file.sessions.map((session) => session.id));
}
