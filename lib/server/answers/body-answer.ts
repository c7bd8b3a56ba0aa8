import { readJsonBytes } from "../door/body";
import { LIMITS } from "../process/limits";
import { runTask } from "../sessions/healing-task";
import { saveOutputs } from "../store/stored-outputs";
import { withSummaries } from "../summarise/with-summaries";
import { laneFor } from "../workers/pool";

/** Runs a JSON body in a worker and returns the worker's output. Disconnecting cancels the work. */
export async function answerBody(
  kind: "cache" | "compare" | "count" | "validate" | "convert",
  request: Request,
): Promise<Response> {
  const body = await readJsonBytes(request, LIMITS.jsonBodyBytes);
  const { signal } = request;
  const options = { lane: laneFor(body.byteLength), signal };
  const { json, outputs } = await withSummaries((summaries) => runTask({ kind, input: { body, summaries } }, options), {
    signal,
  });
  await saveOutputs(outputs);
  return new Response(json, { headers: { "content-type": "application/json", "cache-control": "no-store" } });
}
