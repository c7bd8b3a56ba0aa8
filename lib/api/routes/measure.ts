import { adviseBody } from "../schemas/advise";
import { cacheSimulateBody, cacheSimulation } from "../schemas/cache-simulation";
import { corpusBody } from "../schemas/corpus";
import { evaluateAnswer, evaluateBody } from "../schemas/evaluate";
import { flag } from "../schemas/fields";
import { jobAccepted } from "../schemas/job";
import { judgeSetup } from "../schemas/judge";
import { replayAnswer, replayBody } from "../schemas/replay";
import { twoArmsAnswer, twoArmsBody } from "../schemas/two-arms";
import type { RouteTable } from "./route";

export const MEASURE = {
  "POST /api/cache/simulate": {
    summary: "Simulate a provider's prompt cache for a list of requests.",
    body: cacheSimulateBody,
    answers: { 200: cacheSimulation },
  },
  "POST /api/evaluate": {
    summary:
      "Measure what a compression lost, whoever made it ([replay.md](replay.md)); with `judge`, also the opinion of models ([judge.md](judge.md)).",
    query: { job: flag("Answer with a job, because a judge takes long.") },
    body: evaluateBody,
    answers: { 200: evaluateAnswer, 202: jobAccepted },
  },
  "GET /api/evaluate": {
    summary: "The configured judge.",
    answers: { 200: judgeSetup },
  },
  "POST /api/replay": {
    summary:
      "A stored session under several policies, request by request ([replay.md](replay.md)); a large one is a job.",
    query: { wait: flag("Answer when done, even for large sessions.") },
    body: replayBody,
    answers: { 200: replayAnswer, 202: jobAccepted },
  },
  "POST /api/corpus": {
    summary:
      "Every strategy at evenly spaced requests of many sessions. Always a job; its result names the saved run. Sessions without usable data are in `left_out` with the reason.",
    body: corpusBody,
    answers: { 202: jobAccepted },
  },
  "POST /api/advise": {
    summary:
      "At what threshold, and with which strategy, should these sessions be compacted? Always a job; its result names the saved run. Policies are replayed over the log, lost facts are priced, and if the interval covers zero there is no advice.",
    body: adviseBody,
    answers: { 202: jobAccepted },
  },
  "POST /api/two-arms": {
    summary:
      "Compare two groups of sessions, with a tool and without: how each part of the bill changed, and whether that exceeds the noise ([two-arms.md](two-arms.md)).",
    body: twoArmsBody,
    answers: { 200: twoArmsAnswer },
  },
} as const satisfies RouteTable;
