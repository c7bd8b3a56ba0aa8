import { Problem } from "@/lib/api/problem";
import { runTask } from "../sessions/healing-task";
import { findSession } from "../sessions/sessions";

/** An agent has few compactions, so a longer number is a mistake. */
const INDEX = /^\d{1,5}$/;

/** Measures what one logged compaction lost, on demand. `index`: from 0; null: the newest. Disconnecting cancels the work. */
export async function answerCompaction(id: string, index: string | null, request: Request): Promise<Response> {
  if (index !== null && !INDEX.test(index))
    throw new Problem(404, "no-such-compaction", "compactions are counted from 0 within their agent");
  await findSession(id);
  const agent = new URL(request.url).searchParams.get("agent") ?? "main";
  const input = { sessionId: id, agent, index: index === null ? null : Number(index) };
  const { json } = await runTask({ kind: "compaction", input }, { lane: "interactive", signal: request.signal });
  return new Response(json, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
}
