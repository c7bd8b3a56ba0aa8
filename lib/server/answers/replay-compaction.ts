import { Problem } from "@/lib/api/problem";
import { runTask } from "../sessions/healing-task";
import { findSession } from "../sessions/sessions";

/** An agent has few compactions, so a longer number is a mistake. */
const INDEX = /^\d{1,5}$/;

/** Measures what one logged compaction lost, on demand. Disconnecting cancels the work. */
export async function answerCompaction(id: string, index: string, request: Request): Promise<Response> {
  if (!INDEX.test(index))
    throw new Problem(404, "no-such-compaction", "compactions are counted from 0 within their agent");
  await findSession(id);
  const agent = new URL(request.url).searchParams.get("agent") ?? "main";
  const input = { sessionId: id, agent, index: Number(index) };
  const { json } = await runTask({ kind: "compaction", input }, { lane: "interactive", signal: request.signal });
  return new Response(json, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
}
