import { compareRequest } from "@/lib/compress/compare-request";
import { type BodyInput, type BodyOutput, outputOf } from "./body-task";
import { parseJsonBody } from "./parse-json";
import { WORKER_SURROUNDINGS } from "./surroundings";

/** POST /api/compress/compare. A comparison stores nothing. */
export async function compareTask({ body, summaries }: BodyInput): Promise<BodyOutput> {
  const options = { ...(summaries && { summaries }) };
  return outputOf(await compareRequest(parseJsonBody(body), options, WORKER_SURROUNDINGS), []);
}
