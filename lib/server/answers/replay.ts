import { Problem } from "@/lib/api/problem";
import { type ReplayBody, replayBody } from "@/lib/api/schemas/replay";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { getDb } from "../db/get-db";
import { readJsonBytes } from "../door/body";
import { jobAnswer } from "../http/job-answer";
import { enqueueJob } from "../job-queue/enqueue";
import { runTask } from "../sessions/healing-task";
import { parseJsonBody } from "../workers/parse-json";

/** Maximum bytes of a body, which contains a session id and some recipes. */
export const REPLAY_BODY_BYTES = 1 << 20;

/** Up to this many messages, a replay is answered directly, after about a second; a larger session gets a job. */
const DIRECT_MESSAGES = 3_000;

/** Disconnecting cancels a direct replay; a job is cancelled by DELETE /api/jobs/:id. */
export async function answerReplay(request: Request, isWaiting: boolean): Promise<Response> {
  const parsed = checkJson(replayBody, parseJsonBody(await readJsonBytes(request, REPLAY_BODY_BYTES)));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const body = parsed.data;
  const isLarge = (await messagesOf(body)) > DIRECT_MESSAGES;
  if (isLarge && !isWaiting) return jobAnswer(await enqueueJob("replay", body));
  const task = { kind: "replay" as const, input: { body } };
  const { json } = await runTask(task, { lane: isLarge ? "bulk" : "interactive", signal: request.signal });
  return new Response(json, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
}

async function messagesOf({ session: { id } }: ReplayBody): Promise<number> {
  const row = await (await getDb()).session.findUnique({ where: { id }, select: { messages: true } });
  if (row) return row.messages;
  throw new Problem(404, "no-such-session", "there is no session with that id", {
    errors: [{ pointer: "$.session.id", detail: "see GET /api/sessions" }],
  });
}
