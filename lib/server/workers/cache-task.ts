import { simulationAnswer, textsOf, toPolicyOptions, toSimulationRequests } from "@/lib/api/answers/cache-simulation";
import { Problem } from "@/lib/api/problem";
import { cacheSimulateBody } from "@/lib/api/schemas/cache-simulation";
import { problemOfZod } from "@/lib/api/zod-problem";
import { findPolicy } from "@/lib/cache/policies";
import { simulateCache } from "@/lib/cache/simulate-cache";
import { checkJson } from "@/lib/conversation/check-json";
import type { BodyInput, BodyOutput } from "./body-task";
import { parseJsonBody } from "./parse-json";

/** Maximum number of blocks per body; more would take seconds. */
const MAX_BLOCKS = 2_000_000;

/** POST /api/cache/simulate: simulates a cache with this policy for these requests. */
export function cacheTask({ body }: BodyInput): BodyOutput {
  const parsed = checkJson(cacheSimulateBody, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { policy: id, requests: sent, options } = parsed.data;
  const blocks = sent.reduce((sum, request) => sum + request.blocks.length, 0);
  if (blocks > MAX_BLOCKS)
    throw new Problem(413, "too-many-blocks", `the requests have ${blocks} blocks`, { extra: { limit: MAX_BLOCKS } });
  const policy = findPolicy(id);
  if (policy === null) throw new Problem(422, "unknown-policy", `no cache policy is called ${id}`);
  const requests = toSimulationRequests(sent);
  const simulation = simulateCache(requests, policy, toPolicyOptions(options));
  return { json: JSON.stringify(simulationAnswer(policy, requests, simulation, textsOf(sent))), outputs: [] };
}
